import { and, desc, eq, lt } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { WEBHOOK_MESSAGE_PAGE, type WebhookMessage, type webhooksApi } from '../../../shared/webhooks.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, notFound } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { note } from '../../core/write/write.ts'
import { webhookMessages, webhooks } from '../../db/tables/webhooks.ts'
import { webhookFor } from './access.ts'
import { type MessageBody, messagesChanged, newMessageId, wakeSenders, webhookMessageOf } from './messages.ts'

/** The messages of a webhook, newest first, a page at a time. */
export async function listMessages(
  ctx: Context,
  { params, query: { before } }: Input<typeof webhooksApi.messages>,
): Promise<{ messages: WebhookMessage[]; next: number | null }> {
  const { id } = await webhookFor(ctx, params.id)
  const rows = await ctx.db
    .select()
    .from(webhookMessages)
    .where(and(eq(webhookMessages.webhookId, id), before === undefined ? undefined : lt(webhookMessages.id, before)))
    .orderBy(desc(webhookMessages.id))
    .limit(WEBHOOK_MESSAGE_PAGE + 1)
  const page = rows.slice(0, WEBHOOK_MESSAGE_PAGE)
  return {
    messages: page.map(webhookMessageOf),
    next: rows.length > WEBHOOK_MESSAGE_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Sends a message that says only that it is a test. Throws 409 for a webhook that is paused. */
export async function testWebhook(ctx: Context, { params }: Input<typeof webhooksApi.test>): Promise<WebhookMessage> {
  await wakeSenders(ctx, [params.id], true)
  const webhook = await deliveringFor(ctx, params.id)
  const createdAt = ctx.now.toISOString()
  const data = { webhook: { id: webhook.id, name: webhook.name } }
  const body: MessageBody = { type: 'webhook.test', timestamp: createdAt, data }
  const [row] = await ctx.db
    .insert(webhookMessages)
    .values({ webhookId: webhook.id, messageId: newMessageId(), type: body.type, body, createdAt })
    .returning()
  if (!row) throw new Error('The message was not inserted')
  await note(ctx, webhooks, webhook, 'test', {})
  return webhookMessageOf(row)
}

/** Lets a message begin again, with all its attempts. Throws 409 for a webhook that is paused. */
export async function resendMessage(
  ctx: Context,
  { params }: Input<typeof webhooksApi.resend>,
): Promise<WebhookMessage> {
  await wakeSenders(ctx, [params.id], true)
  const webhook = await deliveringFor(ctx, params.id)
  const [row] = await ctx.db
    .update(webhookMessages)
    .set({ attempts: 0, deliveredAt: null, failedAt: null })
    .where(and(eq(webhookMessages.webhookId, webhook.id), eq(webhookMessages.id, params.message)))
    .returning()
  if (!row) throw notFound(msg('There is no such message'))
  ctx.outbox.push(messagesChanged())
  await note(ctx, webhooks, webhook, 'resend', { messageId: row.messageId })
  return webhookMessageOf(row)
}

async function deliveringFor(ctx: Context, id: number) {
  const webhook = await webhookFor(ctx, id)
  if (webhook.pausedAt !== null) throw conflict('webhook_paused', msg('This webhook is paused. Resume it first.'))
  return webhook
}
