import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { WebhookOutcome } from '../../adapters/webhooks.ts'
import type { OpenContext } from '../../core/context.ts'
import { enqueue, type JobRun, jobKind } from '../../core/jobs/jobs.ts'
import { webhookMessages, webhooks } from '../../db/tables/webhooks.ts'
import { dueAt, isOpenMessage, MAX_ATTEMPTS, messagesChanged, WEBHOOK_SEND } from './messages.ts'
import { stopWebhook } from './stop.ts'

interface Payload {
  webhookId: number
  /** Until when the webhook is left alone, in milliseconds since 1970. */
  restUntil?: number
  /** How many times in a row nobody has answered. */
  silences?: number
}

/** Messages of one run. They are sent at once. */
const BATCH = 20
/** A webhook that does not answer rests for so many milliseconds; twice as long each time, up to the longest. */
const FIRST_REST = 15_000
const LONGEST_REST = 3600_000
const MOST_OF_AN_ERROR = 500

/**
 * Sends one webhook's due messages, and comes again for the rest. There is one such job for each webhook, and it takes
 * one place of a server for ten seconds at most: a receiver that does not answer delays no other, and is asked less and
 * less often.
 */
export const webhookSendJob = jobKind<Payload>(WEBHOOK_SEND, sendDue, { isForgotten: true, isLong: true })

interface Sent {
  id: number
  outcome: WebhookOutcome
}

async function sendDue(ctx: OpenContext, { webhookId, silences = 0 }: Payload, { signal, complete }: JobRun) {
  const { services, db } = ctx
  const [webhook] = await db
    .select({ url: webhooks.url, secret: webhooks.secret })
    .from(webhooks)
    .where(and(eq(webhooks.id, webhookId), isNull(webhooks.pausedAt)))
  const due = webhook
    ? await db
        .select({ id: webhookMessages.id, messageId: webhookMessages.messageId, body: webhookMessages.body })
        .from(webhookMessages)
        .where(and(eq(webhookMessages.webhookId, webhookId), isOpenMessage, lte(dueAt, sql`now()`)))
        .orderBy(asc(webhookMessages.id))
        .limit(BATCH)
    : []
  const sent = await Promise.all(
    due.map(async ({ id, messageId, body }): Promise<Sent> => {
      const sending = { ...(webhook as { url: string; secret: string }), id: messageId, body: JSON.stringify(body) }
      return { id, outcome: await services.webhooks.send(sending, signal) }
    }),
  )
  await complete((tx) => note(tx, { webhookId, silences, url: webhook?.url, sent }))
}

interface Run {
  webhookId: number
  silences: number
  /** Where the messages were sent. */
  url: string | undefined
  sent: Sent[]
}

/** Notes how it went, and when the webhook's next message is due. */
async function note(tx: OpenContext, { webhookId, silences, url, sent }: Run) {
  const [webhook] = await tx.db.select().from(webhooks).where(eq(webhooks.id, webhookId)).for('no key update')
  if (!webhook) return
  if (sent.length > 0) {
    const hasFailed = await noteOutcomes(tx, sent)
    tx.outbox.push(messagesChanged())
    // An address that was changed meanwhile is another receiver.
    const isGone = webhook.url === url && sent.some(({ outcome }) => outcome.status === 410)
    if (isGone) await stopWebhook(tx, webhookId, 'gone')
    else if (hasFailed && !(await hasDelivered(tx, webhookId))) await stopWebhook(tx, webhookId, 'failing')
  }
  const { rows } = await tx.db.execute<{ wait: number | null; now: number }>(sql`
    select (extract(epoch from now()) * 1000)::float8 as now,
      (extract(epoch from min(${dueAt}) - now()) * 1000)::float8 as wait from ${webhookMessages}
    join ${webhooks} on ${webhooks.id} = ${webhookMessages.webhookId} and ${webhooks.pausedAt} is null
    where ${webhookMessages.webhookId} = ${webhookId} and ${isOpenMessage}`)
  const { now = 0, wait = null } = rows[0] ?? {}
  if (wait === null) return
  const silent = sent.length === 0 ? silences : sent.every(({ outcome }) => outcome.status === null) ? silences + 1 : 0
  const rest = sent.length === 0 ? 0 : Math.max(restOf(silent), ...sent.map(({ outcome }) => outcome.after))
  const restUntil = now + rest
  const runAt = new Date(Math.max(now + wait, restUntil))
  await enqueue(tx, webhookSendJob, { webhookId, restUntil, silences: silent }, { key: String(webhookId), runAt })
}

const restOf = (silences: number) =>
  silences === 0 ? 0 : Math.min(LONGEST_REST, FIRST_REST * 2 ** (silences - 1)) * (0.75 + Math.random() / 2)

/** Writes outcomes. Says whether the attempts of a message are used up. */
async function noteOutcomes({ db }: OpenContext, sent: Sent[]): Promise<boolean> {
  const isOver = sql`${webhookMessages.attempts} + 1 >= ${MAX_ATTEMPTS}`
  const { rows } = await db.execute<{ failed: boolean }>(sql`
    update ${webhookMessages} set attempts = ${webhookMessages.attempts} + 1, last_tried_at = now(), last_status = tried.status,
      last_error = tried.error, delivered_at = case when tried.is_taken then now() end,
      failed_at = case when not tried.is_taken and ${isOver} then now() end
    from unnest(${sql.param(sent.map(({ id }) => id))}::bigint[], ${sql.param(sent.map(({ outcome }) => outcome.status))}::int[],
      ${sql.param(sent.map(({ outcome }) => outcome.error?.slice(0, MOST_OF_AN_ERROR) ?? null))}::text[],
      ${sql.param(sent.map(({ outcome }) => outcome.isTaken))}::boolean[]) as tried (id, status, error, is_taken)
    where ${webhookMessages.id} = tried.id returning ${webhookMessages.failedAt} is not null as failed`)
  return rows.some(({ failed }) => failed)
}

/** Whether anything was delivered within three days. */
async function hasDelivered({ db }: OpenContext, webhookId: number) {
  const { rows } = await db.execute(sql`
    select from ${webhookMessages} where ${webhookMessages.webhookId} = ${webhookId}
      and ${webhookMessages.deliveredAt} > now() - interval '3 days' limit 1`)
  return rows.length > 0
}
