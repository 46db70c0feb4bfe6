import type { ClockSession, RecordedDay, RecordedPart } from './clock.ts'
import { type Day, dateTimeIn } from './time/time.ts'
import { paidMinutesBetween, type TimeSpan } from './worked-time.ts'

/** The record of begin, end and breaks of each day: a pure function over clock sessions. */

type Recorded = Pick<ClockSession, 'startTime' | 'endTime' | 'breaks' | 'needsReview' | 'correction'>

/**
 * The days with the parts of sessions that lie within each. A session over midnight is cut there, as its paid minutes
 * are. A running one counts up to `now` (ms).
 */
export function recordedDays(
  sessions: readonly Recorded[],
  days: readonly Day[],
  now: number,
  timeZone: string,
): RecordedDay[] {
  const ofDays = sessionsOfDays(sessions, days, now)
  return days.map((day, at) => {
    const ofDay = ofDays[at] ?? []
    return {
      date: day.date,
      parts: ofDay.map((session) => partOf(session, day, now, timeZone)),
      minutes: paidMinutesBetween(ofDay, day.from, day.to, now),
    }
  })
}

/** The sessions that touch each day, earliest first, in one pass over both. */
function sessionsOfDays(sessions: readonly Recorded[], days: readonly Day[], now: number) {
  const ofDays = days.map((): Recorded[] => [])
  let first = 0
  for (const session of sessions.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))) {
    const start = Date.parse(session.startTime)
    const end = session.endTime === null ? now : Date.parse(session.endTime)
    while ((days[first]?.to ?? Number.POSITIVE_INFINITY) <= start) first++
    for (let at = first; at < days.length; at++) {
      const { from } = days[at] as Day
      // A session without length belongs to the day on which it began.
      if (end <= from && start < from) break
      ofDays[at]?.push(session)
    }
  }
  return ofDays
}

function partOf(session: Recorded, day: Day, now: number, timeZone: string): RecordedPart {
  const breaks = (session.breaks ?? []).filter(
    ({ startTime, endTime }) =>
      Date.parse(startTime) < day.to &&
      (endTime === null ? now : Date.parse(endTime)) > day.from &&
      startTime !== endTime,
  )
  return {
    ...cut(session, day, now, timeZone),
    breaks: breaks.map((one) => ({ ...cut(one, day, now, timeZone), isPaid: one.isPaid })),
    isCorrected: session.correction !== null,
    needsReview: session.needsReview,
  }
}

/** The part of a span within a day. A span that goes on after the day ends at its end, "24:00". */
function cut({ startTime, endTime }: TimeSpan, { from, to }: Day, now: number, timeZone: string) {
  const begin = new Date(Math.max(Date.parse(startTime), from)).toISOString()
  const isLonger = (endTime === null ? now : Date.parse(endTime)) >= to
  const end = isLonger ? new Date(to).toISOString() : endTime
  return {
    startTime: begin,
    endTime: end,
    start: dateTimeIn(begin, timeZone).time,
    end: isLonger ? '24:00' : end && dateTimeIn(end, timeZone).time,
  }
}
