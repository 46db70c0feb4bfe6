import { instantsOf, type Which } from '../../../shared/time/repeated-times.ts'
import { dateOf, daysLater, instantOf } from '../../../shared/time/time.ts'
import { english } from '../../../shared/words/message.ts'

/** The meanings of a typed time of day: one instant, or, in a night in which the clocks change, two or none. */

const MINUTE = 60_000
const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / MINUTE)

/**
 * The instants with a time of day ("02:20") at or after another instant, on the first day that has one: two if the time
 * comes twice, none if it does not exist. The minute of that instant itself means the instant: people see no seconds.
 */
export function instantsAfter(clock: string, after: string, timeZone: string): string[] {
  const date = dateOf(Date.parse(after), timeZone)
  for (const day of [date, daysLater(date, 1)]) {
    const instants = instantsOf(day, clock, timeZone)
    const latest = instants.at(-1) ?? instantOf(day, clock, timeZone)
    if (minuteOf(latest) >= minuteOf(after))
      return withSecondsOf(
        instants.filter((instant) => minuteOf(instant) >= minuteOf(after)),
        after,
      )
  }
  return []
}

/** The instants; a recorded one takes the place of the instant of its minute. */
export const withSecondsOf = (instants: readonly string[], recorded: string | null) =>
  instants.map((instant) => (recorded !== null && minuteOf(instant) === minuteOf(recorded) ? recorded : instant))

/** The instants that are possible. If none is, it is the first, so that people see what is wrong with it. */
export function possible(instants: readonly string[], isPossible: (instant: string) => boolean): string[] {
  const found = instants.filter(isPossible)
  return found.length > 0 ? found : instants.slice(0, 1)
}

/** The instant that is meant: the only one, or the chosen one of two. */
export const meant = (instants: readonly string[], which: Which | undefined): string | undefined =>
  instants.length < 2 ? instants[0] : which && instants[which === 'first' ? 0 : 1]

export const NO_SUCH_TIME = english('This time does not exist: the clocks go forward in this night')
export const WHICH_ONE = english('Choose the first or the second')
