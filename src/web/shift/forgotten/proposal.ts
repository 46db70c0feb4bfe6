import type { ClockSession } from '../../../shared/clock.ts'
import { dateOf, dateTimeIn, daysLater, instantOf } from '../../../shared/time/time.ts'

const MINUTE = 60_000
/** In minutes. The length of a shift without other facts, and the lengths that count as one. */
const USUAL = 8 * 60
const [SHORTEST, LONGEST] = [3 * 60, 14 * 60]
const LONGEST_BREAK = 2 * 60
/** People say when they left to these minutes. */
const STEP = 5

type Span = Pick<ClockSession, 'startTime' | 'endTime'>

/** The shifts that sessions make up: a short time between two is a break. */
function shiftsOf(sessions: readonly Span[]) {
  const shifts: { from: number; to: number }[] = []
  for (const { startTime, endTime } of sessions.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))) {
    if (endTime === null) continue
    const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
    const last = shifts.at(-1)
    if (last && from - last.to <= LONGEST_BREAK * MINUTE) last.to = Math.max(last.to, to)
    else shifts.push({ from, to })
  }
  return shifts
}

/** How long the person's shifts are, in minutes: the middle one of those given. */
function usualLength(sessions: readonly Span[]) {
  const lengths = shiftsOf(sessions)
    .map(({ from, to }) => (to - from) / MINUTE)
    .filter((minutes) => minutes >= SHORTEST && minutes <= LONGEST)
    .sort((a, b) => a - b)
  return lengths[Math.floor(lengths.length / 2)] ?? USUAL
}

/** The probable end of a shift, by earlier ones: never later than its recorded end, or `now` (milliseconds). */
export function proposedEnd({ startTime, endTime }: Span, earlier: readonly Span[], now: number) {
  const probably = Date.parse(startTime) + usualLength(earlier) * MINUTE
  const latest = endTime === null ? now : Date.parse(endTime)
  return Math.floor(Math.min(probably, latest) / (STEP * MINUTE)) * STEP * MINUTE
}

/** The first instant of a time of day ("06:30") after a session's beginning: on the same day, or on the next. */
export function endAt({ startTime }: Pick<Span, 'startTime'>, time: string, timeZone: string) {
  const date = dateOf(Date.parse(startTime), timeZone)
  const isNextDay = time <= dateTimeIn(startTime, timeZone).time
  return instantOf(isNextDay ? daysLater(date, 1) : date, time, timeZone)
}
