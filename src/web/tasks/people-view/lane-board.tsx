import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Lane, Lanes } from '../../../shared/people-view.ts'
import type { BoardFilter } from '../../../shared/task-query.ts'
import { useI18n } from '../../language.ts'
import { serverNow } from '../../server-time.ts'
import { useMoves } from '../../task/moves.ts'
import { cardOf, highlightCard, revealed } from '../../task/reveal.ts'
import { isFiltered, type TaskSearch } from '../../task/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DRAG_HELP } from '../board/dragging.ts'
import { useDrag } from '../board/use-drag.ts'
import { useAssigned } from './assign.ts'
import { LaneSection } from './lane-section.tsx'
import { keyOfLane, UNASSIGNED, withPending } from './lanes.ts'
import { NOTHING_PLANNED, usePlanned } from './planned.ts'
import { useLanes } from './use-lanes.ts'

const loadLayer = () => import('./drag-layer.tsx').then((module) => module.PeopleDragLayer)

/** The lanes: the tasks without an assignee, beside or above each person's. */
export function LaneBoard({
  first,
  filter,
  search,
  isPrevious,
}: {
  first: Lanes
  filter: BoardFilter
  search: TaskSearch
  /** The lanes belong to the filter before. */
  isPrevious: boolean
}) {
  const i18n = useI18n()
  const { lanes, more, isReading, failed, readMore } = useLanes(first, filter)
  const shown = useShownLanes(lanes)
  const planned = usePlanned(filter)
  const board = useRef<HTMLElement>(null)
  const { handlers, Layer, starter } = useDrag(true, loadLayer)
  useReveal(board)

  const [unassigned] = shown.filter((lane) => keyOfLane(lane) === UNASSIGNED)
  const people = shown.filter((lane) => keyOfLane(lane) !== UNASSIGNED)
  const isFilteredToNothing =
    isFiltered(search) && !more && planned.size === 0 && shown.every(({ total }) => total === 0)
  return (
    <section
      ref={board}
      {...handlers}
      aria-label={i18n.t('People')}
      aria-busy={isPrevious}
      className={cx(
        'relative min-h-0 flex-1 overflow-y-auto px-3.5 transition-opacity duration-150 max-lg:pb-24 md:px-6',
        'lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-3 lg:overflow-hidden lg:pb-5',
        isPrevious && 'opacity-60 delay-150',
      )}
    >
      <div className="flex min-h-0 flex-col max-lg:mb-2">
        {unassigned && (
          <LaneSection lane={unassigned} filter={filter} planned={planned.get(UNASSIGNED) ?? NOTHING_PLANNED} />
        )}
      </div>
      <div className="flex flex-col gap-2 lg:min-h-0 lg:overflow-y-auto lg:overscroll-y-contain lg:pe-1">
        {isFilteredToNothing && (
          <p role="status" className="px-3 py-2 text-muted text-sm">
            {i18n.t('No tasks match your filters')}
          </p>
        )}
        {people.map((lane) => (
          <LaneSection
            key={keyOfLane(lane)}
            lane={lane}
            filter={filter}
            planned={planned.get(keyOfLane(lane)) ?? NOTHING_PLANNED}
          />
        ))}
        {people.length === 0 && !more && (
          <EmptyState title={i18n.t('Nobody works here yet.')}>
            {i18n.t('People of this department appear here.')}
          </EmptyState>
        )}
        {more && (
          <div className="flex flex-col items-center gap-2 py-3">
            {failed && (
              <p role="alert" className="text-muted text-sm">
                {i18n.t('The list of people could not be loaded.')}
              </p>
            )}
            <Button onClick={readMore} pending={isReading}>
              {failed ? i18n.t('Try again') : i18n.t('Show more people')}
            </Button>
          </div>
        )}
      </div>
      <p id={DRAG_HELP} hidden>
        {i18n.t(
          'Press space or enter to pick up the task, arrow keys to choose a person, space or enter to assign it, escape to leave it where it was.',
        )}
      </p>
      {Layer && <Layer board={board} starter={starter} lanes={lanes} />}
    </section>
  )
}

/** The lanes with the changes that are under way. */
function useShownLanes(lanes: readonly Lane[]) {
  const moves = useMoves()
  const assigned = useAssigned()
  return useMemo(() => {
    if (moves.size === 0 && assigned.size === 0) return lanes
    const now = serverNow()
    const ids = new Set(lanes.flatMap(({ tasks }) => tasks.map(({ id }) => id)))
    return lanes.map((lane) => withPending(lane, assigned, moves, ids, now))
  }, [lanes, moves, assigned])
}

/** Brings a task that was just created or assigned into view, and highlights it. */
function useReveal(board: RefObject<HTMLElement | null>) {
  const wanted = revealed.use()
  useEffect(() => {
    const card = wanted && board.current && cardOf(wanted.id, board.current)
    if (!card || !board.current) return
    revealed.set(null)
    card.scrollIntoView({ block: 'nearest' })
    highlightCard(board.current, wanted)
  })
}
