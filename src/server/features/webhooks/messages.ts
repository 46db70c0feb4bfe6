import { randomUUID } from 'node:crypto'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { WebhookMessage } from '../../../shared/webhooks.ts'
import type { OpenContext } from '../../core/context.ts'
import { jobsChanged } from '../../core/jobs/jobs.ts'
import type { NewEvent } from '../../db/events/events.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { webhookMessages, webhooks } from '../../db/tables/webhooks.ts'

/** Messages to webhooks: when each is due, and the job that sends one webhook's messages. */

/** The job that sends the messages of one webhook (`send.ts`). There is one for each webhook with open messages. */
export const WEBHOOK_SEND = 'webhook-send'
const ATTEMPTS = 12

/** Seconds after each failed attempt until the next one; with jitter. They come to three days, and the last attempt. */
const DELAYS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 21_600, 28_800, 43_200, 57_600, 79_200]
export const MAX_ATTEMPTS = DELAYS.length + 1

/** Neither delivered, nor given up. */
export const isOpenMessage = sql`${webhookMessages.deliveredAt} is null and ${webhookMessages.failedAt} is null`

/** When an open message is due. The jitter belongs to the message, so every caller gets the same time. */
export const dueAt: SQL = sql`(case when ${webhookMessages.attempts} = 0 then ${webhookMessages.createdAt}
  else ${webhookMessages.lastTriedAt} + interval '1 second' * (array[${sql.raw(DELAYS.join())}])[${webhookMessages.attempts}]
    * (0.8 + (${webhookMessages.id} * 7919 + ${webhookMessages.attempts} * 104729) % 100 / 250.0) end)`

export const newMessageId = () => `msg_${randomUUID().replaceAll('-', '')}`

/** The body of a message. The row keeps it, so that each attempt sends the same. */
export interface MessageBody {
  type: string
  timestamp: string
  data: unknown
}

type Row = typeof webhookMessages.$inferSelect

/** A message as replies carry it. */
export const webhookMessageOf = ({ webhookId: _, body, ...message }: Row): WebhookMessage => ({
  ...message,
  body: JSON.stringify(body),
})

/** The messages of a webhook, or how they went, are others than before. */
export const messagesChanged = (): NewEvent => ({
  type: 'change',
  change: { resource: 'webhooks', id: null },
  audience: { fromRole: 'admin', departments: [], users: [] },
  tab: null,
})

/**
 * Lets the open messages of these webhooks be sent soon after the commit: at once, or when a webhook that did not
 * answer has rested. To be called before a webhook's row is locked: the job that sends holds its own row first.
 *
 * @param isAtOnce a person wants it: the webhook rests no longer
 */
export async function wakeSenders(
  { db, outbox }: Pick<OpenContext, 'db' | 'outbox'>,
  webhookIds: number[],
  isAtOnce = false,
) {
  if (webhookIds.length === 0) return
  await db.execute(sql`
    insert into ${jobs} as job (kind, key, payload, max_attempts)
    select ${WEBHOOK_SEND}, id::text, jsonb_build_object('webhookId', id), ${ATTEMPTS}::int
    from unnest(${sql.param(webhookIds)}::int[]) as id order by id
    on conflict (kind, key) where key is not null do update set failed_at = null,
      attempts = case when job.failed_at is null then job.attempts else 0 end,
      run_at = case when ${isAtOnce} then now() else greatest(now(), least(job.run_at, to_timestamp(coalesce((job.payload ->> 'restUntil')::float8, 0) / 1000))) end,
      payload = case when ${isAtOnce} then excluded.payload else job.payload end`)
  if (!outbox.has('jobs')) outbox.push({ type: 'change', ...jobsChanged(), tab: null })
}

/** Lets the open messages of a webhook begin again, with all their attempts. */
export const beginAgain = ({ db }: Pick<OpenContext, 'db'>, webhookId: number) =>
  db
    .update(webhookMessages)
    .set({ attempts: 0 })
    .where(and(eq(webhookMessages.webhookId, webhookId), gt(webhookMessages.attempts, 0), isOpenMessage))

/** Wakes senders without a job, after a server was killed or a backup was restored. */
export async function wakeForgotten({ db, outbox }: Pick<OpenContext, 'db' | 'outbox'>) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${webhooks.id} as id from ${webhooks} where ${webhooks.pausedAt} is null
      and exists (select from ${webhookMessages} where ${webhookMessages.webhookId} = ${webhooks.id} and ${isOpenMessage})
      and not exists (select from ${jobs} where ${jobs.kind} = ${WEBHOOK_SEND} and ${jobs.key} = ${webhooks.id}::text
        and ${jobs.failedAt} is null)`)
  await wakeSenders(
    { db, outbox },
    rows.map(({ id }) => id),
  )
}
