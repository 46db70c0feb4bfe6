/** Whether this is the long run, at night or before a release, in which all rounds and all values are taken. */
export const isLongRun = process.env.MUSTER_LONG === '1'

let turn = 0

/**
 * Of values that many tests try one by one, one in so many: the next ones at each call, so that over all tests each has
 * its turn. All of them in the long run.
 */
export function someOf<T>(values: readonly T[], oneIn: number): T[] {
  if (isLongRun) return [...values]
  turn += 1
  const some = values.filter((_, at) => (at + turn) % oneIn === 0)
  return some.length > 0 ? some : values.slice(turn % values.length).slice(0, 1)
}
