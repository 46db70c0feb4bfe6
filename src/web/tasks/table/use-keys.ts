import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { useSelection } from './selection.ts'
import { type Rows, rowAt } from './use-rows.ts'

type Step = (active: number, page: number, last: number) => number
const steps: Record<string, Step> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active, page) => active + page,
  PageUp: (active, page) => active - page,
  Home: () => 0,
  End: (_active, _page, last) => last,
}

const rowOf = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null)
const placeOf = (row: HTMLElement) => Number(row.dataset.index)

/**
 * Rows by mouse and keyboard: arrows, Page Up and Down, Home and End lead from row to row, with Shift choosing what lies between;
 * Space chooses, Enter opens. One row takes part in the Tab order, whether it is drawn or not.
 */
export function useKeys({
  rows,
  rowHeight,
  headHeight,
  scroller,
  selection,
  selectable,
  open,
}: {
  rows: Rows
  rowHeight: number
  headHeight: number
  scroller: RefObject<HTMLElement | null>
  selection: ReturnType<typeof useSelection>
  selectable: boolean
  open: (task: number) => void
}) {
  const [active, setActive] = useState(0)
  const hasFocus = useRef(false)
  const last = Math.max(0, rows.total - 1)
  const reached = Math.min(active, last)

  // The row may be drawn after it was reached, or drawn anew: the focus follows.
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isAdrift = focused === document.body || (focused?.matches('tr') && scroller.current?.contains(focused))
    if (!hasFocus.current || !isAdrift) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${reached}"]`)
    if (row && row !== focused) row.focus({ preventScroll: true })
  })

  const show = (index: number) => {
    const element = scroller.current
    if (!element) return
    const top = index * rowHeight
    const lowest = top + rowHeight + headHeight - element.clientHeight
    element.scrollTop = Math.min(Math.max(element.scrollTop, lowest), top)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target)
    if (!row || event.altKey) return
    const index = placeOf(row)
    const task = rowAt(rows, index)
    const isOnRow = event.target === row
    const step = event.ctrlKey || event.metaKey ? undefined : steps[event.key]
    if (step) {
      const page = Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight)
      const next = Math.max(0, Math.min(last, step(index, page, last)))
      hasFocus.current = true
      setActive(next)
      row.focus({ preventScroll: true })
      show(next)
      if (event.shiftKey && selectable) {
        selection.beginAt(index)
        selection.extend(next)
      }
    } else if (event.key === ' ' && isOnRow && selectable && task) selection.toggle(task, index)
    else if (event.key === 'Enter' && isOnRow && task) open(task.id)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selectable) selection.all()
    else if (event.key === 'Escape' && selection.selected.size > 0) selection.clear()
    else return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent) => {
    const { target, currentTarget } = event
    const row = rowOf(target)
    // What opens from a row's menu stands elsewhere on the page.
    if (!row || !(target instanceof Element) || !currentTarget.contains(row) || target.closest('[data-row-action]'))
      return
    const index = placeOf(row)
    const task = rowAt(rows, index)
    if (!task) return
    setActive(index)
    const isSelecting =
      selectable && (event.shiftKey || event.ctrlKey || event.metaKey || target.closest('[data-select]'))
    if (!isSelecting) open(task.id)
    else if (event.shiftKey && selection.selected.size > 0) selection.extend(index)
    else selection.toggle(task, index)
  }

  return {
    active: reached,
    show,
    handlers: {
      onKeyDown,
      onClick,
      onFocus: ({ target }: FocusEvent) => {
        const row = rowOf(target)
        if (!row) return
        hasFocus.current = true
        setActive(placeOf(row))
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget && !scroller.current?.contains(relatedTarget)) hasFocus.current = false
      },
    },
  }
}
