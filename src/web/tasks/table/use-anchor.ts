import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { InView } from './use-in-view.ts'
import { type Rows, rowAt, rowsHere } from './use-rows.ts'

/** Scrolled less than this, the table shows what is new at its top; scrolled further, it stays where it is. */
const AT_TOP = 8

/** Keeps the rows in view under the eye when others come or go above them. */
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

/** By how many places most of the rows from `from` to `to` have moved; a row that went elsewhere by itself does not count. */
export function shiftOf(before: Rows, now: Rows, from: number, to: number) {
  const places = new Map(rowsHere(now).map(({ task, index }) => [task.id, index]))
  const votes = new Map<number, number>()
  for (let index = from; index < to; index += 1) {
    const place = places.get(rowAt(before, index)?.id ?? Number.NaN)
    if (place !== undefined) votes.set(place - index, (votes.get(place - index) ?? 0) + 1)
  }
  const [winner] = [...votes].sort(([, one], [, other]) => other - one)
  return winner?.[0] ?? 0
}
