import type { ClockSession } from '../../../shared/clock.ts'
import { dateOf, dateTimeIn, daysLater, instantOf } from '../../../shared/time.ts'

const MINUTE = 60_000
/** In minutes. A shift of which nothing is known, and what counts as one. */
const USUAL = 8 * 60
const [SHORTEST, LONGEST] = [3 * 60, 14 * 60]
/** People say when they left to these minutes. */
const STEP = 5

type Span = Pick<ClockSession, 'startTime' | 'endTime'>

/** How long the person's shifts are, in minutes: the middle one of those given. */
function usualLength(sessions: readonly Span[]) {
  const lengths = sessions
    .flatMap(({ startTime, endTime }) => (endTime ? [(Date.parse(endTime) - Date.parse(startTime)) / MINUTE] : []))
    .filter((minutes) => minutes >= SHORTEST && minutes <= LONGEST)
    .sort((a, b) => a - b)
  return lengths[Math.floor(lengths.length / 2)] ?? USUAL
}

/** When a shift has probably ended, by the person's earlier ones. It is never later than its recorded end, or `now` (milliseconds). */
export function proposedEnd({ startTime, endTime }: Span, earlier: readonly Span[], now: number) {
  const probably = Date.parse(startTime) + usualLength(earlier) * MINUTE
  const latest = endTime === null ? now : Date.parse(endTime)
  return Math.floor(Math.min(probably, latest) / (STEP * MINUTE)) * STEP * MINUTE
}

/** The instant of a time of day ("06:30") that comes first after the beginning of a session: on the same day, or on the next. */
export function endAt({ startTime }: Pick<Span, 'startTime'>, time: string, timeZone: string) {
  const date = dateOf(Date.parse(startTime), timeZone)
  const isNextDay = time <= dateTimeIn(startTime, timeZone).time
  return instantOf(isNextDay ? daysLater(date, 1) : date, time, timeZone)
}
