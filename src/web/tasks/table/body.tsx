import type { RefObject } from 'react'
import { useMoves } from '../board/moves.ts'
import { CARD_HEIGHT, CardRow } from './card-row.tsx'
import type { Column } from './columns.ts'
import { ROW_HEIGHT, Row } from './row.tsx'
import type { Selected } from './selection.ts'
import { useAnchor } from './use-anchor.ts'
import { type InView, useInView } from './use-in-view.ts'
import { type Rows, rowAt } from './use-rows.ts'

export const rowHeightOf = (asCards: boolean) => (asCards ? CARD_HEIGHT : ROW_HEIGHT)

/** Rows drawn beyond those in view, so that scrolling shows no gap. */
const BEYOND = 8

/** The rows in view, each at its place in the height of all; what scrolling draws again is this alone. */
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
  /** As many as there are, or as are awaited. */
  total: number
  /** Room at the end for what floats over it. */
  tail: number
  active: number
  selected: Selected
  columns: readonly Column[]
  selectable: boolean
  scroller: RefObject<HTMLElement | null>
  asCards: boolean
}) {
  const rowHeight = rowHeightOf(asCards)
  const { inView, measure } = useInView(scroller, rowHeight, BEYOND * rowHeight)
  useAnchor(rows, inView, rowHeight, scroller, measure)
  const moves = useMoves()
  const RowOrCard = asCards ? CardRow : Row

  // While pages are read again, a task may for a moment stand at two places.
  const drawn = new Set<number>()
  const keyOf = (id: number | undefined, index: number) => {
    if (id === undefined || drawn.has(id)) return `place ${index}`
    drawn.add(id)
    return id
  }
  return (
    // Rows that scroll by under the pointer change colour at once: in transition, one frame in ten came late.
    <tbody
      className="relative block [&_button]:transition-none [&_input]:transition-none"
      style={{ height: total * rowHeight + tail }}
    >
      {placesIn(inView, active, total).map((index) => {
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

/** Those in view, and the one that the keyboard is at. */
function placesIn([from, to]: InView, active: number, total: number) {
  const end = Math.min(total, to)
  const places = Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index)
  return active < total && (active < from || active >= end) ? [...places, active] : places
}
