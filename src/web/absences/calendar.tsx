import { type CSSProperties, useMemo } from 'react'
import type { Absence } from '../../shared/absences/shapes.ts'
import { formatCount, formatDays, formatMonth, formatShortMonth } from '../../shared/words/formats.ts'
import { absenceDays } from '../components/absences/absence-days.ts'
import { absenceInWords, absenceStateLabels } from '../components/labels/absence-labels.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { isRightToLeft } from '../direction.ts'
import { cx } from '../ui/class-names.ts'
import { type AbsenceView, awayPerDay, dayNumber, monthsOf, partIn } from './periods.ts'

interface Named {
  id: string
  firstName: string
  lastName: string
  profileImageUrl?: string | null
}
interface Days {
  from: string
  to: string
}

const columns = 'grid grid-cols-[clamp(6.5rem,18vw,14rem)_minmax(0,1fr)]'
/** Where some days stand on the scale, and how wide they are. */
const place = (part: { at: number; days: number }, count: number): CSSProperties => ({
  insetInlineStart: `${(100 * part.at) / count}%`,
  width: `${(100 * part.days) / count}%`,
})

const WEEKEND = 'color-mix(in oklab, var(--line) 45%, transparent)'

/** Saturdays and Sundays behind a row, as a picture that repeats each week. */
function weekends(from: string, count: number): CSSProperties {
  const day = 100 / count
  const first = new Date(from).getUTCDay()
  const stops = Array.from({ length: 7 }, (_, at) => {
    const colour = [0, 6].includes((first + at) % 7) ? WEEKEND : 'transparent'
    return `${colour} ${at * day}% ${(at + 1) * day}%`
  })
  return { backgroundImage: `repeating-linear-gradient(${isRightToLeft() ? 270 : 90}deg, ${stops.join()})` }
}

/** People by the days of a period: a bar for each absence, and above them how many people are away on each day. */
export function AbsenceCalendar({
  department,
  people,
  absences,
  period,
  view,
  today,
  onOpen,
}: {
  /** Its name, where it is known. */
  department?: string | undefined
  people: readonly Named[]
  /** Requested and approved ones. */
  absences: readonly Absence[]
  period: Days
  view: AbsenceView
  today: string
  onOpen?: (id: number) => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const count = dayNumber(period.from, period.to) + 1
  const byPerson = useMemo(() => absencesByPerson(absences), [absences])
  const background = useMemo(() => weekends(period.from, count), [period.from, count])
  const isMany = people.length > 1
  const nowAt = today >= period.from && today <= period.to ? dayNumber(period.from, today) : null
  return (
    <div className="overflow-x-clip">
      <table
        aria-label={i18n.t('Absences, {days}', { days: formatDays(period.from, period.to, { i18n }) })}
        className="block min-w-full"
      >
        <thead className="block">
          <tr className={columns}>
            <th scope="col" className="min-w-0 pe-2 text-start font-semibold">
              <span className="sr-only">{i18n.t('Person')}</span>
              {department && (
                <span aria-hidden="true" dir="auto" className="block truncate">
                  {department}
                </span>
              )}
            </th>
            <th scope="col" className="col-start-2 font-normal">
              <span className="sr-only">{i18n.t('Days')}</span>
              <Scale {...{ view, period, count }} />
            </th>
          </tr>
          {isMany && (
            <tr className={columns}>
              <th scope="row" className="py-1 pe-2 text-start font-medium text-muted text-sm">
                {i18n.t('Away ##how many people')}
              </th>
              <td>
                <AwayStrip {...{ period, absences, count }} showsNumbers={view !== 'year'} />
              </td>
            </tr>
          )}
        </thead>
        <tbody className="block">
          {people.map((person) => (
            <tr
              key={person.id}
              className={cx(
                columns,
                'border-line border-t [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]',
              )}
            >
              <th scope="row" className="flex min-w-0 items-center gap-2 py-1.5 pe-2 text-start font-normal">
                <span className="max-md:hidden">
                  <Avatar person={person} size="md" />
                </span>
                <bdi className="truncate">{fullName(person)}</bdi>
              </th>
              <td style={background} className="relative min-h-11 border-line border-s">
                {nowAt !== null && (
                  <span
                    aria-hidden="true"
                    style={place({ at: nowAt, days: 1 }, count)}
                    className="absolute inset-y-0 min-w-px bg-accent-soft"
                  />
                )}
                <Bars absences={byPerson.get(person.id) ?? []} {...{ period, count, onOpen }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
    </div>
  )
}

function absencesByPerson(absences: readonly Absence[]) {
  const found = new Map<string, Absence[]>()
  for (const absence of absences) found.set(absence.user.id, [...(found.get(absence.user.id) ?? []), absence])
  return found
}

/** Months above a year, months and days above shorter periods. */
function Scale({ view, period, count }: { view: AbsenceView; period: Days; count: number }) {
  const { i18n } = useReader()
  const isMonth = view === 'month'
  const shown = isMonth ? Array.from({ length: count }, (_, at) => at + 1) : []
  return (
    <span aria-hidden="true" className="tabular relative block h-6 text-muted text-xs">
      {isMonth
        ? shown.map((day) => (
            <span
              key={day}
              style={place({ at: day - 1, days: 1 }, count)}
              className={cx('absolute top-1 text-center', !isOnPhones(day, count) && 'max-md:hidden')}
            >
              {day}
            </span>
          ))
        : monthsOf(period).map(({ from, at, days }) => (
            <span
              key={from}
              style={place({ at, days }, count)}
              className="absolute top-1 truncate border-line border-s ps-1 text-start"
            >
              {view === 'quarter' ? formatMonth(from.slice(0, 7), { i18n }) : formatShortMonth(from, { i18n })}
            </span>
          ))}
    </span>
  )
}

/** A phone has room for every fifth day, and none at the end of the scale. */
const isOnPhones = (day: number, count: number) => day === 1 || (day % 5 === 0 && day < count - 1)

/** How many people are away on each day: a column as high as their number, and the most of them in words. */
function AwayStrip({
  period,
  absences,
  count,
  showsNumbers,
}: {
  period: Days
  absences: readonly Absence[]
  count: number
  showsNumbers: boolean
}) {
  const reader = useReader()
  const { i18n } = reader
  const perDay = useMemo(() => awayPerDay(period, absences), [period, absences])
  const most = Math.max(0, ...perDay)
  const words =
    most === 0
      ? i18n.t('Nobody is away')
      : i18n.t('{count, plural, one {At most # person is away on a day} other {At most # people are away on a day}}', {
          count: most,
        })
  return (
    <span role="img" aria-label={words} title={words} className="relative block h-9 border-line border-s">
      {perDay.map((people, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the days of a period
          key={at}
          style={{ ...place({ at, days: 1 }, count), height: `${most === 0 ? 0 : (100 * people) / most}%` }}
          className="absolute bottom-0 bg-accent/35"
        />
      ))}
      {showsNumbers &&
        perDay.map(
          (people, at) =>
            people > 0 && (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the days of a period
                key={at}
                style={place({ at, days: 1 }, count)}
                className="tabular absolute bottom-0 text-center text-[0.625rem] leading-4 max-md:hidden"
              >
                {formatCount(people, reader)}
              </span>
            ),
        )}
    </span>
  )
}

const looks: Record<string, string> = {
  approved: 'bg-accent text-on-accent',
  requested: 'border-[1.5px] border-accent border-dashed bg-surface text-accent',
}

function Bars({
  absences,
  period,
  count,
  onOpen,
}: {
  absences: readonly Absence[]
  period: Days
  count: number
  onOpen?: ((id: number) => void) | undefined
}) {
  const reader = useReader()
  const { i18n } = reader
  return absences.map((absence) => {
    const part = partIn(period, absence)
    if (!part) return null
    const word = absenceInWords(absence, i18n)
    // A narrower bar has room for a letter or two, which say nothing.
    const showsWord = part.days / count > 0.035
    const words = i18n.t('{kind}, {days}, {state}', {
      ...{ kind: word, days: absenceDays(absence, reader), state: i18n.t(absenceStateLabels[absence.state]) },
    })
    const look = cx(
      'absolute inset-y-1 min-w-1 truncate rounded-sm px-1 text-start text-xs leading-8 touch:leading-8',
      looks[absence.state],
      absence.start !== null && 'opacity-70',
    )
    return onOpen ? (
      <button
        key={absence.id}
        type="button"
        title={words}
        aria-label={words}
        style={place(part, count)}
        onClick={() => onOpen(absence.id)}
        className={look}
      >
        {showsWord && word}
      </button>
    ) : (
      <span key={absence.id} title={words} style={place(part, count)} className={look}>
        {showsWord && <span aria-hidden="true">{word}</span>}
        <span className="sr-only">{words}</span>
      </span>
    )
  })
}

function Legend() {
  const { i18n } = useReader()
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      {(['approved', 'requested'] as const).map((state) => (
        <span key={state} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cx('size-3.5 rounded-sm', looks[state])} />
          {i18n.t(absenceStateLabels[state])}
        </span>
      ))}
    </p>
  )
}
