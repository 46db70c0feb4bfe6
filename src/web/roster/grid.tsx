import { type DragEvent, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { Roster, RosterPerson, RosterShift } from '../../shared/roster/shapes.ts'
import { type Day, dateOf } from '../../shared/time/time.ts'
import { formatWeekday, formatWeekdayName } from '../../shared/words/formats.ts'
import { Avatar, fullName, NoAvatar } from '../components/people/avatar.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { type CellPlace, placeAfter, type RowOwner, rowsOf, shiftsByCell } from './grid-cells.ts'
import { ShiftBlock } from './shift-block.tsx'
import { warningInWords } from './warning-words.ts'

/** Rows that are drawn at first, and with each press for more. */
const PAGE = 100

/** The actions on a cell: absent for people who do not plan. */
export interface CellActions {
  onOpen(shift: RosterShift): void
  onNew(userId: RowOwner, date: string): void
  /** A key on a cell. Returns whether it did something. */
  onKey(event: KeyboardEvent, userId: RowOwner, date: string, shifts: readonly RosterShift[]): boolean
  onMove(shift: RosterShift, userId: RowOwner, date: string): void
}

/** The roster: a row a person, after one for open shifts, and a column a day. */
export function RosterGrid({
  roster,
  department,
  days,
  now,
  actions,
}: {
  roster: Roster
  /** Its name, where it is known. */
  department?: string | undefined
  days: readonly Day[]
  /** Milliseconds. */
  now: number
  actions?: CellActions | undefined
}) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const [count, setCount] = useState(PAGE)
  const [focused, setFocused] = useState<CellPlace>({ row: 0, column: 0 })
  const table = useRef<HTMLTableElement>(null)
  const cellOf = useMemo(() => shiftsByCell(roster.shifts), [roster.shifts])
  const people = useMemo(() => new Map(roster.people.map((person) => [person.user.id, person])), [roster.people])
  const rows = rowsOf(roster).slice(0, count)
  const today = dateOf(now, timeZone)
  const onKeyDown = (event: KeyboardEvent) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = placeAfter(event.key, focused, { rows: rows.length, columns: days.length }, isRightToLeft)
    if (next) {
      event.preventDefault()
      setFocused(next)
      table.current?.querySelector<HTMLElement>(`[data-cell="${next.row}.${next.column}"]`)?.focus()
      return
    }
    const [owner, day] = [rows[focused.row], days[focused.column]]
    if (!actions || owner === undefined || !day) return
    if (actions.onKey(event, owner, day.date, cellOf(owner, day.date))) event.preventDefault()
  }
  return (
    <div className="min-w-0 overflow-x-auto px-3.5 pt-2 pb-6 thumb:pb-20 md:px-(--gutter)">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid has keys of its own
        role="grid"
        aria-label={i18n.t('The roster of the week')}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 z-10 w-[clamp(9.5rem,19vw,17rem)] border-line border-b bg-bg pb-1.5"
            >
              <span className="sr-only">{i18n.t('Person')}</span>
              {department && (
                <span aria-hidden="true" dir="auto" className="block truncate pt-2 text-start font-semibold text-md">
                  {department}
                </span>
              )}
            </th>
            {days.map(({ date, from }) => (
              <th
                key={date}
                scope="col"
                aria-current={date === today ? 'date' : undefined}
                className={cx(
                  'tabular sticky top-0 z-10 border-line border-b bg-bg px-1 pt-2 pb-1.5 text-center font-medium text-sm',
                  date === today ? 'text-accent' : 'text-muted',
                )}
              >
                <span aria-hidden="true">
                  {formatWeekdayName(new Date(date).getUTCDay(), reader, 'short')} {Number(date.slice(8))}
                </span>
                <span className="sr-only">{formatWeekday(from, reader)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((owner, row) => (
            <tr key={owner ?? 'open'} className="group/row">
              <th scope="row" className="border-line border-b py-1.5 pe-2 text-start align-top font-normal">
                {owner === null ? <OpenHead /> : <PersonHead person={people.get(owner)} />}
              </th>
              {days.map(({ date, from }, column) => (
                <Cell
                  key={date}
                  place={{ row, column }}
                  isFocused={focused.row === row && focused.column === column}
                  label={formatWeekday(from, reader)}
                  isToday={date === today}
                  shifts={cellOf(owner, date)}
                  onFocus={setFocused}
                  onNew={actions && (() => actions.onNew(owner, date))}
                  onDrop={
                    actions &&
                    ((id) => {
                      const shift = roster.shifts.find((each) => each.id === id)
                      if (shift) actions.onMove(shift, owner, date)
                    })
                  }
                  onOpen={actions?.onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {roster.people.length + 1 > count && (
        <Button onClick={() => setCount(count + PAGE)} className="mt-4">
          {i18n.t('Show more')}
        </Button>
      )}
    </div>
  )
}

/** The type of a dragged thing: the id of a shift. */
const DRAGGED = 'application/x-muster-shift'

function Cell({
  place,
  isFocused,
  label,
  isToday,
  shifts,
  onFocus,
  onNew,
  onDrop,
  onOpen,
}: {
  place: CellPlace
  isFocused: boolean
  label: string
  isToday: boolean
  shifts: readonly RosterShift[]
  onFocus: (place: CellPlace) => void
  onNew?: (() => void) | undefined
  onDrop?: ((id: number) => void) | undefined
  onOpen?: CellActions['onOpen'] | undefined
}) {
  const [isOver, setIsOver] = useState(false)
  const drop = onDrop && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      onDrop(Number(event.dataTransfer.getData(DRAGGED)))
    },
  }
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
      role="gridcell"
      data-cell={`${place.row}.${place.column}`}
      tabIndex={isFocused ? 0 : -1}
      onFocus={() => onFocus(place)}
      onDoubleClick={onNew}
      {...drop}
      className={cx(
        'min-h-12 border-line border-s border-b p-1 align-top outline-offset-[-2px]',
        isToday && 'bg-accent-soft/40',
        isOver && 'bg-accent-soft',
      )}
    >
      <span className="sr-only">{label}</span>
      {shifts.map((shift) => (
        <ShiftBlock
          key={shift.id}
          shift={shift}
          onOpen={onOpen && (() => onOpen(shift))}
          onDragStart={onDrop && ((event) => event.dataTransfer.setData(DRAGGED, String(shift.id)))}
        />
      ))}
    </td>
  )
}

function OpenHead() {
  const i18n = useI18n()
  return (
    <Head picture={<NoAvatar size="md" />} name={i18n.t('Open shifts')}>
      {null}
    </Head>
  )
}

function PersonHead({ person }: { person: RosterPerson | undefined }) {
  const reader = useReader()
  const { i18n } = reader
  if (!person) return null
  const { user, hasLeft, plannedMinutes, contractMinutes = null, warnings = [] } = person
  const planned = plannedMinutes === undefined ? undefined : formatMinutes(plannedMinutes, i18n)
  return (
    <Head picture={<Avatar person={user} size="md" />} name={fullName(user)}>
      {hasLeft && <span className="block">{i18n.t('No longer in this department')}</span>}
      {planned !== undefined && (
        <span className="tabular block">
          {contractMinutes === null
            ? planned
            : i18n.t('{planned} of {contract}', { planned, contract: formatMinutes(contractMinutes, i18n) })}
        </span>
      )}
      {warnings.map((warning) => (
        <span key={`${warning.rule} ${warning.at}`} className="block text-overdue">
          {warningInWords(warning, reader)}
        </span>
      ))}
    </Head>
  )
}

const Head = ({ picture, name, children }: { picture: ReactNode; name: string; children: ReactNode }) => (
  <span className="flex min-w-0 items-start gap-2">
    {picture}
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate font-medium leading-snug" title={name}>
        {name}
      </span>
      <span className="block text-muted text-xs leading-snug">{children}</span>
    </span>
  </span>
)
