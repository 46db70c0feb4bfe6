import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { InView } from './use-in-view.ts'
import { loadedRows, type Rows, rowAt } from './use-rows.ts'

/** Pixels. Scrolled less, the table shows new rows at its top. Scrolled further, it stays where it is. */
const AT_TOP = 8

/** Keeps the rows in view where they are when rows above them are added or removed. */
export function useAnchor(
  rows: Rows,
  [from, to]: InView,
  rowHeight: number,
  scroller: RefObject<HTMLElement | null>,
  onMoved: () => void,
) {
  const before = useRef(rows)
  useLayoutEffect(() => {
    const element = scroller.current
    const last = before.current
    before.current = rows
    if (!element || last === rows) return
    if (last.query !== rows.query) {
      element.scrollTop = 0
      onMoved()
    } else if (element.scrollTop > AT_TOP) {
      const shift = shiftOf(last, rows, from, to)
      if (shift === 0) return
      element.scrollTop += shift * rowHeight
      onMoved()
    }
  }, [rows, from, to, rowHeight, scroller, onMoved])
}

/** By how many rows most rows from `from` to `to` have moved. A single moved row does not count. */
export function shiftOf(before: Rows, now: Rows, from: number, to: number) {
  const indexes = new Map(loadedRows(now).map(({ task, index }) => [task.id, index]))
  const votes = new Map<number, number>()
  for (let index = from; index < to; index += 1) {
    const newIndex = indexes.get(rowAt(before, index)?.id ?? Number.NaN)
    if (newIndex !== undefined) votes.set(newIndex - index, (votes.get(newIndex - index) ?? 0) + 1)
  }
  const [winner] = [...votes].sort(([, one], [, other]) => other - one)
  return winner?.[0] ?? 0
}
