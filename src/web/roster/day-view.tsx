import { type KeyboardEvent, type PointerEvent, type SyntheticEvent, useMemo, useRef } from 'react'
import type { Roster, RosterShift } from '../../shared/roster/shapes.ts'
import { isWishOn } from '../../shared/roster/wishes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { routinesApi } from '../../shared/routines.ts'
import { type Day, daysLater } from '../../shared/time/time.ts'
import { formatWeekday, formatWeekdayName } from '../../shared/words/formats.ts'
import { useReply } from '../api/queries.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { cx } from '../ui/class-names.ts'
import { AwayMark, awayOn } from './absences/away-mark.tsx'
import { NightBar, ShiftBar, spanOf } from './day-bar.tsx'
import {
  type DayWindow,
  lanesOf,
  placeOnScale,
  SCALE_HOURS,
  type ScaleSpan,
  spanAfterMidnight,
  windowsOn,
} from './day-scale.ts'
import type { CellActions } from './grid.tsx'
import { gridCellsOf, type RowOwner, rowsOf, shiftsByRow, shiftsOn } from './grid-cells.ts'
import { QUARTER } from './stretch.ts'
import { useGridRows } from './use-grid-rows.ts'
import type { Stretching } from './use-stretching.ts'
import { WishMarks } from './wish-mark.tsx'
import { isAgainstWishOn } from './wish-words.ts'

const columns = 'grid grid-cols-[clamp(9.5rem,19vw,17rem)_minmax(60rem,1fr)]'
/** A line for each hour, and a weak one for each quarter. */
const scale = {
  backgroundImage:
    'linear-gradient(90deg, var(--line) 1px, transparent 1px), linear-gradient(90deg, color-mix(in oklab, var(--line) 45%, transparent) 1px, transparent 1px)',
  backgroundSize: `${100 / SCALE_HOURS}% 100%, ${100 / SCALE_HOURS / 4}% 100%`,
}
/** Pixels of a lane with a shift. */
const LANE = 34

/** One day by quarter hours, with the windows of routines behind it. Shifts are moved and stretched there. */
export function DayView({
  roster,
  days,
  date,
  departmentId,
  onDay,
  actions,
  stretching,
}: {
  roster: Roster
  /** Of the week, to choose from. */
  days: readonly Day[]
  date: string
  departmentId: number
  onDay: (date: string) => void
  actions: CellActions | undefined
  stretching: Stretching
}) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const scroller = useRef<HTMLDivElement>(null)
  const cells = useMemo(() => shiftsByRow(roster.shifts), [roster.shifts])
  const owners = useMemo(() => rowsOf(roster), [roster])
  const people = useMemo(() => new Map(roster.people.map((person) => [person.user.id, person])), [roster.people])
  const rows = useGridRows(scroller, owners.length, 2)
  const nights = useNights(roster, days, date, departmentId)
  const routines = useReply(routinesApi.list, { query: { departmentId } }).data?.routines
  const day = days.find((each) => each.date === date) ?? days[0]
  const windows = useMemo(() => (routines && day ? windowsOn(routines, day, timeZone) : []), [routines, day, timeZone])

  const rowAt = (element: EventTarget | null) => {
    const cell = element instanceof Element ? element.closest<HTMLElement>('[data-cell]') : null
    const [row = Number.NaN, column = Number.NaN] = (cell?.dataset.cell ?? '').split('.').map(Number)
    const owner = owners[row]
    return owner === undefined ? undefined : { row, column, owner }
  }
  const onFocus = ({ target }: SyntheticEvent) => {
    const found = rowAt(target)
    if (found && (found.row !== rows.focused.row || found.column !== rows.focused.column)) rows.setFocused(found)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const owner = owners[rows.focused.row]
    if (rows.move(event)) return event.preventDefault()
    if (!actions || owner === undefined) return
    const shifts = shiftsOn(gridCellsOf(cells, owner), date)
    // The one with the focus comes first.
    const id = Number((event.target as HTMLElement).closest<HTMLElement>('[data-shift]')?.dataset.shift)
    const ordered = shifts.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
    const [first] = ordered
    if (first && (event.key === '+' || event.key === '-')) {
      event.preventDefault()
      stretching.stretch(first, 'end', event.key === '+' ? QUARTER : -QUARTER)
    } else if (actions.onKey(event, owner, date, ordered)) event.preventDefault()
  }
  /** A shift that was let go over another row goes to its person. */
  const drop = ({ clientX, clientY }: PointerEvent, isMoved: boolean) =>
    stretching.drop(isMoved ? rowAt(document.elementFromPoint(clientX, clientY))?.owner : undefined)
  return (
    <>
      <fieldset aria-label={i18n.t('Days')} className="mx-3.5 mt-3 flex gap-1 md:mx-(--gutter)">
        {days.map((each) => (
          <button
            key={each.date}
            type="button"
            aria-pressed={each.date === date}
            aria-label={formatWeekday(each.from, reader)}
            onClick={() => onDay(each.date)}
            className={cx(
              'tabular min-h-9 min-w-0 flex-1 truncate rounded-control px-2 text-center text-sm',
              each.date === date ? 'bg-accent-soft font-semibold text-accent' : 'bg-sunken text-muted',
            )}
          >
            {formatWeekdayName(new Date(each.date).getUTCDay(), reader, 'short')} {Number(each.date.slice(8))}
          </button>
        ))}
      </fieldset>
      <div
        ref={scroller}
        data-roster-scroller
        className="mx-3.5 mt-2 mb-4 min-h-80 flex-1 overflow-auto overscroll-contain [overflow-anchor:none] md:mx-(--gutter)"
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid has keys of its own
          role="grid"
          aria-label={i18n.t('The roster of the day')}
          aria-rowcount={owners.length + 1}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onDoubleClick={
            actions &&
            (({ target }) => {
              const found = rowAt(target)
              if (found?.column === 1) actions.onNew(found.owner, date)
            })
          }
          className="block w-max min-w-full"
        >
          <thead className="sticky top-0 z-20 block">
            <tr aria-rowindex={1} className={columns}>
              <th scope="col" className="sticky inset-s-0 z-10 border-line border-b bg-bg text-start">
                <span className="sr-only">{i18n.t('Person')}</span>
              </th>
              <th scope="col" className="border-line border-b bg-bg font-normal">
                <span className="sr-only">{day ? formatWeekday(day.from, reader) : ''}</span>
                <Hours />
                <Windows windows={windows} />
              </th>
            </tr>
          </thead>
          <tbody className="relative block" style={{ height: rows.height }}>
            {rows.items.map(({ index, start }) => {
              const owner = owners[index]
              if (owner === undefined) return null
              const person = owner === null ? undefined : people.get(owner)
              const shifts = shiftsOn(gridCellsOf(cells, owner), date).map((shift) =>
                shift.id === stretching.stretched?.id ? stretching.stretched : shift,
              )
              return (
                <tr
                  key={owner ?? 'open'}
                  ref={rows.measure}
                  data-index={index}
                  aria-rowindex={index + 2}
                  style={{ top: start }}
                  className={cx(columns, 'absolute inset-x-0')}
                >
                  <th
                    scope="row"
                    data-cell={`${index}.0`}
                    tabIndex={rows.focused.row === index && rows.focused.column === 0 ? 0 : -1}
                    className="sticky inset-s-0 z-10 scroll-mt-24 truncate border-line border-b bg-bg py-2 pe-2 text-start font-medium outline-offset-[-2px]"
                  >
                    <bdi>{owner === null ? i18n.t('Open shifts') : person && fullName(person.user)}</bdi>
                    {awayOn(person?.away, date).map((away) => (
                      <AwayMark key={away.id} away={away} />
                    ))}
                    <WishMarks
                      wishes={person?.wishes?.filter((wish) => isWishOn(wish, date)) ?? []}
                      isBroken={isAgainstWishOn(person, date)}
                    />
                  </th>
                  <Track
                    place={`${index}.1`}
                    isFocused={rows.focused.row === index && rows.focused.column === 1}
                    nights={nights.get(owner)}
                    {...{ shifts, windows, stretching, actions, onDay }}
                    onDrop={drop}
                  />
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A shift of the day before that runs into the day, and where. */
interface Night {
  shift: RosterShift
  span: ScaleSpan
}

/** The shifts of the day before that run into a day, by their row. The first day's are read beside the roster. */
function useNights(roster: Roster, days: readonly Day[], date: string, departmentId: number) {
  const before = daysLater(date, -1)
  const isFirst = !days.some((day) => day.date === before)
  const query = { departmentId, from: before, to: before }
  const earlier = useReply(rosterApi.list, { query }, { enabled: isFirst }).data?.shifts
  const shifts = isFirst ? earlier : roster.shifts
  return useMemo(() => {
    const rows = new Map<RowOwner, Night[]>()
    for (const shift of shifts ?? []) {
      const span = shift.date === before ? spanAfterMidnight(shift) : undefined
      if (span) rows.set(shift.userId, [...(rows.get(shift.userId) ?? []), { shift, span }])
    }
    return rows
  }, [shifts, before])
}

const evenHours = Array.from({ length: SCALE_HOURS / 2 }, (_, at) => at * 2)

/** The hours above the scale. */
function Hours() {
  return (
    <span aria-hidden="true" className="tabular relative block h-6 text-muted text-xs">
      {evenHours.map((hour) => (
        <span key={hour} className="absolute top-1" style={{ insetInlineStart: `${(100 * hour) / SCALE_HOURS}%` }}>
          {String(hour % 24).padStart(2, '0')}
        </span>
      ))}
    </span>
  )
}

/** Lanes of windows above the rows. More would leave no room for people. */
const MAX_LANES = 3

function Windows({ windows }: { windows: readonly DayWindow[] }) {
  const reader = useReader()
  const lanes = lanesOf(windows)
  const count = Math.min(MAX_LANES, Math.max(0, ...lanes.map((lane) => lane + 1)))
  if (count === 0) return null
  return (
    <ul
      aria-label={reader.i18n.t('Windows of routines')}
      className="relative mb-1"
      style={{ height: count * 18, ...scale }}
    >
      {windows.map((window, at) => {
        const lane = lanes[at] ?? 0
        return (
          lane < MAX_LANES && (
            <li
              key={window.routineId}
              title={window.title}
              style={{ ...placeOnScale(window), top: lane * 18 }}
              className="absolute h-4 truncate rounded-sm bg-accent-soft px-1 text-start text-accent text-xs leading-4"
            >
              <bdi>{window.title}</bdi>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** The scale of a person with their shifts of the day. */
function Track({
  place,
  isFocused,
  nights = [],
  shifts,
  windows,
  stretching,
  actions,
  onDay,
  onDrop,
}: {
  place: string
  isFocused: boolean
  nights: readonly Night[] | undefined
  shifts: readonly RosterShift[]
  windows: readonly DayWindow[]
  stretching: Stretching
  actions: CellActions | undefined
  onDay: (date: string) => void
  onDrop: (event: PointerEvent, isMoved: boolean) => void
}) {
  const lanes = lanesOf([...nights.map(({ span }) => span), ...shifts.map(spanOf)])
  const topOf = (at: number) => (lanes[at] ?? 0) * LANE + 4
  const height = LANE * Math.max(1, ...lanes.map((lane) => lane + 1)) + 6
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
      role="gridcell"
      data-cell={place}
      tabIndex={isFocused ? 0 : -1}
      style={{ height, ...scale }}
      className="relative scroll-mt-24 overflow-hidden border-line border-s border-b outline-offset-[-2px]"
    >
      {windows.map((window) => (
        <span
          key={window.routineId}
          aria-hidden="true"
          style={placeOnScale(window)}
          className="pointer-events-none absolute inset-y-0 bg-accent-soft/30"
        />
      ))}
      {nights.map(({ shift, span }, at) => (
        <NightBar key={shift.id} {...{ shift, span, onDay }} top={topOf(at)} />
      ))}
      {shifts.map((shift, at) => (
        <ShiftBar
          key={shift.id}
          shift={shift}
          top={topOf(nights.length + at)}
          {...{ stretching, onDrop }}
          onOpen={actions && (() => actions.onOpen(shift))}
        />
      ))}
    </td>
  )
}
