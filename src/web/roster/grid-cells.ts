import type { Roster, RosterShift } from '../../shared/roster/shapes.ts'

/** The cells of the roster: people, or nobody, by days. */

/** A row of the grid: a person, or null for open shifts. */
export type RowOwner = string | null
export interface CellPlace {
  row: number
  column: number
}

const keyOf = (userId: RowOwner, date: string) => `${userId ?? ''} ${date}`

/** Finds the shifts of a cell, earliest first. */
export function shiftsByCell(shifts: readonly RosterShift[]) {
  const cells = new Map<string, RosterShift[]>()
  for (const shift of shifts) {
    const key = keyOf(shift.userId, shift.date)
    cells.set(key, [...(cells.get(key) ?? []), shift])
  }
  for (const cell of cells.values()) cell.sort((a, b) => a.startTime.localeCompare(b.startTime) || a.id - b.id)
  return (userId: RowOwner, date: string): readonly RosterShift[] => cells.get(keyOf(userId, date)) ?? []
}

/** The rows of a roster: open shifts first, then people by name. */
export const rowsOf = ({ people }: Pick<Roster, 'people'>): RowOwner[] => [null, ...people.map(({ user }) => user.id)]

const steps: Record<string, readonly [down: number, across: number]> = {
  ...{ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] },
}

/** Where an arrow key leads from a cell; undefined for another key, and beyond an edge. */
export function placeAfter(
  key: string,
  { row, column }: CellPlace,
  { rows, columns }: { rows: number; columns: number },
  isRightToLeft: boolean,
): CellPlace | undefined {
  const step = steps[key]
  if (!step) return undefined
  const across = isRightToLeft ? -step[1] : step[1]
  const next = { row: row + step[0], column: column + across }
  const isInside = next.row >= 0 && next.row < rows && next.column >= 0 && next.column < columns
  return isInside ? next : undefined
}
