import { and, desc, eq, gte, lt } from 'drizzle-orm'
import { notifications } from '../../db/tables/notifications.ts'
import { pushSubscriptions } from '../../db/tables/push.ts'
import type { OpenContext } from '../context.ts'
import { isHeld } from './held.ts'
import { enqueuePushes, PAGES_FIRST } from './push.ts'

/** So many at most, the newest: a pocket that buzzes longer tells nobody more. The bell has them all. */
const MOST = 50

/**
 * After a break, lets the person's devices ring for notifications that were held meanwhile. Whether they may ring is
 * decided again.
 *
 * @param since when the break began
 */
export async function ringAfterBreak(ctx: OpenContext, userId: string, since: string): Promise<void> {
  const { id, createdAt } = notifications
  // A newer notification has an attempt of its own ahead.
  const latest = new Date(ctx.now.getTime() - PAGES_FIRST).toISOString()
  const held = ctx.db
    .select({ id })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isHeld, gte(createdAt, since), lt(createdAt, latest)))
    .orderBy(desc(id))
    .limit(MOST)
    .as('held')
  const pushes = await ctx.db
    .select({ id: held.id, device: pushSubscriptions.id })
    .from(held)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, userId))
    .orderBy(desc(held.id))
  await enqueuePushes(
    ctx,
    pushes.map(({ id, device }) => [id, device]),
  )
}
