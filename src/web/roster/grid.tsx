import { type DragEvent, type KeyboardEvent, type MouseEvent, type SyntheticEvent, useMemo, useRef } from 'react'
import type { Roster, RosterShift } from '../../shared/roster/shapes.ts'
import { type Day, dateOf } from '../../shared/time/time.ts'
import { formatWeekday, formatWeekdayName } from '../../shared/words/formats.ts'
import { useReader } from '../components/time/use-reader.ts'
import { cx } from '../ui/class-names.ts'
import { awayOn } from './absences/away-mark.tsx'
import { type CellsByRow, gridCellsOf, type RowOwner, rowsOf, shiftsByRow, shiftsOn } from './grid-cells.ts'
import { DRAGGED, GridRow, gridColumns, type OpenAway } from './grid-row.tsx'
import { useGridRows } from './use-grid-rows.ts'

/** The actions on a cell: absent for people who do not plan. */
export interface CellActions {
  onOpen(shift: RosterShift): void
  onNew(userId: RowOwner, date: string): void
  /**
   * A key on a cell, or with `date` null on the name of a row, whose shifts are then all of the row. Returns whether it
   * did something.
   */
  onKey(event: KeyboardEvent, userId: RowOwner, date: string | null, shifts: readonly RosterShift[]): boolean
  onMove(shift: RosterShift, userId: RowOwner, date: string): void
}

/**
 * The roster: a row a person, after one for open shifts, and a column a day. It scrolls by itself, below its heading
 * and beside its names, and draws only the rows in view.
 */
export function RosterGrid({
  roster,
  department,
  days,
  now,
  actions,
  onAway,
  stretched,
}: {
  roster: Roster
  /** Its name, where it is known. */
  department?: string | undefined
  days: readonly Day[]
  /** Milliseconds. */
  now: number
  actions?: CellActions | undefined
  onAway?: OpenAway | undefined
  /** A shift with other times, before they are saved. */
  stretched?: RosterShift | undefined
}) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const scroller = useRef<HTMLDivElement>(null)
  const known = useRef<CellsByRow>(undefined)
  const cells = useMemo(() => shiftsByRow(roster.shifts, known.current), [roster.shifts])
  known.current = cells
  const people = useMemo(() => new Map(roster.people.map((person) => [person.user.id, person])), [roster.people])
  const owners = useMemo(() => rowsOf(roster), [roster])
  const rows = useGridRows(scroller, owners.length, days.length + 1)
  const today = dateOf(now, timeZone)
  const latest = useRef(actions)
  latest.current = actions
  const onOpen = useRef((shift: RosterShift) => latest.current?.onOpen(shift)).current
  const latestAway = useRef(onAway)
  latestAway.current = onAway
  const openAway = useRef<OpenAway>((away, person) => latestAway.current?.(away, person)).current

  /** The cell in which something happened, by its owner and day. */
  const cellAt = (element: EventTarget | null) => {
    const cell = element instanceof Element ? element.closest<HTMLElement>('[data-cell]') : null
    const [row = Number.NaN, column = Number.NaN] = (cell?.dataset.cell ?? '').split('.').map(Number)
    const owner = owners[row]
    return cell && owner !== undefined
      ? { cell, place: { row, column }, owner, date: days[column - 1]?.date }
      : undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (rows.move(event)) return event.preventDefault()
    const { row, column } = rows.focused
    const owner = owners[row]
    if (!actions || owner === undefined) return
    const date = days[column - 1]?.date
    const person = people.get(owner ?? '')
    const [away] = date === undefined ? [] : awayOn(person?.away, date)
    if (event.key.toLowerCase() === 'a' && !event.ctrlKey && !event.metaKey && away && person && onAway) {
      event.preventDefault()
      return onAway(away, person)
    }
    const ofRow = gridCellsOf(cells, owner)
    const shifts = date === undefined ? [...ofRow.values()].flat() : shiftsOn(ofRow, date)
    if (actions.onKey(event, owner, date ?? null, shifts)) event.preventDefault()
  }
  const onFocus = ({ target }: SyntheticEvent) => {
    const found = cellAt(target)
    const { row, column } = rows.focused
    if (found && (found.place.row !== row || found.place.column !== column)) rows.setFocused(found.place)
  }
  const onDoubleClick = ({ target }: MouseEvent) => {
    const found = cellAt(target)
    if (found?.date) actions?.onNew(found.owner, found.date)
  }
  // The cell below the pointer is marked in the document: to draw rows anew would make dragging slow.
  const over = useRef<HTMLElement>(undefined)
  const mark = (cell: HTMLElement | undefined) => {
    if (over.current === cell) return
    over.current?.removeAttribute('data-over')
    cell?.setAttribute('data-over', '')
    over.current = cell
  }
  const drop = actions && {
    onDragOver(event: DragEvent) {
      const found = event.dataTransfer.types.includes(DRAGGED) ? cellAt(event.target) : undefined
      mark(found?.date ? found.cell : undefined)
      if (found?.date) event.preventDefault()
    },
    onDragEnd: () => mark(undefined),
    onDrop(event: DragEvent) {
      mark(undefined)
      const found = cellAt(event.target)
      const id = Number(event.dataTransfer.getData(DRAGGED))
      const shift = roster.shifts.find((each) => each.id === id)
      if (!found?.date || !shift) return
      event.preventDefault()
      actions.onMove(shift, found.owner, found.date)
    },
  }
  const labels = useMemo(() => days.map(({ from }) => formatWeekday(from, reader)), [days, reader])
  const columns = { gridTemplateColumns: gridColumns(days.length) }
  return (
    <div
      ref={scroller}
      data-roster-scroller
      className="mx-3.5 mt-2 mb-4 min-h-80 flex-1 overflow-auto overscroll-contain [overflow-anchor:none] md:mx-(--gutter)"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid has keys of its own
        role="grid"
        aria-label={days.length > 7 ? i18n.t('The roster of these weeks') : i18n.t('The roster of the week')}
        aria-rowcount={owners.length + 1}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onDoubleClick={actions && onDoubleClick}
        {...drop}
        className="block w-max min-w-full"
      >
        <thead className="sticky top-0 z-20 block">
          <tr aria-rowindex={1} className="grid" style={columns}>
            <th scope="col" className="sticky inset-s-0 z-10 border-line border-b bg-bg pb-1.5">
              <span className="sr-only">{i18n.t('Person')}</span>
              {department && (
                <span aria-hidden="true" dir="auto" className="block truncate pt-2 text-start font-semibold text-md">
                  {department}
                </span>
              )}
            </th>
            {days.map(({ date }, at) => (
              <th
                key={date}
                scope="col"
                aria-current={date === today ? 'date' : undefined}
                className={cx(
                  'tabular min-w-0 truncate border-line border-b bg-bg px-1 pt-2 pb-1.5 text-center font-medium text-sm',
                  date === today ? 'text-accent' : 'text-muted',
                )}
              >
                <span aria-hidden="true">
                  {formatWeekdayName(new Date(date).getUTCDay(), reader, 'short')} {Number(date.slice(8))}
                </span>
                <span className="sr-only">{labels[at]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height: rows.height }}>
          {rows.items.map(({ index, start }) => {
            const owner = owners[index]
            if (owner === undefined) return null
            return (
              <GridRow
                key={owner ?? 'open'}
                {...{ index, days, labels, today, owner }}
                top={start}
                measure={rows.measure}
                person={owner === null ? undefined : people.get(owner)}
                cells={gridCellsOf(cells, owner)}
                focused={rows.focused.row === index ? rows.focused.column : -1}
                onOpen={actions ? onOpen : undefined}
                onAway={onAway && openAway}
                stretched={stretched?.userId === owner ? stretched : undefined}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
