import type { RefObject } from 'react'
import { useMoves } from '../../task/moves.ts'
import { CARD_HEIGHT, CardRow } from './card-row.tsx'
import type { TableColumn } from './columns.ts'
import { ROW_HEIGHT, TableRow } from './row.tsx'
import type { Selected } from './selection.ts'
import { useAnchor } from './use-anchor.ts'
import { type InView, useInView } from './use-in-view.ts'
import { type Rows, rowAt } from './use-rows.ts'

export const rowHeightOf = (asCards: boolean) => (asCards ? CARD_HEIGHT : ROW_HEIGHT)

/** Rows drawn before and after those in view, so that scrolling shows no gap. */
const OVERSCAN_ROWS = 8

/** The rows in view, each at its position in the height of all rows. Scrolling renders only this component again. */
export function Body({
  rows,
  total,
  tail,
  active,
  selected,
  scroller,
  asCards,
  ...rest
}: {
  rows: Rows
  /** How many rows there are; while they load, how many skeletons. */
  total: number
  /** Pixels of free space at the end, for the bar that floats over it. */
  tail: number
  active: number
  selected: Selected
  columns: readonly TableColumn[]
  selectable: boolean
  scroller: RefObject<HTMLElement | null>
  asCards: boolean
}) {
  const rowHeight = rowHeightOf(asCards)
  const { inView, measure } = useInView(scroller, rowHeight, OVERSCAN_ROWS * rowHeight)
  useAnchor(rows, inView, rowHeight, scroller, measure)
  const moves = useMoves()
  const RowOrCard = asCards ? CardRow : TableRow

  // While pages are read again, a task may be in two of them for a moment.
  const drawn = new Set<number>()
  const keyOf = (id: number | undefined, index: number) => {
    if (id === undefined || drawn.has(id)) return `index ${index}`
    drawn.add(id)
    return id
  }
  return (
    // Without transitions: with them, one frame in ten came late when rows scrolled by under the pointer.
    <tbody
      className="relative block print:h-auto! [&_button]:transition-none [&_input]:transition-none"
      style={{ height: total * rowHeight + tail }}
    >
      {indexesIn(inView, active, total).map((index) => {
        const task = rowAt(rows, index)
        const move = task && moves.get(task.id)
        return (
          <RowOrCard
            {...rest}
            key={keyOf(task?.id, index)}
            task={move?.task ?? task}
            index={index}
            selected={task !== undefined && selected.has(task.id)}
            active={index === active}
            leaving={move?.to === null}
          />
        )
      })}
    </tbody>
  )
}

/** The indexes in view, and the active row's. */
function indexesIn([from, to]: InView, active: number, total: number) {
  const end = Math.min(total, to)
  const indexes = Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index)
  return active < total && (active < from || active >= end) ? [...indexes, active] : indexes
}
