import { getTableName, sql } from 'drizzle-orm'
import type { Urgency } from '../../../shared/notifications.ts'
import { MAX_REMINDER_DESCRIPTION } from '../../../shared/reminders.ts'
import { type NotificationFact, withShortTexts } from '../../base/words/notification-words.ts'
import type { OpenContext } from '../../core/context.ts'
import type { DeliveryPair } from '../../core/notify/delivery.ts'
import { enqueuePushes } from '../../core/notify/push.ts'
import { prepared } from '../../db/connect/connect.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { pushSubscriptions } from '../../db/tables/push.ts'
import type { users } from '../../db/tables/users.ts'

/** Only the beginning of a longer text in params is stored. Today's longest text is a reminder's. */
export const MAX_PARAM_CHARACTERS = MAX_REMINDER_DESCRIPTION

/** A fact with its recipients. */
export interface Notice {
  recipients: string[]
  fact: NotificationFact
  /** `urgent` reaches people off duty too. Only for messages with a manager's reason. */
  urgency?: Urgency
}

/**
 * Stores a notification for each recipient. It is sent to their open pages after the transaction is committed, and a
 * moment later to their devices, if these may ring then (`core/notify/delivery.ts`). Its kind and its words are defined
 * in `server/base/words/notification-words.ts`.
 */
export const notify = (ctx: OpenContext, recipients: string[], fact: NotificationFact, urgency?: Urgency) =>
  notifyEach(ctx, [{ recipients, fact, ...(urgency && { urgency }) }])

/** Stores several facts for their recipients in one statement, and in another the jobs for devices, if any. */
export async function notifyEach(ctx: OpenContext, facts: Notice[]) {
  const values = facts.flatMap(({ recipients, fact, urgency }) => {
    const { kind, params, subject } = withShortTexts(fact, MAX_PARAM_CHARACTERS)
    const [subject_type, subject_id] = subject ? [subject.type, String(subject.id)] : [null, null]
    const content = { kind, params, urgency: urgency ?? 'normal', subject_type, subject_id }
    return recipients.map((user_id) => ({ ...content, user_id, created_at: ctx.now.toISOString() }))
  })
  if (values.length === 0) return
  // The rows come back in the order of the values.
  const rows = await insertNotifications(ctx.db, { rows: JSON.stringify(values) })
  await enqueuePushes(ctx, pairsOf(rows))
  for (const { recipients, fact } of facts) {
    const own = rows.splice(0, recipients.length)
    if (own.length > 0) sendToPages(ctx, own, fact)
  }
}

/**
 * In the statement that writes a notification, the ids of its person's devices; null without any. Nearly always there
 * are none, and then this is all that devices cost.
 */
export const ownDevices = sql.raw(`(
  select array_agg(device.id) from ${getTableName(pushSubscriptions)} as device where device.user_id = ${getTableName(notifications)}.user_id)`)

const given = sql.raw('user_id, kind, params, urgency, subject_type, subject_id, created_at')
/** The rows are one value, so the statement is the same however many they are. */
const insertNotifications = prepared<{ id: number; userId: string; devices: number[] | null }>(sql`
  insert into ${notifications} (${given})
  select ${given} from jsonb_populate_recordset(null::${notifications}, ${sql.placeholder('rows')}::jsonb)
  returning id, user_id as "userId", ${ownDevices} as devices`)

export const pairsOf = (rows: { id: number; devices: number[] | null }[]) =>
  rows.flatMap(({ id, devices }) => (devices ?? []).map((device): DeliveryPair => [id, device]))

/** How params name the person who caused a notification. */
export const fullName = ({ firstName, lastName }: Pick<typeof users.$inferSelect, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`

/** Puts one message into the outbox, however many people it is for. */
export const sendToPages = (ctx: OpenContext, rows: { id: number; userId: string }[], fact: NotificationFact) =>
  ctx.outbox.push({
    type: 'notification',
    userIds: rows.map(({ userId }) => userId),
    ids: rows.map(({ id }) => id),
    fact,
  })
