/** How pages that must read everything again are spread over time. */
export interface Pace {
  /** How many pages may read in a second. */
  perSecond: number
  /** How many may read at once when nobody else does. */
  atOnce: number
  /** The longest that a page waits for its turn, in seconds. */
  longest: number
}

/**
 * Gives each page that asks its turn, in seconds from now; 0 as long as few ask. Turns beyond the longest are given by chance
 * within it.
 */
export function givingTurns({ perSecond, atOnce, longest }: Pace): () => number {
  const apart = 1_000 / perSecond
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    last = Math.max(last + apart, now - (atOnce - 1) * apart)
    const seconds = Math.max(0, (last - now) / 1_000)
    if (seconds <= longest) return Math.round(seconds * 100) / 100
    last = now + longest * 1_000
    return Math.round(Math.random() * longest * 100) / 100
  }
}
