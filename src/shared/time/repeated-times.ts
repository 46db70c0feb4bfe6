import { dateTimeIn, daysLater, instantOf } from './time.ts'

/** Times of day that come twice, because the clocks go back, or not at all, because they go forward. */

const DAY = 86_400_000

/**
 * All instants of a date ("2026-10-25") and a time ("02:30") in a zone, as ISO 8601, earliest first: two if the time
 * comes twice, none if it does not exist.
 */
export function instantsOf(date: string, time: string, timeZone: string): string[] {
  const shows = (iso: string) => {
    const shown = dateTimeIn(iso, timeZone)
    return shown.date === date && shown.time === time
  }
  const first = instantOf(date, time, timeZone)
  // As the clocks of the day after would have it.
  const second = new Date(Date.parse(instantOf(daysLater(date, 1), time, timeZone)) - DAY).toISOString()
  return [...new Set([first, second])].filter(shows)
}

/** Names one of the two instants of a time that comes twice. */
export type Which = 'first' | 'second'

/** Says whether an instant is the first or the second with its local time; undefined if that comes once. */
export function whichOf(iso: string, timeZone: string): Which | undefined {
  const { date, time } = dateTimeIn(iso, timeZone)
  const [, second] = instantsOf(date, time, timeZone)
  if (second === undefined) return undefined
  return Date.parse(iso) < Date.parse(second) ? 'first' : 'second'
}
