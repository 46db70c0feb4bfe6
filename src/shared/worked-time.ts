/** Paid minutes, presence and reviews of clock sessions: pure functions, for the server and the screens. */

const MINUTE = 60_000
/** Nobody works longer than this. The person forgot to clock out. */
export const REVIEW_HOURS = 16

/** From when to when (ISO 8601); a null end means that it has not ended. */
export interface TimeSpan {
  startTime: string
  endTime: string | null
}

interface Worked extends TimeSpan {
  breaks?: readonly (TimeSpan & { isPaid: boolean })[] | undefined
}

/** How many milliseconds of a span lie between two instants. A running one counts up to `now`. */
const lengthBetween = ({ startTime, endTime }: TimeSpan, from: number, to: number, now: number) =>
  Math.max(0, Math.min(endTime === null ? now : Date.parse(endTime), to) - Math.max(Date.parse(startTime), from))

/** How many paid milliseconds of a session lie between two instants: all but the unpaid breaks. */
const paidBetween = (session: Worked, from: number, to: number, now: number) =>
  (session.breaks ?? []).reduce(
    (paid, { isPaid, ...span }) => (isPaid ? paid : paid - lengthBetween(span, from, to, now)),
    lengthBetween(session, from, to, now),
  )

/** The paid minutes of all sessions between two instants (ms), rounded down once. A running one counts up to `now`. */
export const paidMinutesBetween = (sessions: readonly Worked[], from: number, to: number, now: number) =>
  Math.floor(sessions.reduce((sum, session) => sum + paidBetween(session, from, to, now), 0) / MINUTE)

/** The paid minutes of each of these days, and their sum: a week is the sum of its days. */
export function paidMinutesOfDays(
  sessions: readonly Worked[],
  days: readonly { from: number; to: number }[],
  now: number,
) {
  const minutes = days.map(({ from, to }) => paidMinutesBetween(sessions, from, to, now))
  return { minutes, total: minutes.reduce((sum, ofDay) => sum + ofDay, 0) }
}

/** The break that a person is on, by their running session; null if they are on none. */
export const runningBreakOf = <B extends TimeSpan>({
  endTime,
  breaks,
}: Pick<TimeSpan, 'endTime'> & { breaks?: readonly B[] | undefined }): B | null =>
  (endTime === null && breaks?.find((one) => one.endTime === null)) || null

/** How many minutes a person was there, breaks included, rounded down; null while the session runs. */
export const durationOf = ({ startTime, endTime }: TimeSpan) =>
  endTime === null ? null : Math.floor((Date.parse(endTime) - Date.parse(startTime)) / MINUTE)

/**
 * Whether a long session, or one with a stated end or break, still needs a manager's correction. `now` is in
 * milliseconds.
 */
export function needsReview(
  {
    startTime,
    endTime,
    correctedAt,
    endStatedAt,
    breaksStatedAt,
  }: TimeSpan & { correctedAt: string | null; endStatedAt: string | null; breaksStatedAt?: string | null | undefined },
  now: number,
) {
  const end = endTime === null ? now : Date.parse(endTime)
  const isLong = end - Date.parse(startTime) > REVIEW_HOURS * 60 * MINUTE
  const isCorrectedSince = (time: number) => correctedAt !== null && Date.parse(correctedAt) >= time
  const isEndKnown = endTime !== null && isCorrectedSince(endStatedAt === null ? end : Date.parse(endStatedAt))
  const isBreakNew = breaksStatedAt != null && !isCorrectedSince(Date.parse(breaksStatedAt))
  return ((isLong || endStatedAt !== null) && !isEndKnown) || isBreakNew
}
