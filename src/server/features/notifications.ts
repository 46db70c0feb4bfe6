import { and, count, desc, eq, gt, not, sql } from 'drizzle-orm'
import type { Input } from '../../shared/endpoint.ts'
import { MAX_NOTIFICATIONS, type Notification, type notificationsApi } from '../../shared/notifications.ts'
import { notFound } from '../base/errors.ts'
import type { Context, OpenContext } from '../core/context.ts'
import { enqueue } from '../core/jobs.ts'
import { mailJob } from '../core/mail.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { NotificationEvent } from '../db/events.ts'
import { notifications } from '../db/tables/notifications.ts'
import { users } from '../db/tables/people.ts'
import { reminders } from '../db/tables/reminders.ts'

/** The viewer's own notifications: the newest hundred. */
export const listNotifications = (ctx: Context): Promise<Notification[]> =>
  ctx.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, ctx.viewer.id))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_NOTIFICATIONS)

/** How many of the viewer's own notifications are unread, whether or not they are among the newest. */
export async function countUnread(ctx: Context) {
  const [row] = await ctx.db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, ctx.viewer.id), not(notifications.isRead)))
  return { count: row?.count ?? 0 }
}

/** Marks one of the viewer's notifications as read; 404 for somebody else's. */
export async function markRead(ctx: Context, { params }: Input<typeof notificationsApi.read>): Promise<Notification> {
  const [row] = await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.id, params.id), eq(notifications.userId, ctx.viewer.id)))
    .returning()
  if (!row) throw notFound('notification')
  refreshBell(ctx)
  return row
}

/** Marks all of the viewer's notifications as read. */
export async function markAllRead(ctx: Context) {
  await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.userId, ctx.viewer.id), not(notifications.isRead)))
  refreshBell(ctx)
  return { count: 0 }
}

/** Makes the viewer's other pages read their bell again. */
const refreshBell = (ctx: Context) =>
  ctx.outbox.push({
    type: 'change',
    change: { resource: 'notifications', id: null },
    audience: { fromRole: null, departments: [], users: [ctx.viewer.id] },
    tab: ctx.origin.tab,
  })

/** Stores a notification for each recipient. It is sent to their open pages after the transaction is committed. */
export async function notify(
  ctx: OpenContext,
  recipients: string[],
  content: {
    type: 'task' | 'reminder' | 'clock' | 'sop' | 'security'
    title: string
    message: string | null
    taskId?: number
    reminderId?: number
    sopId?: number
  },
) {
  if (recipients.length === 0) return
  const rows = await ctx.db
    .insert(notifications)
    .values(recipients.map((userId) => ({ ...content, userId, createdAt: ctx.now.toISOString() })))
    .returning({ id: notifications.id, userId: notifications.userId })
  const { title, message, taskId = null, reminderId = null, sopId = null } = content
  send(ctx, rows, { title, message, taskId, reminderId, sopId })
}

export type AccountOwner = Pick<typeof users.$inferSelect, 'id' | 'email' | 'firstName'>

const DAY_MS = 24 * 3600 * 1000

/** How often a notification of one title may come. */
interface NotificationLimit {
  /** How many within 24 hours. */
  maxPerDay: number
  /** The milliseconds between one and the next. */
  minIntervalMs: number
}

/**
 * Notifies a person of something about the security of their account, in the bell and by e-mail if Muster sends e-mails. Beyond
 * `limit` it does nothing, so that nobody can flood the bell or the inbox of somebody else.
 */
export async function notifyOfSecurity(
  ctx: OpenContext,
  owner: AccountOwner,
  { title, message }: { title: string; message: string },
  limit?: NotificationLimit,
): Promise<void> {
  if (limit && (await isBeyond(limit, ctx, owner, title))) return
  await notify(ctx, [owner.id], { type: 'security', title, message })
  const { publicUrl } = ctx.services.config
  if (!ctx.services.mail || !publicUrl) return
  await enqueue(ctx, mailJob, {
    to: { email: owner.email, firstName: owner.firstName },
    subject: title,
    paragraph: message,
    link: { label: 'Open your profile', address: `${publicUrl}/profile` },
    note: 'There you see where you are signed in and can change your password.',
  })
}

async function isBeyond(
  { maxPerDay, minIntervalMs }: NotificationLimit,
  ctx: OpenContext,
  owner: AccountOwner,
  title: string,
) {
  // The lock lets calls for one person follow each other: two at once would not see each other's notification.
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for('no key update')
  const since = new Date(ctx.now.getTime() - DAY_MS).toISOString()
  const ofLastDay = and(eq(notifications.userId, owner.id), gt(notifications.createdAt, since))
  const recent = await ctx.db
    .select({ createdAt: notifications.createdAt })
    .from(notifications)
    .where(and(ofLastDay, eq(notifications.type, 'security'), eq(notifications.title, title)))
    .orderBy(desc(notifications.createdAt))
    .limit(maxPerDay)
  const [latest] = recent
  const isTooSoon = latest !== undefined && ctx.now.getTime() - Date.parse(latest.createdAt) < minIntervalMs
  return isTooSoon || recent.length >= maxPerDay
}

type Sent = NotificationEvent['notification']

/** Puts one message into the outbox, however many people it is for. */
const send = (ctx: OpenContext, rows: { id: number; userId: string }[], notification: Sent) =>
  ctx.outbox.push({
    type: 'notification',
    userIds: rows.map(({ userId }) => userId),
    ids: rows.map(({ id }) => id),
    notification,
  })

/**
 * Stores the notifications of these reminders in one statement: one for the person, for each of the department's people or for
 * all people. People whose account is not active get none.
 */
export async function notifyOfReminders(ctx: OpenContext, due: (typeof reminders.$inferSelect)[]) {
  const active = sql`${users.isActive} and ${users.deletedAt} is null`
  const { rows } = await ctx.db.execute<{ id: number; user_id: string; reminder_id: number }>(sql`
    insert into ${notifications} (user_id, reminder_id, title, message, type, created_at)
    select recipient.id, ${reminders.id}, ${reminders.title}, ${reminders.description}, 'reminder',
      ${ctx.now.toISOString()}::timestamptz
    from ${reminders} cross join lateral (
      select ${users.id} from ${users} where ${users.id} = ${reminders.userId} and ${active}
      union all
      select ${users.id} from ${users}
      where ${reminders.userId} is null and ${users.departmentId} = ${reminders.departmentId} and ${active}
      union all
      select ${users.id} from ${users}
      where ${reminders.userId} is null and ${reminders.departmentId} is null and ${active}
    ) as recipient
    where ${reminders.id} = any(${sql.param(due.map(({ id }) => id))}::int[])
    returning id, user_id, reminder_id`)
  const byReminder = new Map(due.map(({ id }): [number, { id: number; userId: string }[]] => [id, []]))
  for (const { id, user_id: userId, reminder_id: reminderId } of rows) byReminder.get(reminderId)?.push({ id, userId })
  for (const { id: reminderId, title, description: message } of due) {
    const sent = byReminder.get(reminderId) ?? []
    if (sent.length > 0) send(ctx, sent, { title, message, taskId: null, reminderId, sopId: null })
  }
  await deleteOldest(
    ctx,
    due.filter(({ userId, cronRule }) => userId !== null && cronRule !== null).map(({ id }) => id),
  )
}

/** How many notifications of one repeating personal reminder stay, read or not. */
export const MAX_PER_REMINDER = 100

/** Deletes the oldest notifications of personal reminders: only their person could ever end such a reminder. */
async function deleteOldest({ db }: OpenContext, reminderIds: number[]) {
  if (reminderIds.length === 0) return
  await db.execute(sql`
    delete from ${notifications} where id = any(array(
      select old.id from unnest(${sql.param(reminderIds)}::int[]) as reminder (id) cross join lateral (
        select ${notifications.id} from ${notifications} where ${notifications.reminderId} = reminder.id
        order by ${notifications.id} desc offset ${MAX_PER_REMINDER}
      ) as old
    ))`)
}

const READ_TTL_MS = 90 * DAY_MS
const UNREAD_TTL_MS = 365 * DAY_MS

/** Deletes notifications that were read and are older than 90 days. */
export const deleteReadNotifications = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, notifications, sql`${notifications.isRead} and ${olderThan(now, READ_TTL_MS)}`, signal)

/** Deletes notifications that are older than a year, even if nobody has read them. */
export const deleteUnreadNotifications = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, notifications, sql`not ${notifications.isRead} and ${olderThan(now, UNREAD_TTL_MS)}`, signal)

const olderThan = (now: Date, age: number) =>
  sql`${notifications.createdAt} < ${new Date(now.getTime() - age).toISOString()}`
