/** How pages that must read everything again are spread over time. */
export interface ReturnSchedule {
  /** Milliseconds between two pages. */
  apart(): number
  /** How many may read at once when nobody else does. */
  atOnce: number
  /** How many pages of one person have a turn of their own at a time. */
  ofOne: number
  /** The longest that a page waits for its turn, in seconds. */
  longest: number
}

/**
 * Gives each page that asks its turn, in seconds from now; 0 as long as few ask. Turns beyond the longest are given by
 * chance within it. Further pages of a person share their last turn, so that nobody who connects again and again makes
 * the others wait.
 */
export function staggerReads({ apart, atOnce, ofOne, longest }: ReturnSchedule): (userId: string) => number {
  let last = Number.NEGATIVE_INFINITY
  /** The turns of each person that are still to come. */
  const turns = new Map<string, number[]>()
  const nextTurn = (now: number) => {
    const step = apart()
    last = Math.max(last + step, now - (atOnce - 1) * step)
    if (last - now <= longest * 1_000) return last
    last = now + longest * 1_000
    return now + Math.random() * longest * 1_000
  }
  return (userId) => {
    const now = performance.now()
    // All turns are over.
    if (last <= now) turns.clear()
    const own = (turns.get(userId) ?? []).filter((turn) => turn > now)
    const turn = own[ofOne - 1] ?? nextTurn(now)
    if (own.length < ofOne && turn > now) turns.set(userId, [...own, turn])
    return Math.round(Math.max(0, turn - now) / 10) / 100
  }
}
