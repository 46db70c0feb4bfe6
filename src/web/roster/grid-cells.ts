import type { Roster, RosterShift } from '../../shared/roster/shapes.ts'

/** The cells of the roster: people, or nobody, by days. */

/** A row of the grid: a person, or null for open shifts. */
export type RowOwner = string | null
/** A cell by its row and column, from 0 on. Column 0 is the name. */
export interface CellPlace {
  row: number
  column: number
}

/** The shifts of a row by their day, earliest first. */
export type RowCells = ReadonlyMap<string, readonly RosterShift[]>

const NO_CELLS: RowCells = new Map()
const NO_SHIFTS: readonly RosterShift[] = []

/** The shifts of a cell. */
export const shiftsOn = (cells: RowCells, date: string) => cells.get(date) ?? NO_SHIFTS

/** The cells of each row that has shifts. */
export type CellsByRow = ReadonlyMap<RowOwner, RowCells>

/** The cells of a row. */
export const gridCellsOf = (rows: CellsByRow, owner: RowOwner) => rows.get(owner) ?? NO_CELLS

/**
 * Sorts shifts into the cells of rows. A row whose shifts are still the same ones keeps its cells of `before`, so that
 * it need not be drawn again.
 */
export function shiftsByRow(shifts: readonly RosterShift[], before: CellsByRow = new Map()): CellsByRow {
  const rows = new Map<RowOwner, Map<string, RosterShift[]>>()
  for (const shift of shifts) {
    const cells = rows.get(shift.userId) ?? new Map<string, RosterShift[]>()
    const cell = cells.get(shift.date) ?? []
    if (cell.length === 0) cells.set(shift.date, cell)
    cell.push(shift)
    rows.set(shift.userId, cells)
  }
  const found = new Map<RowOwner, RowCells>()
  for (const [owner, cells] of rows) {
    for (const cell of cells.values()) cell.sort((a, b) => a.startTime.localeCompare(b.startTime) || a.id - b.id)
    const known = before.get(owner)
    found.set(owner, known && isSame(known, cells) ? known : cells)
  }
  return found
}

const isSame = (one: RowCells, other: RowCells) =>
  one.size === other.size &&
  [...one].every(([date, shifts]) => {
    const others = other.get(date)
    return others?.length === shifts.length && shifts.every((shift, at) => shift === others[at])
  })

/** The rows of a roster: open shifts first, then people by name. */
export const rowsOf = ({ people }: Pick<Roster, 'people'>): RowOwner[] => [null, ...people.map(({ user }) => user.id)]

/** Rows that Page Up and Page Down pass. */
const PAGE_ROWS = 10

const steps: Record<string, readonly [down: number, across: number]> = {
  ...{ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] },
  ...{ PageUp: [-PAGE_ROWS, 0], PageDown: [PAGE_ROWS, 0] },
  ...{ Home: [0, Number.NEGATIVE_INFINITY], End: [0, Number.POSITIVE_INFINITY] },
}

const clamped = (value: number, size: number) => Math.min(size - 1, Math.max(0, value))

/**
 * Where a key leads from a cell; undefined for another key, and where the cell is at the edge already. Home and End
 * lead to the ends of the row, with Ctrl to the corners of the grid.
 */
export function placeAfter(
  { key, ctrlKey = false, metaKey = false, altKey = false }: KeyPress,
  { row, column }: CellPlace,
  { rows, columns }: { rows: number; columns: number },
  isRightToLeft: boolean,
): CellPlace | undefined {
  const step = steps[key]
  const isModified = ctrlKey || metaKey
  const isEnd = key === 'Home' || key === 'End'
  if (!step || altKey || (isModified && !isEnd)) return undefined
  const across = isRightToLeft && key.startsWith('Arrow') ? -step[1] : step[1]
  const next = {
    row: isModified ? (key === 'Home' ? 0 : rows - 1) : clamped(row + step[0], rows),
    column: clamped(column + across, columns),
  }
  return next.row === row && next.column === column ? undefined : next
}

interface KeyPress {
  key: string
  ctrlKey?: boolean
  metaKey?: boolean
  altKey?: boolean
}
