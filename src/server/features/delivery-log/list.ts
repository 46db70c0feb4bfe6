import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { DeliveryLogEntry } from '../../../shared/delivery-log.ts'
import { describeNotification } from '../../base/words/notification-words.ts'
import type { Context } from '../../core/context.ts'
import { wasOnDuty } from '../../core/people/duty.ts'
import { notifications } from '../../db/tables/notifications.ts'

const DAY_MS = 24 * 3600 * 1000
const DAYS = 30
const ENTRIES = 100

/**
 * Notifications that rang on the viewer's devices while they were off duty, in the last 30 days, newest first. It goes
 * by the hours as they are known now: a clock-in that arrived later, or a correction, counts.
 */
export async function listOffDuty(ctx: Context): Promise<DeliveryLogEntry[]> {
  const { id, kind, params, userId, rangAt, rangBecause } = notifications
  const since = new Date(ctx.now.getTime() - DAYS * DAY_MS).toISOString()
  const at = sql`${rangAt}`
  const span = { userId: sql`${userId}`, departmentId: sql`null::int`, from: at, to: at }
  const rows = await ctx.db
    .select({ id, kind, params, rangAt, rangBecause })
    .from(notifications)
    .where(
      and(eq(userId, ctx.viewer.id), gt(rangAt, since), sql`${rangBecause} <> 'on_duty' and not ${wasOnDuty(span)}`),
    )
    .orderBy(desc(rangAt), desc(id))
    .limit(ENTRIES)
  return rows.flatMap(({ rangAt, rangBecause, ...row }) => {
    const { title, message } = describeNotification(row, ctx.reader)
    return rangAt && rangBecause ? [{ id: row.id, title, message, rangAt, because: rangBecause }] : []
  })
}
