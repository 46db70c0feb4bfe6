import { dateOf, dateTimeIn, daysBetween, daysLater, instantOf } from './time.ts'

/** The first and the last of some days in a row, as "2026-11-20". */
export interface DateRange {
  from: string
  to: string
}

/** Earlier days beside which a figure is shown. */
export interface ComparedDays extends DateRange {
  /** The time of the last day up to which they count, as "14:15"; null for the whole day. */
  until: string | null
  /** The same as a span in milliseconds. Its end does not belong to it. */
  span: { from: number; to: number }
}

/** So many days before, the weekdays are the same. */
const YEAR_OF_WEEKS = 52 * 7
const QUARTER_MINUTES = 15

/**
 * The days before these and the same days a year before.
 *
 * - Whole months are compared with as many months before, and with the same months of the year before.
 * - Other days are compared with as many days before, and with those 52 weeks before, because weekdays differ.
 * - Days that are not over yet are compared up to the same time of the same day: four days of a week with four days.
 * The time is rounded down to a quarter of an hour.
 *
 * @param now in milliseconds
 */
export function comparedWith(
  { from, to }: DateRange,
  now: number,
  timeZone: string,
): { before: ComparedDays; yearBefore: ComparedDays } {
  const today = dateOf(now, timeZone)
  const runs = from <= today && today <= to
  const length = daysApart(from, to) + 1
  const months = wholeMonths({ from, to })
  const moved = ({ from: first, to: last }: DateRange): ComparedDays => {
    // The same day: the seventh of the month, or the third of ten days.
    const sameDay = daysLater(first, runs ? daysApart(from, today) : daysApart(first, last))
    const isCut = runs && sameDay <= last
    const until = isCut ? quarterOf(now, timeZone) : null
    const end = isCut ? sameDay : last
    return {
      ...{ from: first, to: end, until },
      span: {
        from: Date.parse(instantOf(first, '00:00', timeZone)),
        to: until === null ? Date.parse(instantOf(end, '', timeZone)) + 1 : Date.parse(instantOf(end, until, timeZone)),
      },
    }
  }
  const shift = (days: number) => ({ from: daysLater(from, -days), to: daysLater(to, -days) })
  return months > 0
    ? { before: moved(monthsEarlier(from, months, months)), yearBefore: moved(monthsEarlier(from, months, 12)) }
    : { before: moved(shift(length)), yearBefore: moved(shift(Math.max(length, YEAR_OF_WEEKS))) }
}

/** The days right before these, or right after: as many whole months, or as many days. */
export function daysBeside({ from, to }: DateRange, side: -1 | 1): DateRange {
  const months = wholeMonths({ from, to })
  if (months > 0) return monthsEarlier(from, months, -side * months)
  const days = side * (daysApart(from, to) + 1)
  return { from: daysLater(from, days), to: daysLater(to, days) }
}

const daysApart = (from: string, to: string) => daysBetween(Date.parse(from), Date.parse(to), 'UTC')

/** How many whole months these days are; 0 if they are others. */
function wholeMonths({ from, to }: DateRange) {
  const next = daysLater(to, 1)
  if (!from.endsWith('-01') || !next.endsWith('-01')) return 0
  return monthNumber(next) - monthNumber(from)
}

const monthNumber = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/** So many months that begin so many months before a date. */
function monthsEarlier(date: string, count: number, earlier: number): DateRange {
  const first = (month: number) => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10)
  const from = monthNumber(date) - earlier
  return { from: first(from), to: daysLater(first(from + count), -1) }
}

/** The local time, rounded down to a quarter of an hour, as "14:15". */
function quarterOf(now: number, timeZone: string) {
  const [hour = '00', minute = '00'] = dateTimeIn(new Date(now).toISOString(), timeZone).time.split(':')
  const quarter = Math.floor(Number(minute) / QUARTER_MINUTES) * QUARTER_MINUTES
  return `${hour}:${String(quarter).padStart(2, '0')}`
}
