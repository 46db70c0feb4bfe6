/**
 * How often a person may do what fills the database, below the role of a manager: a token bucket for each kind. A new kind
 * is a line here, and its name in the endpoint's `limit`. The burst is generous for a person's busiest hour; the rest decides what
 * somebody leaves behind who never stops, as the history of what lives is kept.
 */

interface RateLimit {
  /** How many may come at once. */
  burst: number
  /** How many an hour after that. */
  perHour: number
  /** What the person does too often, behind "You". */
  deed: string
}

export const rateLimits = {
  reminder: { burst: 30, perHour: 10, deed: 'are creating and changing many reminders' },
  feedback: { burst: 10, perHour: 2, deed: 'are sending much feedback' },
  clock: { burst: 40, perHour: 10, deed: 'are clocking in and out very often' },
  password: { burst: 20, perHour: 5, deed: 'are changing your password very often' },
  // Generous: an evening's work that waited on a phone without a network arrives at once.
  'task-change': { burst: 500, perHour: 120, deed: 'are changing many tasks' },
} as const satisfies Record<string, RateLimit>
export type LimitKind = keyof typeof rateLimits

/** 429, as `code` of the reply. */
export const TOO_MANY = 'too_many'
