import { ChevronDown, Plus, Printer } from 'lucide-react'
import { type FocusEvent, memo, type RefObject, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { LANE_TASKS, type Lane, MAX_LANE_TASKS, peopleViewApi } from '../../../shared/people-view.ts'
import type { PlannedOccurrence } from '../../../shared/routines.ts'
import type { BoardFilter } from '../../../shared/task-query.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { useI18n } from '../../language.ts'
import { serverNow } from '../../server-time.ts'
import { useMoves } from '../../task/moves.ts'
import { shownStatusNow } from '../../task/overdue.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMedia, WIDE } from '../../ui/media.ts'
import { BoardCard } from '../board/card.tsx'
import { useAssigned } from './assign.ts'
import { useIsLaneTarget } from './dragging.ts'
import { LaneHead } from './lane-head.tsx'
import { keyOfLane, UNASSIGNED, withPending } from './lanes.ts'
import { withPlanned } from './planned-by-lane.ts'
import { PlannedList } from './planned-list.tsx'

const QuickAdd = lazyPart(() => import('../quick-add/quick-add.tsx'), 'QuickAdd')

const PrintedTasks = lazyPart(() => import('../print/printed-tasks.tsx'), 'PrintedTasks')

/** Each step shows so many tasks more. */
const STEP = 30

/** One lane: its person, and the first of the tasks. On small screens only the first lane is open. */
export const LaneSection = memo(function LaneSection({
  lane: brief,
  filter,
  planned,
}: {
  lane: Lane
  filter: BoardFilter
  /** Its occurrences that have not opened, due on the day that is planned. */
  planned: readonly PlannedOccurrence[]
}) {
  const i18n = useI18n()
  const key = keyOfLane(brief)
  const isPane = key === UNASSIGNED
  const { lane, showMore, isReading, failed, isAtLimit } = useWholeLane(brief, filter)
  const { person, tasks, total, due, later } = lane
  const isWide = useMedia(WIDE)
  const [chosenOpen, setOpen] = useState<boolean>()
  const isOpen = chosenOpen ?? (isWide || isPane)
  const [isAdding, setAdding] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const mayCreate = useCan('task:create') && person?.isActive !== false
  const isTarget = useIsLaneTarget(key)
  const id = useId()
  const name = person ? fullName(person) : i18n.t('Unassigned')
  const rest = total - tasks.length
  const fold = useRef<HTMLButtonElement>(null)
  const keptFocus = useKeptFocus(fold)

  return (
    <section
      aria-labelledby={`${id}name`}
      data-lane={key}
      {...keptFocus}
      className={cx(
        'flex flex-col rounded-card bg-sunken transition-colors duration-120',
        isPane ? 'lg:min-h-0 lg:flex-1' : 'shrink-0',
        isTarget && 'bg-accent-soft! shadow-[inset_0_0_0_1.5px_var(--accent)]',
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same */}
      <header
        onClick={({ target }) => target instanceof Element && !target.closest('button') && setOpen(!isOpen)}
        className="flex min-h-12 shrink-0 cursor-pointer items-center gap-1 pe-1.5 ps-1.5 max-[17rem]:flex-wrap"
      >
        <button
          ref={fold}
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}tasks`}
          aria-labelledby={`${id}name`}
          onClick={() => setOpen(!isOpen)}
          className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text touch:relative touch:-me-2.5 touch:size-11"
        >
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4 transition-transform duration-120', !isOpen && '-rotate-90 rtl:rotate-90')}
          />
        </button>
        <LaneHead lane={withPlanned(lane, planned)} filter={filter} nameId={`${id}name`} isNarrow={isPane} />
        {person && total > 0 && (
          <IconButton
            label={i18n.t('Print a sheet for {name}', { name })}
            onClick={() => setPrinting(true)}
            className="size-8! max-md:hidden touch:size-11!"
          >
            <Printer aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        {isPrinting && person && (
          <Suspense fallback={null}>
            <PrintedTasks sheets={{ assigneeId: person.id }} onDone={() => setPrinting(false)} />
          </Suspense>
        )}
        {mayCreate && (
          <IconButton
            ref={addButton}
            label={i18n.t('New task for {name}', { name })}
            aria-expanded={isAdding}
            onClick={() => {
              setOpen(true)
              setAdding(true)
            }}
            className="ms-auto size-8! touch:-ms-2 touch:size-11!"
          >
            <Plus aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </header>
      <div
        id={`${id}tasks`}
        hidden={!isOpen}
        className={cx('px-2 pb-2', isPane && 'lg:min-h-0 lg:flex-1 lg:overflow-y-auto')}
      >
        {isOpen && isAdding && (
          <Suspense fallback={null}>
            <QuickAdd
              slot={key}
              person={person}
              // Room for the ring of the focus, which the scroller would cut off.
              className="mx-0.5 mt-0.5 mb-2"
              onClose={() => {
                setAdding(false)
                addButton.current?.focus()
              }}
            />
          </Suspense>
        )}
        {isOpen && tasks.length > 0 && (
          <div
            role="feed"
            aria-labelledby={`${id}name`}
            aria-busy={isReading}
            className={cx(
              'grid grid-cols-1 gap-2 sm:grid-cols-2',
              isPane ? 'lg:grid-cols-1' : 'xl:grid-cols-3 2xl:grid-cols-4',
            )}
          >
            {tasks.map((task, at) => (
              <div key={task.id} className="grid grid-cols-1">
                <BoardCard task={task} column={shownStatusNow(task)} position={at + 1} total={total} />
              </div>
            ))}
          </div>
        )}
        {isOpen && planned.length > 0 && (
          <PlannedList planned={planned} label={i18n.t('Routines that open for {name}', { name })} />
        )}
        {isOpen && total + due + later + planned.length === 0 && !isAdding && (
          <p className="px-2 pb-1.5 text-muted text-sm">
            {person ? i18n.t('Nothing to do. Drop a task here.') : i18n.t('Every open task has an assignee.')}
          </p>
        )}
        {failed && (
          <p role="alert" className="px-2 pt-2 text-muted text-sm">
            {i18n.t('The next tasks could not be loaded.')}
          </p>
        )}
        {rest > 0 &&
          (isAtLimit ? (
            <p className="px-2 pt-2 text-muted text-sm">
              {i18n.t('{count, plural, one {# more. Filter to see it.} other {# more. Filter to see them.}}', {
                count: rest,
              })}
            </p>
          ) : (
            <Button variant="ghost" onClick={showMore} pending={isReading} className="mt-1 w-full">
              {i18n.t('{count, plural, one {Show # more} other {Show # more}}', { count: Math.min(rest, STEP) })}
            </Button>
          ))}
      </div>
    </section>
  )
})

/**
 * Puts the focus on a lane's own button when the focused card is gone: a card that was assigned here stands behind
 * those that are shown, as soon as the server's reply has come.
 */
function useKeptFocus(fallback: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(undefined)
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = undefined
    if (document.activeElement === document.body) fallback.current?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target
    },
    onBlur: () => {
      focused.current = undefined
    },
  }
}

/** The lane with as many tasks as somebody has asked for. `brief` has the first of them. */
function useWholeLane(brief: Lane, filter: BoardFilter) {
  const [limit, setLimit] = useState(LANE_TASKS)
  const which = brief.person ? { person: brief.person.id } : { unassigned: 'true' as const }
  const isLonger = limit > LANE_TASKS
  const { data, isFetching, isPlaceholderData, isError } = useReply(
    peopleViewApi.lanes,
    { query: { ...filter, ...which, limit } },
    { enabled: isLonger, keepPrevious: true },
  )
  const moves = useMoves()
  const assigned = useAssigned()
  const [long] = isLonger ? (data?.lanes ?? []) : []
  const lane = long ? withPending(long, assigned, moves, new Set(brief.tasks.map(({ id }) => id)), serverNow()) : brief
  return {
    lane,
    isReading: isLonger && isFetching && (!data || isPlaceholderData),
    failed: isLonger && isError && !data,
    isAtLimit: limit === MAX_LANE_TASKS,
    showMore: () => setLimit(Math.min(limit + STEP, MAX_LANE_TASKS)),
  }
}
