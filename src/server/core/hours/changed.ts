import { dateOf, daysLater } from '../../../shared/time/time.ts'
import type { OpenContext } from '../context.ts'
import { enqueueMany } from '../jobs/jobs.ts'
import { approvedHours } from './approved.ts'

/** The job that tells managers (`features/hours/tell-changed.ts`). */
export const HOURS_CHANGED = { name: 'hours-changed', attempts: 12 }

/** A job's payload. */
export interface ChangedHours {
  approvalId: number
}

/**
 * Looks whether approved hours have changed by an act of their person, and lets managers know then. Nothing is refused:
 * the clock is the truth. A period is approved when it is over, so acts that concern today alone cost no statement.
 *
 * @param from the earliest time that has become, or is no longer, time at work
 */
export async function noteChangedHours(ctx: OpenContext, userId: string, from: string): Promise<void> {
  const { timeZone } = ctx.services.config
  const [start, today] = [dateOf(Date.parse(from), timeZone), dateOf(ctx.now.getTime(), timeZone)]
  if (start >= today) return
  const approved = await approvedHours(ctx, [userId], { start, end: daysLater(today, -1) })
  const untold = approved.filter(({ toldAt }) => toldAt === null)
  await enqueueMany<ChangedHours>(
    ctx,
    HOURS_CHANGED,
    untold.map(({ id }) => ({ payload: { approvalId: id }, key: String(id) })),
  )
}
