import { and, count, desc, eq, gt, not, sql } from 'drizzle-orm'
import type { Input } from '../../shared/endpoint.ts'
import { MAX_NOTIFICATIONS, type Notification, type notificationsApi } from '../../shared/notifications.ts'
import { letter, type Message } from '../adapters/mail.ts'
import { notFound } from '../base/errors.ts'
import type { Context, OpenContext } from '../core/context.ts'
import type { BusMessage } from '../db/bus.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { notifications } from '../db/tables/notifications.ts'
import { users } from '../db/tables/people.ts'
import { reminders } from '../db/tables/reminders.ts'

/** One's own notifications, the newest hundred. */
export const listNotifications = (ctx: Context): Promise<Notification[]> =>
  ctx.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, ctx.viewer.id))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_NOTIFICATIONS)

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

const DAY = 24 * 3600 * 1000

/**
 * Tells a person something about the safety of their account, in the bell and by e-mail; gives that e-mail, which is to be sent
 * after the commit. With bounds, no more than so many of one title within 24 hours and none sooner than `apart` milliseconds
 * after another, so that nobody floods the bell or the inbox of somebody else: then it does nothing.
 */
export async function notifyOfSecurity(
  ctx: OpenContext,
  owner: AccountOwner,
  { title, message }: { title: string; message: string },
  bounds?: { mostADay: number; apart: number },
): Promise<Message | undefined> {
  if (bounds) {
    // One after the other, or two at once would not see each other's.
    await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for('no key update')
    const since = new Date(ctx.now.getTime() - DAY).toISOString()
    const mine = and(eq(notifications.userId, owner.id), gt(notifications.createdAt, since))
    const lately = await ctx.db
      .select({ createdAt: notifications.createdAt })
      .from(notifications)
      .where(and(mine, eq(notifications.type, 'security'), eq(notifications.title, title)))
      .orderBy(desc(notifications.createdAt))
      .limit(bounds.mostADay)
    const [latest] = lately
    const tooSoon = latest && ctx.now.getTime() - Date.parse(latest.createdAt) < bounds.apart
    if (tooSoon || lately.length >= bounds.mostADay) return undefined
  }
  await notify(ctx, [owner.id], { type: 'security', title, message })
  const { publicUrl } = ctx.services.config
  if (!ctx.services.mail || !publicUrl) return undefined
  return letter({
    to: owner,
    subject: title,
    paragraph: message,
    link: { label: 'Open your profile', address: `${publicUrl}/profile` },
    note: 'There you see where you are signed in and can change your password.',
  })
}

type Sent = Extract<BusMessage, { type: 'notification' }>['notification']

/** One message, however many it is for. */
const send = (ctx: OpenContext, rows: { id: number; userId: string }[], notification: Sent) =>
  ctx.outbox.push({
    type: 'notification',
    userIds: rows.map(({ userId }) => userId),
    ids: rows.map(({ id }) => id),
    notification,
  })

/**
 * Leaves a notification of each of these reminders with everyone whom it reaches, in one statement: the person, the
 * department's people or all people, as far as they are active.
 */
export async function notifyOfReminders(ctx: OpenContext, due: (typeof reminders.$inferSelect)[]) {
  const active = sql`${users.isActive} and ${users.deletedAt} is null`
  const { rows } = await ctx.db.execute<{ id: number; user_id: string; reminder_id: number }>(sql`
    insert into ${notifications} (user_id, reminder_id, title, message, type, created_at)
    select reached.id, ${reminders.id}, ${reminders.title}, ${reminders.description}, 'reminder',
      ${ctx.now.toISOString()}::timestamptz
    from ${reminders} cross join lateral (
      select ${users.id} from ${users} where ${users.id} = ${reminders.userId} and ${active}
      union all
      select ${users.id} from ${users}
      where ${reminders.userId} is null and ${users.departmentId} = ${reminders.departmentId} and ${active}
      union all
      select ${users.id} from ${users}
      where ${reminders.userId} is null and ${reminders.departmentId} is null and ${active}
    ) as reached
    where ${reminders.id} = any(${sql.param(due.map(({ id }) => id))}::int[])
    returning id, user_id, reminder_id`)
  const byReminder = new Map(due.map(({ id }): [number, { id: number; userId: string }[]] => [id, []]))
  for (const { id, user_id: userId, reminder_id: reminderId } of rows) byReminder.get(reminderId)?.push({ id, userId })
  for (const { id: reminderId, title, description: message } of due) {
    const reached = byReminder.get(reminderId) ?? []
    if (reached.length > 0) send(ctx, reached, { title, message, taskId: null, reminderId, sopId: null })
  }
  await keepNewest(
    ctx,
    due.filter(({ userId, cronRule }) => userId !== null && cronRule !== null).map(({ id }) => id),
  )
}

/** The most notifications that one personal reminder which repeats leaves behind, read or not. */
export const PER_REMINDER_MOST = 100

/** Removes the oldest notifications of personal reminders, which nobody but their person could ever end. */
async function keepNewest({ db }: OpenContext, reminderIds: number[]) {
  if (reminderIds.length === 0) return
  await db.execute(sql`
    delete from ${notifications} where id = any(array(
      select old.id from unnest(${sql.param(reminderIds)}::int[]) as reminder (id) cross join lateral (
        select ${notifications.id} from ${notifications} where ${notifications.reminderId} = reminder.id
        order by ${notifications.id} desc offset ${PER_REMINDER_MOST}
      ) as old
    ))`)
}

const KEEP_READ = 90 * DAY
const KEEP_UNREAD = 365 * DAY

/** Deletes what was read long ago (decisions, section 9). */
export const deleteReadNotifications = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, notifications, sql`${notifications.isRead} and ${olderThan(now, KEEP_READ)}`, signal)

/** Deletes what nobody has read within a year. */
export const deleteUnreadNotifications = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, notifications, sql`not ${notifications.isRead} and ${olderThan(now, KEEP_UNREAD)}`, signal)

const olderThan = (now: Date, age: number) =>
  sql`${notifications.createdAt} < ${new Date(now.getTime() - age).toISOString()}`
