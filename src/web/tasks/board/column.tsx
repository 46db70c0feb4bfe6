import { Trans } from '@lingui/react'
import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import {
  lazy,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'
import { type Message, msg } from '../../../shared/message.ts'
import type { BoardQuery, Status, Task, TaskPage } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { StatusIcon, statusLabels } from '../../components/status-icon.tsx'
import { useI18n } from '../../language.ts'
import { createStore } from '../../store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { useRestoredPosition } from '../../ui/restored-position.ts'
import { times } from '../../ui/skeleton.tsx'
import { highlightCard, revealed } from '../reveal.ts'
import { useBoardActions } from './board-context.ts'
import { Card } from './card.tsx'
import { CardSkeleton, ColumnTail } from './column-tail.tsx'
import { useDraggedFrom, useIsTarget } from './dragging.ts'
import { type ReadPages, useColumn } from './use-column.ts'

const QuickAdd = lazy(() => import('../quick-add/quick-add.tsx').then((module) => ({ default: module.QuickAdd })))

const emptyLabels: Record<Status, Message> = {
  pending: msg('No Pending tasks'),
  in_progress: msg('No In Progress tasks'),
  completed: msg('No Completed tasks'),
  overdue: msg('No Overdue tasks'),
}
/** The column in which a task is being added: it stays so while the column's tasks arrive, or those of another filter. */
export const adding = createStore<Status | null>(null)

const newLabels: Record<Status, Message> = {
  pending: msg('New Pending task'),
  in_progress: msg('New In Progress task'),
  completed: msg('New Completed task'),
  overdue: msg('New Overdue task'),
}

const CARD_HEIGHT = 92
const GAP = 8
/** What stands above the cards, about. */
const HEAD_HEIGHT = 240
/** Pixels. Scrolled less, a column shows new tasks at its top. Scrolled further, it stays where it is. */
const AT_TOP = 8
const TAIL = 'tail'

/** The scroll position in a column, with what is needed to draw the same cards again. */
interface ColumnPosition {
  offset: number
  heights: VirtualItem[]
  pages: ReadPages
}

/** One column: its heading, and its cards, of which only those in view are drawn. */
export function Column({ status, first, query }: { status: Status; first: TaskPage; query: BoardQuery }) {
  const i18n = useI18n()
  const name = `${status} ${encodeURIComponent(JSON.stringify(query))}`
  const before = useRestoredPosition(
    name,
    (): ColumnPosition => ({
      offset: rows.scrollOffset ?? 0,
      heights: rows.takeSnapshot(),
      pages: readPages(),
    }),
  )
  const { tasks, total, more, failed, retry, onRangeShown, readPages } = useColumn(status, first, query, before?.pages)
  const headingId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const dragged = useDraggedFrom(status)

  const keyOf = useCallback((index: number) => tasks[index]?.id ?? TAIL, [tasks])
  const isDrawn = useRef(false)
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: tasks.length + (more ? 1 : 0),
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: () => CARD_HEIGHT,
    initialOffset: before?.offset ?? 0,
    initialMeasurementsCache: before?.heights ?? [],
    gap: GAP,
    paddingEnd: GAP,
    // The cards in view come first.
    overscan: isDrawn.current ? 6 : 1,
    // So the first cards are drawn with the column, and not one step later. Any height near the column's will do.
    initialRect: { width: 0, height: innerHeight - HEAD_HEIGHT },
    measureElement: (card, entry, instance) =>
      entry || isDrawn.current ? measureElement(card, entry, instance) : knownHeight(instance, card),
    anchorTo: (scroller.current?.scrollTop ?? 0) > AT_TOP ? 'end' : 'start',
    // A card that grows at the end of a column does not scroll it.
    scrollEndThreshold: -1,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    rangeExtractor: (range) => withPinned(range, tasks, [dragged, focusedIn(scroller.current)]),
  })

  // The first cards are measured together: one after another, each would be laid out for itself.
  useLayoutEffect(() => {
    if (isDrawn.current) return
    const drawn = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])]
    const heights = drawn.map((card) => card.offsetHeight)
    for (const [at, card] of drawn.entries()) rows.resizeItem(Number(card.dataset.index), heights[at] ?? CARD_HEIGHT)
  })
  const [, drawMore] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setTimeout(() => {
      isDrawn.current = true
      startTransition(drawMore)
    })
    return () => clearTimeout(timer)
  }, [])

  const shown = rows.range
  const [from, to] = [shown?.startIndex ?? 0, shown?.endIndex ?? 0]
  useEffect(() => onRangeShown(from, to), [onRangeShown, from, to])
  useReveal(tasks, scroller, (index) => rows.scrollToIndex(index))

  return (
    <ColumnFrame status={status} count={total} headingId={headingId}>
      {tasks.length === 0 && !more ? (
        <p className="px-3 py-6 text-center text-muted text-sm">{i18n.t(emptyLabels[status])}</p>
      ) : (
        <div
          ref={scroller}
          // The name contains the filter and the order, so that the router restores the position of this filter's column only.
          data-scroll-restoration-id={name}
          className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-2 print:overflow-visible [overflow-anchor:none] max-md:-mx-1 max-md:px-1 thumb:pb-20"
        >
          <div
            ref={rows.containerRef}
            role="feed"
            aria-labelledby={headingId}
            aria-busy={more && to >= tasks.length}
            className="relative print:h-auto!"
          >
            {rows.getVirtualItems().map(({ key, index }) => {
              const task = tasks[index]
              return (
                <div
                  key={key}
                  data-index={index}
                  ref={rows.measureElement}
                  className="absolute inset-x-0 print:static! print:transform-none!"
                >
                  {task ? (
                    <Card task={task} column={status} position={index + 1} total={total} />
                  ) : (
                    <ColumnTail failed={failed} onRetry={retry} />
                  )}
                </div>
              )
            })}
          </div>
        </div>
      )}
    </ColumnFrame>
  )
}

/** A column while its tasks load. */
export const ColumnSkeleton = ({ status, cards }: { status: Status; cards: number }) => (
  <ColumnFrame status={status} headingId={`loading-${status}`}>
    <div aria-hidden="true" className="flex min-h-0 flex-col gap-2 overflow-hidden px-2 max-md:px-0">
      {times(cards, (index) => (
        <CardSkeleton lines={(index % 2) + 1} />
      ))}
    </div>
  </ColumnFrame>
)

function ColumnFrame({
  status,
  count,
  headingId,
  children,
}: {
  status: Status
  count?: number
  headingId: string
  children: React.ReactNode
}) {
  const i18n = useI18n()
  const { openNew } = useBoardActions()
  const mayCreate = useCan('task:create')
  const target = useIsTarget(status)
  const isAdding = adding.useSelected((now) => now === status)
  const addButton = useRef<HTMLButtonElement>(null)
  // A task is overdue by its due date, which the form asks for.
  const add = () => (status === 'overdue' ? openNew(status) : adding.set(status))
  return (
    <section
      aria-labelledby={headingId}
      data-column={status}
      className={cx(
        'flex min-h-0 w-full min-w-0 shrink-0 snap-start flex-col rounded-card transition-colors duration-120 md:max-lg:w-[calc(50%-1.5rem)] md:bg-sunken lg:w-auto lg:shrink',
        target && 'bg-accent-soft! shadow-[inset_0_0_0_1.5px_var(--accent)]',
      )}
    >
      <header className="flex h-10.5 items-center gap-2 pe-1.5 ps-3 max-md:sr-only">
        <StatusIcon status={status} />
        <h2 id={headingId} className="truncate font-semibold text-sm">
          {i18n.t(statusLabels[status])}
        </h2>
        {count !== undefined && (
          <span className="text-muted text-sm tabular">
            <Trans
              id="{count, plural, one {#<0> tasks</0>} other {#<0> tasks</0>}}"
              values={{ count }}
              components={{ 0: <span className="sr-only" /> }}
            />
          </span>
        )}
        {mayCreate && (
          <IconButton
            ref={addButton}
            label={i18n.t(newLabels[status])}
            aria-expanded={status === 'overdue' ? undefined : isAdding}
            onClick={add}
            className="-my-1 ms-auto size-7! max-md:hidden touch:size-11!"
          >
            <Plus aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </header>
      {isAdding && (
        <Suspense fallback={null}>
          <QuickAdd
            slot={status}
            status={status}
            className="px-2 pb-2 max-md:px-0.5 max-md:pt-0.5"
            onClose={() => {
              adding.set(null)
              addButton.current?.focus()
            }}
          />
        </Suspense>
      )}
      {mayCreate && !isAdding && status !== 'overdue' && (
        <Button variant="ghost" onClick={add} className="mb-1 justify-start! low:hidden max-[17rem]:px-1! md:hidden">
          <Plus aria-hidden="true" className="size-4" />
          {i18n.t(newLabels[status])}
        </Button>
      )}
      {children}
    </section>
  )
}

const knownHeight = (rows: Virtualizer<HTMLDivElement, HTMLDivElement>, card: HTMLDivElement) =>
  rows.itemSizeCache.get(rows.options.getItemKey(rows.indexFromElement(card))) ?? CARD_HEIGHT

/** The id of the task whose card has the focus. */
const focusedIn = (scroller: HTMLElement | null) => {
  const { activeElement } = document
  const card = scroller?.contains(activeElement) ? activeElement?.closest<HTMLElement>('[data-task]') : null
  return card ? Number(card.dataset.task) : null
}

/** The range plus the pinned cards: those dragged or focused stay in the document, however far one scrolls. */
function withPinned(range: Range, tasks: readonly Task[], pinned: (number | null)[]) {
  const indexes = new Set(defaultRangeExtractor(range))
  for (const id of pinned) {
    const index = id === null ? -1 : tasks.findIndex((task) => task.id === id)
    if (index !== -1) indexes.add(index)
  }
  return [...indexes].sort((a, b) => a - b)
}

/** Brings the revealed task into view if it is in this column. */
function useReveal(
  tasks: readonly Task[],
  scroller: React.RefObject<HTMLDivElement | null>,
  scrollTo: (index: number) => void,
) {
  const wanted = revealed.use()
  useEffect(() => {
    if (!wanted) return
    const index = tasks.findIndex(({ id }) => id === wanted.id)
    if (index === -1 || !scroller.current) return
    revealed.set(null)
    scrollTo(index)
    highlightCard(scroller.current, wanted)
  })
}
