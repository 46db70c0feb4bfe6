import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { clockSessions } from '../../db/tables/clock.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { pushSubscriptions } from '../../db/tables/push.ts'
import type { OpenContext } from '../context.ts'
import { enqueuePushes, GIVE_UP_AFTER, PAGES_FIRST } from './push.ts'
import { isSuppressed } from './suppressed.ts'

/** So many at most, the newest: a pocket that buzzes longer tells nobody more. The bell has them all. */
const MOST = 50

/**
 * After a break, lets the person's devices ring for notifications that were held meanwhile. Whether they may ring is
 * decided again. Those that came before the break in the same session are among them: perhaps their push waited for a
 * moment or for another try, and found the person on the break.
 *
 * @param begun when the break began
 */
export async function deliverAfterBreak(
  ctx: OpenContext,
  { userId, startTime }: Pick<typeof clockSessions.$inferSelect, 'userId' | 'startTime'>,
  begun: string,
): Promise<void> {
  const { id, createdAt } = notifications
  // Nothing older was tried during the break.
  const since = new Date(Math.max(Date.parse(startTime), Date.parse(begun) - GIVE_UP_AFTER)).toISOString()
  // A newer notification has an attempt of its own ahead.
  const latest = new Date(ctx.now.getTime() - PAGES_FIRST).toISOString()
  const suppressed = ctx.db
    .select({ id })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isSuppressed, gte(createdAt, since), lt(createdAt, latest)))
    .orderBy(desc(id))
    .limit(MOST)
    .as('held')
  const pushes = await ctx.db
    .select({ id: suppressed.id, device: pushSubscriptions.id })
    .from(suppressed)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, userId))
    .orderBy(desc(suppressed.id))
  await enqueuePushes(
    ctx,
    pushes.map(({ id, device }) => [id, device]),
  )
}
