import type { Break, ClockSession, SessionBreaks } from '../../shared/clock.ts'
import { dateOf, dateTimeIn, daysLater, instantOf } from '../../shared/time/time.ts'

const MINUTE = 60_000

/** A break in a form: times of day ("12:05"); the end of a running one is empty. */
export interface BreakValues {
  start: string
  end: string
  isPaid: boolean
}

export const breakValuesOf = ({ startTime, endTime, isPaid }: Break, timeZone: string): BreakValues => ({
  start: dateTimeIn(startTime, timeZone).time,
  end: endTime === null ? '' : dateTimeIn(endTime, timeZone).time,
  isPaid,
})

/**
 * The first instant with a time of day at or after another instant (both ISO 8601). The minute of that instant itself
 * means the instant: people see no seconds.
 */
export function firstAt(clock: string, after: string, timeZone: string) {
  const date = dateOf(Date.parse(after), timeZone)
  const minute = Math.floor(Date.parse(after) / MINUTE) * MINUTE
  const sameDay = instantOf(date, clock, timeZone)
  if (Date.parse(sameDay) > minute) return sameDay
  return Date.parse(sameDay) === minute ? after : instantOf(daysLater(date, 1), clock, timeZone)
}

/** The break within a session that a form's values mean. Its end may be the session's, to the minute. */
export function breakOf(
  { start, end, isPaid }: BreakValues,
  session: Pick<ClockSession, 'startTime' | 'endTime'>,
  timeZone: string,
): SessionBreaks['breaks'][number] {
  const startTime = firstAt(start, session.startTime, timeZone)
  if (end === '') return { startTime, endTime: null, isPaid }
  const endTime = firstAt(end, startTime, timeZone)
  const isLastMinute = session.endTime !== null && dateTimeIn(session.endTime, timeZone).time === end
  return { startTime, endTime: isLastMinute && session.endTime ? session.endTime : endTime, isPaid }
}

/** The recorded breaks as `PUT /clock/sessions/{id}/breaks` takes them. */
export const asSent = (breaks: readonly Break[]): SessionBreaks['breaks'] =>
  breaks.map(({ startTime, endTime, isPaid }) => ({ startTime, endTime, isPaid }))

const isSame = (a: BreakValues, b: BreakValues) => a.start === b.start && a.end === b.end && a.isPaid === b.isPaid

/** All breaks that a form's values mean; a break that was not touched keeps its seconds. */
export const breaksOf = (
  values: readonly BreakValues[],
  session: Pick<ClockSession, 'startTime' | 'endTime' | 'breaks'>,
  timeZone: string,
): SessionBreaks['breaks'] =>
  values.map((value) => {
    const recorded = session.breaks?.find((one) => isSame(breakValuesOf(one, timeZone), value))
    return recorded ? (asSent([recorded])[0] ?? breakOf(value, session, timeZone)) : breakOf(value, session, timeZone)
  })
