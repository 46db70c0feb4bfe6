import * as z from 'zod/mini'
import type { ClockSession } from './clock-session.ts'
import { date, idAndName, personWithPicture, replyInstant, userId } from './fields.ts'
import { type Day, dateTimeIn } from './time/time.ts'
import { english } from './words/message.ts'
import { paidMinutesBetween, type TimeSpan } from './worked-time.ts'

/** The record of begin, end and breaks of each day, and the pure function that makes it of clock sessions. */

/** A record covers so many days at most. */
export const MAX_RECORD_DAYS = 366

const Cut = {
  startTime: replyInstant,
  /** Null while it runs. */
  endTime: z.nullable(replyInstant),
  /** Begin and end on the wall clock, as "22:00". A part that goes on after midnight ends at "24:00". */
  start: z.string(),
  end: z.nullable(z.string()),
}
const RecordedPart = z.object({
  ...Cut,
  breaks: z.array(z.object({ ...Cut, isPaid: z.boolean() })),
  /** Whether a manager has added or corrected the session. */
  isCorrected: z.boolean(),
  /** As in `ClockSession`. */
  needsReview: z.boolean(),
})
export type RecordedPart = z.output<typeof RecordedPart>

const RecordedDay = z.object({
  date: z.string(),
  /** The parts of sessions within the day, earliest first. A session over midnight has one on each of its days. */
  parts: z.array(RecordedPart),
  /** The paid minutes of the day, rounded down once. */
  minutes: z.int(),
})
export type RecordedDay = z.output<typeof RecordedDay>

/** Begin, end and breaks of each day: the record that labour law asks for. */
export const WorkRecord = z.object({
  user: personWithPicture,
  department: z.nullable(idAndName),
  days: z.array(RecordedDay),
  /** The paid minutes of all days. */
  total: z.int(),
})
export type WorkRecord = z.output<typeof WorkRecord>

/** The days of a record, both ends included; below 1 if the last is before the first. */
export const recordLength = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
export const recordFields = z.strictObject({ userId: z.optional(userId), from: date, to: date })
type Range = Pick<z.output<typeof recordFields>, 'from' | 'to'>
export const recordChecks = [
  z.refine<Range>((range) => recordLength(range) > 0, {
    path: ['to'],
    error: english('Must not be before the first day'),
  }),
  z.refine<Range>((range) => recordLength(range) <= MAX_RECORD_DAYS, {
    path: ['to'],
    error: english('{max, plural, one {At most # day} other {At most # days}}', { max: MAX_RECORD_DAYS }),
  }),
]
/** The person, by default oneself, and the first and the last day. */
export const RecordQuery = recordFields.check(...recordChecks)

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
