import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { taskHref } from '../../components/addresses/hrefs.ts'
import { openInTab } from '../../ui/opening-link.tsx'
import type { useSelection } from './selection.ts'
import { type Rows, rowAt } from './use-rows.ts'

interface Grid {
  rows: Rows
  rowHeight: number
  headHeight: number
  scroller: RefObject<HTMLElement | null>
  selection: ReturnType<typeof useSelection>
  selectable: boolean
  open: (task: number) => void
}

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
const indexOf = (row: HTMLElement) => Number(row.dataset.index)

/**
 * The table by keyboard and mouse. Arrows, Page Up and Down, Home and End move from row to row. With Shift they select
 * the rows between. Space selects a row, Enter opens it. One row takes part in the Tab order, whether it is drawn or
 * not.
 */
export function useKeys(grid: Grid) {
  const { rows, selection, selectable, open } = grid
  const { active, setActive, moveBy, show, focusHandlers } = useActiveRow(grid)

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target)
    if (!row || event.altKey) return
    const index = indexOf(row)
    const task = rowAt(rows, index)
    const isOnRow = event.target === row
    const hasModifier = event.ctrlKey || event.metaKey
    const step = hasModifier ? undefined : steps[event.key]
    if (step) {
      const next = moveBy(row, step)
      if (event.shiftKey && selectable) {
        selection.beginAt(index)
        selection.extend(next)
      }
    } else if (event.key === ' ' && isOnRow && selectable && task) selection.toggle(task, index)
    else if (event.key === 'Enter' && isOnRow && task) open(task.id)
    else if (event.key === 'a' && hasModifier && selectable) selection.all()
    else if (event.key === 'Escape' && selection.selected.size > 0) selection.clear()
    else return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent) => {
    const { target, currentTarget } = event
    const row = rowOf(target)
    // The entries of a row's menu stand elsewhere in the document: their clicks bubble here, too.
    if (!row || !(target instanceof Element) || !currentTarget.contains(row) || target.closest('[data-row-action]'))
      return
    const index = indexOf(row)
    const task = rowAt(rows, index)
    if (!task) return
    const isLink = target.closest('a') !== null
    if (event.button !== 0) return openInTab(event, taskHref(task.id))
    // The browser opens a link in a tab. Elsewhere in the row the key selects it.
    if (isLink && (event.ctrlKey || event.metaKey)) return
    if (isLink) event.preventDefault()
    setActive(index)
    const isSelecting =
      selectable && (event.shiftKey || event.ctrlKey || event.metaKey || target.closest('[data-select]'))
    if (!isSelecting) open(task.id)
    else if (event.shiftKey && selection.selected.size > 0) selection.extend(index)
    else selection.toggle(task, index)
  }

  return { active, show, handlers: { onKeyDown, onClick, onAuxClick: onClick, ...focusHandlers } }
}

/** The row in the Tab order. It keeps the focus when rows are drawn anew, and can be scrolled into view. */
function useActiveRow({ rows, rowHeight, headHeight, scroller }: Grid) {
  const [chosen, setActive] = useState(0)
  const hasFocus = useRef(false)
  const last = Math.max(0, rows.total - 1)
  const active = Math.min(chosen, last)

  // The row may be drawn later, or drawn anew. Then it receives the focus.
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isLost = focused === document.body || (focused?.matches('tr') && scroller.current?.contains(focused))
    if (!hasFocus.current || !isLost) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (row && row !== focused) row.focus({ preventScroll: true })
  })

  const show = (index: number) => {
    const element = scroller.current
    if (!element) return
    const top = index * rowHeight
    const minScrollTop = top + rowHeight + headHeight - element.clientHeight
    element.scrollTop = Math.min(Math.max(element.scrollTop, minScrollTop), top)
  }

  /** Moves the focus from a row by a step. Returns the index that it reaches. */
  const moveBy = (row: HTMLElement, step: Step) => {
    const page = Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight)
    const next = Math.max(0, Math.min(last, step(indexOf(row), page, last)))
    hasFocus.current = true
    setActive(next)
    row.focus({ preventScroll: true })
    show(next)
    return next
  }

  const focusHandlers = {
    onFocus: ({ target }: FocusEvent) => {
      const row = rowOf(target)
      if (!row) return
      hasFocus.current = true
      setActive(indexOf(row))
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !scroller.current?.contains(relatedTarget)) hasFocus.current = false
    },
  }
  return { active, setActive, moveBy, show, focusHandlers }
}
