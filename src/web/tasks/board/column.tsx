import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  type Range,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { memo, startTransition, useCallback, useEffect, useId, useLayoutEffect, useReducer, useRef } from 'react'
import type { BoardQuery } from '../../../shared/task-query.ts'
import type { Status } from '../../../shared/task-status.ts'
import type { Task, TaskPage } from '../../../shared/tasks.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { useI18n } from '../../language.ts'
import { highlightCard, revealed } from '../../task/reveal.ts'
import { cx } from '../../ui/class-names.ts'
import { useRestoredPosition } from '../../ui/restored-position.ts'
import { times } from '../../ui/skeleton.tsx'
import { BoardCard } from './card.tsx'
import { ColumnFrame } from './column-frame.tsx'
import { CardSkeleton, ColumnTail } from './column-tail.tsx'
import { useDraggedFrom } from './dragging.ts'
import { type ReadPages, useColumn } from './use-column.ts'

const emptyLabels: Record<Status, Message> = {
  pending: msg('No Pending tasks'),
  in_progress: msg('No In Progress tasks'),
  completed: msg('No Completed tasks'),
  overdue: msg('No Overdue tasks'),
}
const CARD_HEIGHT = 92
const GAP = 8
/** The approximate height of a column's cards. Read once, because reading it lays out the whole page. */
const COLUMN_HEIGHT = innerHeight - 240
/** Pixels. Scrolled less, a column shows new tasks at its top. Scrolled further, it stays where it is. */
const AT_TOP = 8
const TAIL = 'tail'

/** The scroll position in a column, with the heights that are needed to draw the same cards again. */
interface ColumnPosition {
  offset: number
  heights: VirtualItem[]
  pages: ReadPages
}

interface ColumnProps {
  status: Status
  first: TaskPage
  query: BoardQuery
}

/** One column: its heading, and its cards. Only the cards in view are drawn. */
export const Column = memo(function Column({ status, first, query }: ColumnProps) {
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
  // First the cards in view, then those below them; on phones in the column that is in view.
  const [isWhole, drawWhole] = useReducer(() => true, false)
  // The first cards stand one below the other by themselves. So they are painted before anybody asks how high they are,
  // which would lay out the whole page within the task that draws it.
  const stack = !isWhole && before === undefined
  const isSettled = useRef(false)
  // To ask the element how far it is scrolled would lay out the page, too.
  const drawn = useRef<Virtualizer<HTMLDivElement, HTMLDivElement>>(null)
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: tasks.length + (more ? 1 : 0),
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: () => CARD_HEIGHT,
    initialOffset: before?.offset ?? 0,
    initialMeasurementsCache: before?.heights ?? [],
    gap: GAP,
    paddingEnd: GAP,
    overscan: isWhole ? 6 : 1,
    // So the first cards are drawn with the column, and not one step later. Any height near the column's will do.
    initialRect: { width: 0, height: COLUMN_HEIGHT },
    observeElementRect: followRect,
    // A new column is at its top already.
    scrollToFn: (offset, options, instance) => {
      if (isWhole || offset > 0) elementScroll(offset, options, instance)
    },
    // The library's observer measures the first cards, and those below, after a layout that comes anyway.
    measureElement: (card, entry, instance) =>
      entry || isSettled.current ? measureElement(card, entry, instance) : knownHeight(instance, card),
    anchorTo: !stack && (drawn.current?.scrollOffset ?? 0) > AT_TOP ? 'end' : 'start',
    // A card that grows at the end of a column does not scroll it.
    scrollEndThreshold: -1,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    rangeExtractor: (range) => withPinned(range, tasks, [dragged, focusedIn(scroller.current)]),
  })

  drawn.current = rows

  useLayoutEffect(() => {
    if (isWhole || stack) return
    // Together: one after another, each would be laid out for itself.
    const cards = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])]
    const heights = cards.map((card) => card.offsetHeight)
    for (const [at, card] of cards.entries()) rows.resizeItem(Number(card.dataset.index), heights[at] ?? CARD_HEIGHT)
  })
  useEffect(() => onceInView(scroller.current, () => startTransition(drawWhole)), [])
  useEffect(() => {
    isSettled.current = isWhole
  }, [isWhole])

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
          // The name contains filter and order, so that the router restores only this filter's position.
          data-scroll-restoration-id={name}
          className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-2 print:overflow-visible [overflow-anchor:none] max-md:-mx-1 max-md:px-1 thumb:pb-20"
        >
          <div
            ref={rows.containerRef}
            role="feed"
            aria-labelledby={headingId}
            aria-busy={more && to >= tasks.length}
            className={cx('relative print:h-auto!', stack && 'flex flex-col gap-2')}
          >
            {rows.getVirtualItems().map(({ key, index }) => {
              const task = tasks[index]
              return (
                <div
                  key={key}
                  data-index={index}
                  ref={rows.measureElement}
                  className={cx('print:static! print:transform-none!', !stack && 'absolute inset-x-0')}
                >
                  {task ? (
                    <BoardCard task={task} column={status} position={index + 1} total={total} />
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
})

/** A column while its tasks load. */
export const ColumnSkeleton = ({
  status,
  count,
  cards,
}: {
  status: Status
  count: number | undefined
  cards: number
}) => (
  <ColumnFrame status={status} {...(count !== undefined && { count })} headingId={`loading-${status}`}>
    <div aria-hidden="true" className="flex min-h-0 flex-col gap-2 overflow-hidden px-2 max-md:px-0">
      {times(cards, (index) => (
        <CardSkeleton lines={(index % 2) + 1} />
      ))}
    </div>
  </ColumnFrame>
)

/** As in the library, but without asking for the size: that would lay out the page within this task. */
function followRect(
  { scrollElement }: Virtualizer<HTMLDivElement, HTMLDivElement>,
  onRect: (rect: { width: number; height: number }) => void,
) {
  if (!scrollElement) return
  const observer = new ResizeObserver(([entry]) => {
    const [size] = entry?.borderBoxSize ?? []
    if (size) onRect({ width: Math.round(size.inlineSize), height: Math.round(size.blockSize) })
  })
  observer.observe(scrollElement, { box: 'border-box' })
  return () => observer.disconnect()
}

/** Calls back when a tenth of an element is in view; at once if there is none. Returns the function that cancels it. */
function onceInView(element: Element | null, callback: () => void) {
  if (!element) return callback()
  const look = (entries: IntersectionObserverEntry[]) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    callback()
  }
  // The edge of the next column shows on a phone, too.
  const observer = new IntersectionObserver(look, { threshold: 0.1 })
  observer.observe(element)
  return () => observer.disconnect()
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
