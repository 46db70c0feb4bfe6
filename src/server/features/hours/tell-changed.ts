import { and, eq, isNull } from 'drizzle-orm'
import { boundsOf, daysFromTo } from '../../../shared/time/time.ts'
import { workedDays } from '../../../shared/worked-days.ts'
import type { OpenContext } from '../../core/context.ts'
import { approvedHours } from '../../core/hours/approved.ts'
import { type ChangedHours, HOURS_CHANGED } from '../../core/hours/changed.ts'
import { hashOf } from '../../core/hours/hash.ts'
import { sessionsOfPerson } from '../../core/hours/sessions.ts'
import { jobKind } from '../../core/jobs/jobs.ts'
import { readRow } from '../../db/rows.ts'
import { hoursApprovals } from '../../db/tables/hours.ts'
import { users } from '../../db/tables/users.ts'
import { fullName, notify } from '../notifications/notify.ts'
import { managersOf } from './managers.ts'

/** Tells managers, once for each approval, that the hours differ from those that were approved. */
export const hoursChangedJob = jobKind<ChangedHours>(
  HOURS_CHANGED.name,
  (_, { approvalId }, { complete }) => complete((tx) => tellOfChange(tx, approvalId)),
  { attempts: HOURS_CHANGED.attempts, isForgotten: true },
)

async function tellOfChange(ctx: OpenContext, approvalId: number): Promise<void> {
  const approval = await readRow(ctx.db, hoursApprovals, approvalId)
  if (!approval || approval.toldAt !== null) return
  const { userId, periodStart: start, periodEnd: end } = approval
  const latest = (await approvedHours(ctx, [userId], { start, end })).find(({ id }) => id === approvalId)
  if (!latest || (await hashNow(ctx, userId, start, end)) === latest.hash) return
  const person = await readRow(ctx.db, users, userId)
  if (!person) return
  const [told] = await ctx.db
    .update(hoursApprovals)
    .set({ toldAt: ctx.now.toISOString() })
    .where(and(eq(hoursApprovals.id, approvalId), isNull(hoursApprovals.toldAt)))
    .returning({ id: hoursApprovals.id })
  if (!told) return
  await notify(ctx, await managersOf(ctx, person), {
    kind: 'hours-changed',
    params: { name: fullName(person), start, end },
    subject: null,
  })
}

/** The hash of a person's hours as they are now. */
async function hashNow(ctx: OpenContext, userId: string, start: string, end: string) {
  const days = daysFromTo(start, end, ctx.services.config.timeZone)
  const { from, to } = boundsOf(days)
  return hashOf(workedDays(await sessionsOfPerson(ctx, userId, from, to), days, ctx.now.getTime()))
}
