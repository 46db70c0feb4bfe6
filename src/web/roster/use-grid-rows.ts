import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { type CellPlace, placeAfter } from './grid-cells.ts'

/** Pixels of a row with one shift in a day. Others are measured. */
const ROW_HEIGHT = 61
/** Pixels of the heading, which covers the top of the rows. */
const HEAD_HEIGHT = 40

/** New rows of one frame. A row of four weeks has 200 elements: a screen full of them would hold up the page. */
const ROWS_AT_ONCE = 4

/**
 * The rows that this frame draws: rows that are there already, and a few new ones, from the first row in view on. The
 * next frames draw the others.
 *
 * @param always a row that does not wait
 */
function useInPieces(items: VirtualItem[], always: number, firstInView: number): VirtualItem[] {
  const drawn = useRef<ReadonlySet<number>>(new Set())
  const [, drawMore] = useReducer((pieces: number) => pieces + 1, 0)
  const orderOf = ({ index }: VirtualItem) => (index < firstInView ? Number.MAX_SAFE_INTEGER - index : index)
  const added = items
    .filter(({ index }) => index !== always && !drawn.current.has(index))
    .sort((a, b) => orderOf(a) - orderOf(b))
  const later = new Set(added.slice(ROWS_AT_ONCE))
  const shown = items.filter((item) => !later.has(item))
  useEffect(() => {
    drawn.current = new Set(shown.map(({ index }) => index))
    if (later.size === 0) return
    const frame = requestAnimationFrame(() => startTransition(drawMore))
    return () => cancelAnimationFrame(frame)
  })
  return shown
}

/**
 * The rows of a grid that are drawn: those in view, and the one with the focus. Keys move the focus through all rows,
 * also to rows that are not drawn yet.
 *
 * @param columns how many, the names among them
 */
export function useGridRows(scroller: RefObject<HTMLElement | null>, count: number, columns: number) {
  const [focused, setFocused] = useState<CellPlace>({ row: 0, column: 1 })
  /**
   * The place that a key has chosen, until it has the focus: its row may not be drawn yet. An effect of an earlier draw
   * can still run after the key, and must not take the focus to the place before.
   */
  const wanted = useRef<CellPlace>(undefined)
  /** A row that keys have reached, and that is drawn anew, gets the focus again. */
  const hasFocus = useRef(false)
  const place = { row: Math.min(focused.row, count - 1), column: Math.min(focused.column, columns - 1) }
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingStart: HEAD_HEIGHT,
    // Rows are drawn in pieces beside the scrolling, not within it.
    useFlushSync: false,
    rangeExtractor: useCallback(
      (range) => [...new Set([...defaultRangeExtractor(range), place.row])].sort((a, b) => a - b),
      [place.row],
    ),
  })
  const items = useInPieces(useDeferredValue(rows.getVirtualItems()), place.row, rows.range?.startIndex ?? 0)

  useEffect(() => {
    const at = document.activeElement
    // The page gets the focus of a row that is no longer drawn (`ui/kept-focus.ts`).
    const isNowhere = at === null || at.contains(scroller.current)
    if (!isNowhere && !scroller.current?.contains(at)) hasFocus.current = false
    const isFirst = wanted.current === focused
    if (!isFirst && !(hasFocus.current && isNowhere)) return
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${place.row}.${place.column}"]`)
    if (!cell) return
    const isElsewhere = !isNowhere && !scroller.current?.contains(at)
    if (isFirst) wanted.current = undefined
    if (isElsewhere) return
    hasFocus.current = true
    cell.focus({ preventScroll: true })
    if (isFirst) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  return {
    items,
    height: rows.getTotalSize(),
    measure: rows.measureElement,
    focused: place,
    setFocused,
    /** Moves the focus by a key. Returns whether it did. */
    move(event: KeyboardEvent): boolean {
      const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
      const next = placeAfter(event, place, { rows: count, columns }, isRightToLeft)
      if (!next) return false
      wanted.current = next
      setFocused(next)
      rows.scrollToIndex(next.row)
      return true
    },
  }
}
