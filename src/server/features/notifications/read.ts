import { and, count, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import {
  MAX_NOTIFICATIONS,
  type Notification,
  type NotificationFilter,
  type notificationsApi,
} from '../../../shared/notifications.ts'
import { TODAY_ITEMS } from '../../../shared/today.ts'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import type { NotificationKind, SubjectType } from '../../base/words/notification-words.ts'
import type { Context } from '../../core/context.ts'
import { countUnreadThreads } from '../../core/threads/read-marks.ts'
import { fixed, runPrepared } from '../../db/connect/connect.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { inWords, notificationColumns } from './words.ts'

/** Kinds for everybody who works in a department, or leads it. All others are about their person. */
const departmentKinds: NotificationKind[] = [
  ...(['problem-reported', 'problem-moved', 'problem-waiting', 'overdue-managers'] as const),
  ...(['handover', 'handover-forgotten', 'handover-waiting'] as const),
]
const isOfDepartment = sql`(${inArray(notifications.kind, departmentKinds)}
  or (${notifications.kind} = 'message' and ${notifications.params} ? 'department'))`
const conditions: Record<NotificationFilter, SQL> = {
  me: not(isOfDepartment),
  department: isOfDepartment,
  urgent: eq(notifications.urgency, 'urgent'),
}

/**
 * The viewer's own notifications, perhaps narrowed by a filter: first urgent messages that are unread, then the newest,
 * a hundred in all.
 */
export async function listNotifications(
  ctx: Context,
  { query: { about } }: Input<typeof notificationsApi.list>,
): Promise<Notification[]> {
  const condition = about && conditions[about]
  const urgent = await listUrgentMessages(ctx, condition)
  const rows = await ctx.db
    .select(notificationColumns)
    .from(notifications)
    .where(and(eq(notifications.userId, ctx.viewer.id), condition))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_NOTIFICATIONS)
  const others = rows.filter(({ id }) => !urgent.some((first) => first.id === id))
  return [...urgent, ...others.map((row) => inWords(row, ctx.reader))].slice(0, MAX_NOTIFICATIONS)
}

const isUrgentMessage = fixed(
  sql`not ${notifications.isRead} and ${notifications.urgency} = 'urgent' and ${notifications.subjectType} = 'message'`,
)

/** Urgent messages that the viewer has not read, the newest first, as Today and the bell begin with them. */
export async function listUrgentMessages(ctx: Context, condition?: SQL): Promise<Notification[]> {
  const rows = await runPrepared(
    ctx.db
      .select(notificationColumns)
      .from(notifications)
      .where(and(eq(notifications.userId, ctx.viewer.id), isUrgentMessage, condition))
      .orderBy(desc(notifications.id))
      .limit(TODAY_ITEMS),
  )
  return rows.map((row) => inWords(row, ctx.reader))
}

/** How many of the viewer's notifications are unread, also beyond the newest ones, and how many of their threads. */
export async function countUnread(ctx: Context) {
  const [row] = await runPrepared(
    ctx.db
      .select({ count: count(), threads: sql<number>`${countUnreadThreads(ctx)}` })
      .from(notifications)
      .where(and(eq(notifications.userId, ctx.viewer.id), not(notifications.isRead))),
  )
  return { count: row?.count ?? 0, threads: row?.threads ?? 0 }
}

/** Marks one of the viewer's notifications as read; 404 for somebody else's. */
export async function markRead(ctx: Context, { params }: Input<typeof notificationsApi.read>): Promise<Notification> {
  const own = and(eq(notifications.id, params.id), eq(notifications.userId, ctx.viewer.id))
  const [marked] = await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(own, not(notifications.isRead)))
    .returning(notificationColumns)
  if (marked) refreshBell(ctx)
  const [row] = marked ? [marked] : await ctx.db.select(notificationColumns).from(notifications).where(own)
  if (!row) throw notFound(msg('There is no such notification'))
  return inWords(row, ctx.reader)
}

/** Marks all of the viewer's notifications as read. */
export async function markAllRead(ctx: Context) {
  const { rowCount } = await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.userId, ctx.viewer.id), not(notifications.isRead)))
  if (rowCount) refreshBell(ctx)
  return { count: 0 }
}

/** Marks the viewer's notifications of these kinds about some subjects as read. */
export async function markReadAbout(ctx: Context, type: SubjectType, ids: number[], kinds: NotificationKind[]) {
  const unread = and(eq(notifications.userId, ctx.viewer.id), not(notifications.isRead), isAbout(type, ids))
  const { rowCount } = await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(unread, inArray(notifications.kind, kinds)))
  if (rowCount) refreshBell(ctx)
}

/** Marks everybody's notifications about these tasks, or only `kinds`, as read: nothing is left to do. */
export async function withdrawAbout(ctx: Context, taskIds: number[], kinds?: NotificationKind[]) {
  if (taskIds.length === 0) return
  const rows = await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(not(notifications.isRead), isAbout('task', taskIds), kinds && inArray(notifications.kind, kinds)))
    .returning({ userId: notifications.userId })
  if (rows.length > 0) refreshBells(ctx, [...new Set(rows.map(({ userId }) => userId))])
}

/** Marks a person's notifications of these kinds as read: they are true no more. */
export async function withdrawFrom(ctx: Context, userId: string, kinds: NotificationKind[]) {
  const { rowCount } = await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.userId, userId), not(notifications.isRead), inArray(notifications.kind, kinds)))
  if (rowCount) refreshBells(ctx, [userId])
}

/** The condition that a notification is about one of these subjects. */
export const isAbout = (type: SubjectType, ids: number[]): SQL | undefined =>
  and(eq(notifications.subjectType, type), inArray(notifications.subjectId, ids.map(String)))

/** Makes the viewer's other pages read their bell again. */
export const refreshBell = (ctx: Context) => refreshBells(ctx, [ctx.viewer.id])

/** Makes the pages of these people read their bell again. */
export const refreshBells = (ctx: Context, users: string[]) =>
  ctx.outbox.push({
    type: 'change',
    change: { resource: 'notifications', id: null },
    audience: { fromRole: null, departments: [], users },
    tab: ctx.origin.tab,
  })
