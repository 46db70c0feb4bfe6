import { and, count, desc, eq, not, sql } from 'drizzle-orm'
import type { Input } from '../../shared/endpoint.ts'
import { NOTIFICATIONS_MOST, type Notification, type notificationsApi } from '../../shared/notifications.ts'
import type { Context, OpenContext } from '../context.ts'
import { notifications } from '../db/tables/notifications.ts'
import { notFound } from '../errors.ts'

/** One's own notifications, the newest hundred. */
export const listNotifications = (ctx: Context): Promise<Notification[]> =>
  ctx.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, ctx.viewer.id))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(NOTIFICATIONS_MOST)

/** How many of one's own are unread, whether or not they are among the newest. */
export async function countUnread(ctx: Context) {
  const [row] = await ctx.db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, ctx.viewer.id), not(notifications.isRead)))
  return { count: row?.count ?? 0 }
}

/** Marks one of one's own as read; 404 for somebody else's. */
export async function markRead(ctx: Context, { params }: Input<typeof notificationsApi.read>): Promise<Notification> {
  const [row] = await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.id, params.id), eq(notifications.userId, ctx.viewer.id)))
    .returning()
  if (!row) throw notFound('notification')
  announce(ctx)
  return row
}

/** Marks all of one's own as read. */
export async function markAllRead(ctx: Context) {
  await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.userId, ctx.viewer.id), not(notifications.isRead)))
  announce(ctx)
  return { count: 0 }
}

/** The person's other screens show the same bell. */
const announce = (ctx: Context) =>
  ctx.outbox.push({
    type: 'change',
    change: { resource: 'notifications', id: null },
    audience: { fromRole: null, departments: [], users: [ctx.viewer.id] },
    tab: ctx.origin.tab,
  })

/** Leaves a notification with each recipient, and sends it to their open screens once the transaction is committed. */
export async function notify(
  ctx: OpenContext,
  recipients: string[],
  content: {
    type: 'task' | 'reminder' | 'clock'
    title: string
    message: string | null
    taskId?: number
    reminderId?: number
  },
) {
  if (recipients.length === 0) return
  const rows = await ctx.db
    .insert(notifications)
    .values(recipients.map((userId) => ({ ...content, userId, createdAt: ctx.now.toISOString() })))
    .returning({ id: notifications.id, userId: notifications.userId })
  const { title, message, taskId = null } = content
  for (const { id, userId } of rows) {
    ctx.outbox.push({ type: 'notification', userIds: [userId], notification: { id, title, message, taskId } })
  }
}

const KEEP_READ = 90 * 24 * 3600 * 1000

/** Forgets what was read long ago (decisions, section 9). */
export const forgetReadNotifications = ({ db, now }: Pick<OpenContext, 'db' | 'now'>) =>
  db.execute(sql`delete from ${notifications}
    where ${notifications.isRead} and ${notifications.createdAt} < ${new Date(now.getTime() - KEEP_READ).toISOString()}`)
