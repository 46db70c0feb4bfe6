/** How pages that must read everything again are spread over time. */
export interface MinimumRate {
  /** Milliseconds between two pages. */
  apart(): number
  /** How many may read at once when nobody else does. */
  atOnce: number
  /** The longest that a page waits for its turn, in seconds. */
  longest: number
}

/**
 * Gives each page that asks its turn, in seconds from now; 0 as long as few ask. Turns beyond the longest are given by chance
 * within it.
 */
export function spreadReads({ apart, atOnce, longest }: MinimumRate): () => number {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    const step = apart()
    last = Math.max(last + step, now - (atOnce - 1) * step)
    const seconds = Math.max(0, (last - now) / 1_000)
    if (seconds <= longest) return Math.round(seconds * 100) / 100
    last = now + longest * 1_000
    return Math.round(Math.random() * longest * 100) / 100
  }
}
