import { dutyEnds } from './duty.ts'
import { breaksIn, MINUTE_MS, piecesOf, type SessionTimes, stretchesOf } from './work-pieces.ts'
import type { BreakRule, WorkRules } from './work-rules.ts'
import { runningBreakOf } from './worked-time.ts'

/** The clock says so many minutes before a rule's limit that a break is due. */
const DUE_BREAK_MINUTES = 30

/** A break that somebody at work is to take. */
export interface DueBreak {
  /** How long the break must be. */
  minutes: number
  /** When the work reaches the limit of the rule, in milliseconds: before now if it has passed. */
  at: number
  rule: BreakRule
}

/**
 * The break that somebody is to take now: from 30 minutes before the limit of a rule on. Null if none is due, during a
 * break, and for somebody who is not at work.
 *
 * @param sessions the person's last sessions, in any order
 */
export function dueBreak(
  sessions: readonly SessionTimes[],
  { breaks, breakPiece }: Pick<WorkRules, 'breaks' | 'breakPiece'>,
  now: number,
): DueBreak | null {
  const running = sessions.find(({ endTime }) => endTime === null)
  if (!running || runningBreakOf(running) || now >= dutyEnds({ ...running, confirmedAt: running.confirmedAt ?? null }))
    return null
  const { worked, taken } = breaksIn(stretchesOf(piecesOf(sessions, now)).at(-1) ?? [], breakPiece)
  const due = breaks.find(
    ({ afterMinutes, breakMinutes }) =>
      taken < breakMinutes * MINUTE_MS && worked >= (afterMinutes - DUE_BREAK_MINUTES) * MINUTE_MS,
  )
  if (!due) return null
  const missing = Math.ceil(due.breakMinutes - taken / MINUTE_MS)
  return { minutes: Math.max(missing, breakPiece), at: now + due.afterMinutes * MINUTE_MS - worked, rule: due }
}
