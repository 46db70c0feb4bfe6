import { MAX_SHIFT_MINUTES, MIN_SHIFT_MINUTES } from '../../shared/roster/shift-times.ts'

/** Moving the edges of a shift by quarter hours, on the wall clock: pure functions. The server has the last word. */

export const QUARTER = 15
const MINUTES_OF_DAY = 24 * 60

export type Edge = 'start' | 'end'
interface Times {
  start: string
  end: string
}

/** Minutes since midnight of "06:30". */
export const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** "06:30" of minutes since midnight, also of the next day or the day before. */
export function timeOf(minute: number) {
  const inDay = ((minute % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** The minutes of a shift on the wall clock. An end that is not after the start is the next day's. */
export const lengthOf = ({ start, end }: Times) =>
  (minuteOf(end) - minuteOf(start) + MINUTES_OF_DAY) % MINUTES_OF_DAY || MINUTES_OF_DAY

/**
 * The times with one edge moved by some minutes: null if the shift would be too short or too long, or its beginning
 * would leave its day. An edge beside the quarter hours goes to the nearest one in its way first.
 */
export function stretchedTimes(times: Times, edge: Edge, minutes: number): Times | null {
  const from = minuteOf(times[edge])
  const beside = from % QUARTER
  const step = beside === 0 ? minutes : minutes > 0 ? minutes - beside : minutes + QUARTER - beside
  const start = edge === 'start' ? from + step : minuteOf(times.start)
  const length = lengthOf(times) + (edge === 'start' ? -step : step)
  if (start < 0 || start >= MINUTES_OF_DAY || length < MIN_SHIFT_MINUTES || length > MAX_SHIFT_MINUTES) return null
  return edge === 'start' ? { start: timeOf(start), end: times.end } : { start: times.start, end: timeOf(from + step) }
}

/** The times with both edges moved by some minutes; null if the beginning would leave its day. */
export function movedTimes({ start, end }: Times, minutes: number): Times | null {
  const from = minuteOf(start) + minutes
  return from < 0 || from >= MINUTES_OF_DAY ? null : { start: timeOf(from), end: timeOf(minuteOf(end) + minutes) }
}
