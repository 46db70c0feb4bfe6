import { and, count, desc, eq, getTableName, gt, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { briefingApi } from '../../shared/briefing.ts'
import type { Input } from '../../shared/endpoint.ts'
import { msg } from '../../shared/message.ts'
import {
  describeNotification,
  type Kind,
  type NotificationFact,
  type SubjectType,
  withShortTexts,
} from '../../shared/notification-words.ts'
import {
  MAX_NOTIFICATIONS,
  type Notification,
  type notificationsApi,
  type Urgency,
} from '../../shared/notifications.ts'
import type { LedgerEntry } from '../../shared/push.ts'
import type { Reader } from '../../shared/reader.ts'
import { MAX_REMINDER_DESCRIPTION } from '../../shared/reminders.ts'
import { notFound } from '../base/errors.ts'
import { type Context, type OpenContext, readerFor } from '../core/context.ts'
import type { DeliveryPair } from '../core/delivery.ts'
import { wasOnDuty } from '../core/duty.ts'
import { enqueue } from '../core/jobs.ts'
import { mailJob } from '../core/mail.ts'
import { enqueuePushes } from '../core/push.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { notifications } from '../db/tables/notifications.ts'
import { users } from '../db/tables/people.ts'
import { pushSubscriptions } from '../db/tables/push-subscriptions.ts'
import { reminders } from '../db/tables/reminders.ts'
import { sops } from '../db/tables/sops.ts'
import { tasks } from '../db/tables/tasks.ts'

/** The id of a subject of this type; null for another subject, or when its row was deleted for good. */
const existing = (type: SubjectType, table: PgTable) => sql<number | null>`(
  select subject.id from ${table} as subject
  where subject.id = case ${notifications.subjectType} when ${type} then ${notifications.subjectId}::int end)`

const columns = {
  id: notifications.id,
  userId: notifications.userId,
  taskId: existing('task', tasks),
  reminderId: existing('reminder', reminders),
  sopId: existing('sop', sops),
  kind: notifications.kind,
  params: notifications.params,
  isRead: notifications.isRead,
  createdAt: notifications.createdAt,
}

type Row = Omit<Notification, 'type' | 'title' | 'message'> & Pick<typeof notifications.$inferSelect, 'kind' | 'params'>

/** A row of `columns` as the API gives it, in the reader's words. */
const inWords = ({ kind, params, ...row }: Row, reader: Reader): Notification => ({
  ...row,
  ...describeNotification({ kind, params }, reader),
})

/** The viewer's own notifications: the newest hundred. */
export async function listNotifications(ctx: Context): Promise<Notification[]> {
  const rows = await ctx.db
    .select(columns)
    .from(notifications)
    .where(eq(notifications.userId, ctx.viewer.id))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_NOTIFICATIONS)
  return rows.map((row) => inWords(row, ctx.reader))
}

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
    .returning(columns)
  if (!row) throw notFound(msg('There is no such notification'))
  refreshBell(ctx)
  return inWords(row, ctx.reader)
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

/** Marks the viewer's notifications of these kinds about a subject as read. */
export async function markReadAbout(ctx: Context, type: SubjectType, id: number, kinds: Kind[]) {
  const unread = and(eq(notifications.userId, ctx.viewer.id), not(notifications.isRead), isAbout(type, id))
  const { rowCount } = await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(and(unread, inArray(notifications.kind, kinds)))
  if (rowCount) refreshBell(ctx)
}

/** As the index has it: nobody has seen it yet, in no way. */
const isHeld = sql`not ${notifications.isRead} and ${notifications.shownAt} is null and ${notifications.rangAt} is null
  and ${notifications.briefedAt} is null`
/** What a list shows beside notifications, so that those which only say that it is there say nothing new. */
export interface Listed {
  /** The type of their subject. */
  type: SubjectType
  /** The kinds that say no more. */
  kinds: Kind[]
  /** The condition that the list has the row with this id. */
  has(id: SQL): SQL
}

/**
 * The viewer's notifications that were held, newest first, as texts of the contract's JSON, how many there are, and the newest of
 * all. Those that say no more than what is listed beside them are left out. It is one statement: what comes meanwhile is in none of it,
 * or it would count as seen and never be told. What is listed beside them is read afterwards for the same reason.
 */
export async function readHeld(ctx: Context, limit: number, listed: Listed[]) {
  const ofViewer = and(eq(notifications.userId, ctx.viewer.id), isHeld)
  const isSaidTwice = or(
    ...listed.map(({ type, kinds, has }) => {
      const isAboutType = sql`${notifications.subjectType} = ${type}`
      const id = sql`case when ${isAboutType} then ${notifications.subjectId}::int end`
      return sql`coalesce(${isAboutType}, false) and ${notifications.kind} = any(${sql.param(kinds)}::text[]) and ${has(id)}`
    }),
  )
  const isSaid = sql<boolean>`coalesce((${isSaidTwice ?? sql`false`}), false)`
  const rows = await ctx.db
    .select({
      ...{ ...columns, isSaid },
      total: sql<number>`(count(*) filter (where not ${isSaid}) over ())::int`,
      newest: sql<number>`max(${notifications.id}) over ()`,
    })
    .from(notifications)
    .where(ofViewer)
    .orderBy(isSaid, desc(notifications.id))
    .limit(limit)
  const [first] = rows
  const items = rows
    .filter((row) => !row.isSaid)
    .map(({ total: _, newest: __, isSaid: ___, ...row }) => JSON.stringify(inWords(row, ctx.reader)))
  return { items, total: first?.total ?? 0, heldUpTo: first?.newest ?? null }
}

/** Notes that the viewer has seen, in their briefing, the notifications that were held up to this one. */
export async function markBriefed(ctx: Context, { body: { heldUpTo } }: Input<typeof briefingApi.read>) {
  const { rowCount } = await ctx.db
    .update(notifications)
    .set({ briefedAt: ctx.now.toISOString() })
    .where(and(eq(notifications.userId, ctx.viewer.id), isHeld, lte(notifications.id, heldUpTo)))
  if (rowCount) refreshBell(ctx)
  return { count: rowCount ?? 0 }
}

/**
 * Notes which notifications pages in use have shown to their people. Nobody marks somebody else's, and what was told before stays
 * as it was.
 */
export async function markShown({ db, now }: Pick<OpenContext, 'db' | 'now'>, shown: { userId: string; id: number }[]) {
  // Locked in order, as others do that change several.
  await db.execute(sql`
    with locked as (
      select ${notifications.id} as id from ${notifications}
        join unnest(${sql.param(shown.map(({ userId }) => userId))}::uuid[], ${sql.param(shown.map(({ id }) => id))}::int[])
          as shown (user_id, id) on ${notifications.id} = shown.id and ${notifications.userId} = shown.user_id
      where ${notifications.shownAt} is null order by ${notifications.id} for no key update of ${sql.identifier('notifications')}
    )
    update ${notifications} set shown_at = ${now.toISOString()} from locked
    where ${notifications.id} = locked.id and ${notifications.shownAt} is null`)
}

const LEDGER_DAYS = 30
const LEDGER_ENTRIES = 100

/**
 * What rang on the viewer's devices while they were off duty, in the last 30 days, newest first. Whether they were is worked out by
 * the hours as they are known now: a clock-in that arrived later, or a correction, counts.
 */
export async function listOffDuty(ctx: Context): Promise<LedgerEntry[]> {
  const { id, kind, params, userId, rangAt, rangBecause } = notifications
  const since = new Date(ctx.now.getTime() - LEDGER_DAYS * DAY_MS).toISOString()
  const at = sql`${rangAt}`
  const span = { userId: sql`${userId}`, departmentId: sql`null::int`, from: at, to: at }
  const rows = await ctx.db
    .select({ id, kind, params, rangAt, rangBecause })
    .from(notifications)
    .where(
      and(eq(userId, ctx.viewer.id), gt(rangAt, since), sql`${rangBecause} <> 'on_duty' and not ${wasOnDuty(span)}`),
    )
    .orderBy(desc(rangAt), desc(id))
    .limit(LEDGER_ENTRIES)
  return rows.flatMap(({ rangAt, rangBecause, ...row }) => {
    const { title, message } = describeNotification(row, ctx.reader)
    return rangAt && rangBecause ? [{ id: row.id, title, message, rangAt, because: rangBecause }] : []
  })
}

/** Makes the viewer's other pages read their bell again. */
const refreshBell = (ctx: Context) =>
  ctx.outbox.push({
    type: 'change',
    change: { resource: 'notifications', id: null },
    audience: { fromRole: null, departments: [], users: [ctx.viewer.id] },
    tab: ctx.origin.tab,
  })

/** Of a longer text in params only the beginning is stored. The longest that anybody may enter today is a reminder's. */
const MAX_PARAM_CHARACTERS = MAX_REMINDER_DESCRIPTION

/** A fact, and whom it is for. */
export interface Notice {
  recipients: string[]
  fact: NotificationFact
  /** `urgent` reaches people off duty too: only for what a manager has given a reason for. */
  urgency?: Urgency
}

/**
 * Stores a notification for each recipient. It is sent to their open pages after the transaction is committed, and a moment later to
 * their devices, if these may ring then (`core/delivery.ts`). Its kind and its words are defined in `shared/notification-words.ts`.
 */
export const notify = (ctx: OpenContext, recipients: string[], fact: NotificationFact, urgency?: Urgency) =>
  notifyEach(ctx, [{ recipients, fact, ...(urgency && { urgency }) }])

/** Stores several facts, each for its recipients, in one statement, and in another the jobs for devices if there are any. */
export async function notifyEach(ctx: OpenContext, facts: Notice[]) {
  const values = facts.flatMap(({ recipients, fact, urgency }) => {
    const { kind, params, subject } = withShortTexts(fact, MAX_PARAM_CHARACTERS)
    const content = { kind, params, urgency, subjectType: subject?.type, subjectId: subject && String(subject.id) }
    return recipients.map((userId) => ({ ...content, userId, createdAt: ctx.now.toISOString() }))
  })
  if (values.length === 0) return
  // The rows come back in the order of the values.
  const rows = await ctx.db
    .insert(notifications)
    .values(values)
    .returning({ id: notifications.id, userId: notifications.userId, devices: sql<number[] | null>`${ownDevices}` })
  await enqueuePushes(ctx, pairsOf(rows))
  for (const { recipients, fact } of facts) {
    const own = rows.splice(0, recipients.length)
    if (own.length > 0) send(ctx, own, fact)
  }
}

/**
 * In the statement that writes a notification, the ids of its person's devices; null without any. Nearly always there are none, and
 * then this is all that devices cost.
 */
const ownDevices = sql.raw(`(
  select array_agg(device.id) from ${getTableName(pushSubscriptions)} as device where device.user_id = ${getTableName(notifications)}.user_id)`)

const pairsOf = (rows: { id: number; devices: number[] | null }[]) =>
  rows.flatMap(({ id, devices }) => (devices ?? []).map((device): DeliveryPair => [id, device]))

/** How params name the person who caused a notification. */
export const fullName = ({ firstName, lastName }: Pick<typeof users.$inferSelect, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`

/** The condition that a notification is about this subject. */
export const isAbout = (type: SubjectType, id: number): SQL | undefined =>
  and(eq(notifications.subjectType, type), eq(notifications.subjectId, String(id)))

export type AccountOwner = Pick<typeof users.$inferSelect, 'id' | 'email' | 'firstName' | 'language'>

const DAY_MS = 24 * 3600 * 1000

/** How often a notification of one kind may come. */
interface NotificationLimit {
  /** How many within 24 hours. */
  maxPerDay: number
  /** The milliseconds between one and the next. */
  minIntervalMs: number
}

/**
 * Notifies a person of something about the security of their account, in the bell and by e-mail if Muster sends e-mails, in their
 * language. Beyond `limit` it does nothing, so that nobody can flood the bell or the inbox of somebody else.
 */
export async function notifyOfSecurity(
  ctx: OpenContext,
  owner: AccountOwner,
  fact: NotificationFact,
  limit?: NotificationLimit,
): Promise<void> {
  if (limit && (await isBeyond(limit, ctx, owner, fact.kind))) return
  await notify(ctx, [owner.id], fact)
  const { publicUrl } = ctx.services.config
  if (!ctx.services.mail || !publicUrl) return
  const reader = readerFor(ctx.services, owner)
  const { title, message } = describeNotification(fact, reader)
  await enqueue(ctx, mailJob, {
    language: owner.language ?? ctx.services.config.defaultLanguage,
    to: { email: owner.email, firstName: owner.firstName },
    subject: title,
    paragraph: message ?? '',
    link: { label: reader.i18n.t('Open your profile'), address: `${publicUrl}/profile` },
    note: reader.i18n.t('There you see where you are signed in and can change your password.'),
  })
}

async function isBeyond(
  { maxPerDay, minIntervalMs }: NotificationLimit,
  ctx: OpenContext,
  owner: AccountOwner,
  kind: Kind,
) {
  // The lock lets calls for one person follow each other: two at once would not see each other's notification.
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for('no key update')
  const since = new Date(ctx.now.getTime() - DAY_MS).toISOString()
  const ofLastDay = and(eq(notifications.userId, owner.id), gt(notifications.createdAt, since))
  const recent = await ctx.db
    .select({ createdAt: notifications.createdAt })
    .from(notifications)
    .where(and(ofLastDay, eq(notifications.kind, kind)))
    .orderBy(desc(notifications.createdAt))
    .limit(maxPerDay)
  const [latest] = recent
  const isTooSoon = latest !== undefined && ctx.now.getTime() - Date.parse(latest.createdAt) < minIntervalMs
  return isTooSoon || recent.length >= maxPerDay
}

/** Puts one message into the outbox, however many people it is for. */
const send = (ctx: OpenContext, rows: { id: number; userId: string }[], fact: NotificationFact) =>
  ctx.outbox.push({
    type: 'notification',
    userIds: rows.map(({ userId }) => userId),
    ids: rows.map(({ id }) => id),
    fact,
  })

interface ReminderRow extends Record<string, unknown> {
  id: number
  user_id: string
  reminder_id: number
  devices: number[] | null
}

/**
 * Stores the notifications of these reminders in one statement: one for the person, for each of the department's people or for
 * all people. People whose account is not active get none.
 */
export async function notifyOfReminders(
  ctx: OpenContext,
  due: (typeof reminders.$inferSelect)[],
  urgency: Urgency = 'normal',
) {
  const active = sql`${users.isActive} and ${users.deletedAt} is null`
  const { rows } = await ctx.db.execute<ReminderRow>(sql`
    insert into ${notifications} (user_id, kind, params, subject_type, subject_id, urgency, created_at)
    select recipient.id, 'reminder',
      jsonb_build_object('title', ${reminders.title}, 'description', left(${reminders.description}, ${MAX_PARAM_CHARACTERS})),
      'reminder', ${reminders.id}::text, ${urgency}, ${ctx.now.toISOString()}::timestamptz
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
    returning id, user_id, subject_id::int as reminder_id, ${ownDevices} as devices`)
  await enqueuePushes(ctx, pairsOf(rows))
  const byReminder = new Map(due.map(({ id }): [number, { id: number; userId: string }[]] => [id, []]))
  for (const { id, user_id: userId, reminder_id: reminderId } of rows) byReminder.get(reminderId)?.push({ id, userId })
  for (const { id, title, description } of due) {
    const sent = byReminder.get(id) ?? []
    const subject = { type: 'reminder', id } as const
    if (sent.length > 0) send(ctx, sent, { kind: 'reminder', params: { title, description }, subject })
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
        select ${notifications.id} from ${notifications}
        where ${notifications.subjectType} = 'reminder' and ${notifications.subjectId} = reminder.id::text
        order by ${notifications.createdAt} desc, ${notifications.id} desc offset ${MAX_PER_REMINDER}
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
