import { and, arrayOverlaps, asc, count, inArray, isNull } from 'drizzle-orm'
import { chosenBy, MAX_OPEN_MESSAGES, type MessageType } from '../../../shared/webhooks.ts'
import type { OpenContext } from '../../core/context.ts'
import { jobKind } from '../../core/jobs/jobs.ts'
import { WEBHOOK_EVENT, type WebhookEvent, type WebhookNotice } from '../../core/notify/webhook-notices.ts'
import { webhookMessages, webhooks } from '../../db/tables/webhooks.ts'
import { isOpenMessage, type MessageBody, messagesChanged, newMessageId, wakeSenders } from './messages.ts'
import { stopWebhook } from './stop.ts'

/** By the first word of a type: rows as the API gives them to an administrator, by id. Deleted rows are absent. */
export type WebhookReaders = Record<
  'task' | 'comment' | 'handover' | 'clock' | 'hours',
  (ctx: OpenContext, ids: number[]) => Promise<ReadonlyMap<number, unknown>>
>

/**
 * Makes messages about a transaction's changes: one for each notice and each webhook that wants it, all in one
 * transaction with the end of the job, so that each is made exactly once.
 */
export const webhookEventJob = (readers: WebhookReaders) =>
  jobKind<WebhookEvent>(
    WEBHOOK_EVENT,
    async (ctx, { notices, at }, { complete }) => {
      const bodies = await bodiesOf(ctx, readers, notices, new Date(at))
      await complete((tx) => collect(tx, bodies))
    },
    { isForgotten: true },
  )

type Body = MessageBody & { type: MessageType }

/** The bodies of messages: with the rows as they are now, or a deleted row's id alone. */
async function bodiesOf(
  ctx: OpenContext,
  readers: WebhookReaders,
  notices: WebhookNotice[],
  at: Date,
): Promise<Body[]> {
  const rows = new Map<string, ReadonlyMap<number, unknown>>()
  for (const kind of Object.keys(readers) as (keyof WebhookReaders)[]) {
    const ids = notices.flatMap(({ type, id }) => (id !== null && kindOf(type) === kind ? [id] : []))
    if (ids.length > 0) rows.set(kind, await readers[kind](ctx, ids))
  }
  return notices.map(({ type, id }) => ({
    type,
    timestamp: at.toISOString(),
    data: id === null ? {} : (type !== 'task.deleted' && rows.get(kindOf(type))?.get(id)) || { id },
  }))
}

const kindOf = (type: MessageType) => (type.startsWith('problem.') ? 'task' : (type.split('.')[0] ?? ''))

async function collect(tx: OpenContext, bodies: Body[]) {
  const wanted = [...new Set(bodies.flatMap(({ type }) => chosenBy(type)))]
  // Locked against deletion alone.
  const found = await tx.db
    .select({ id: webhooks.id, types: webhooks.types })
    .from(webhooks)
    .where(and(isNull(webhooks.pausedAt), arrayOverlaps(webhooks.types, wanted)))
    .orderBy(asc(webhooks.id))
    .for('key share')
  const messages = found.flatMap(({ id: webhookId, types }) =>
    bodies
      .filter(({ type }) => chosenBy(type).some((each) => types.includes(each)))
      .map((body) => ({
        webhookId,
        messageId: newMessageId(),
        type: body.type,
        body,
        createdAt: tx.now.toISOString(),
      })),
  )
  if (messages.length === 0) return
  const ids = found.map(({ id }) => id)
  await tx.db.insert(webhookMessages).values(messages)
  await wakeSenders(tx, ids)
  tx.outbox.push(messagesChanged())
  const counted = await tx.db
    .select({ id: webhookMessages.webhookId, open: count() })
    .from(webhookMessages)
    .where(and(inArray(webhookMessages.webhookId, ids), isOpenMessage))
    .groupBy(webhookMessages.webhookId)
  for (const { id, open } of counted) if (open > MAX_OPEN_MESSAGES) await stopWebhook(tx, id, 'full')
}
