import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { chosenBy, type MessageType, type WebhookType } from '../../../shared/webhooks.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { webhooks } from '../../db/tables/webhooks.ts'

/**
 * Notices of changes for other programs. A transaction leaves a job with its notices if, and only if, a webhook wants
 * one of them: the statement that writes its events looks. So nothing is remembered that could be out of date, and a
 * change that no webhook wants costs no statement.
 */

type Row = Record<string, unknown>

/** `id` is null when many rows changed at once. */
export interface WebhookNotice {
  type: MessageType
  id: number | null
}

/** The event in a job's payload. `at` is when it happened, in milliseconds since 1970. */
export interface WebhookEvent {
  notices: WebhookNotice[]
  at: number
}

/** The job that makes messages of notices (`features/webhooks/collect.ts`). */
export const WEBHOOK_EVENT = 'webhook-event'
/** Its attempts take about two and a half hours. */
const ATTEMPTS = 12

/** By the name of the table. Changes of other tables are told to nobody. */
const typeOf: Record<string, (verb: string, before: Row | null, after: Row | null) => WebhookType | undefined> = {
  tasks: (verb, before, after) => {
    if (verb === 'miss') return 'task.missed'
    if (verb === 'delete' || after === null) return 'task.deleted'
    if (before === null) return after.kind === 'problem' ? 'problem.reported' : 'task.created'
    if (verb === 'claim') return 'task.claimed'
    return after.status === 'completed' && before.status !== 'completed' ? 'task.completed' : 'task.updated'
  },
  comments: (_verb, before) => (before === null ? 'comment.created' : undefined),
  hours_approvals: (verb, before) => {
    if (before === null) return 'hours.approved'
    return verb === 'withdraw' ? 'hours.withdrawn' : undefined
  },
  handovers: (_verb, before) => (before === null ? 'handover.created' : undefined),
  clock_sessions: (_verb, before, after) => {
    if (before === null) return after?.endTime === null ? 'clock.started' : undefined
    return before.endTime === null && after !== null && after.endTime !== null ? 'clock.ended' : undefined
  },
}

/** Of more than `most` rows of these tables at once, one notice without an id. */
const ofMany: Record<string, MessageType> = { tasks: 'tasks.changed', hours_approvals: 'hours.approved' }

/**
 * The notices of changes of rows. More than `most` tasks or approvals give one notice together. More than `most` other
 * rows give none: nobody makes so many at once.
 */
export function noticesOf(
  table: PgTable,
  verb: string,
  pairs: { before: Row | null; after: Row | null }[],
  most: number,
): WebhookNotice[] {
  const name = getTableName(table)
  if (pairs.length > most) return ofMany[name] ? [{ type: ofMany[name], id: null }] : []
  return pairs.flatMap(({ before, after }) => {
    const type = typeOf[name]?.(verb, before, after)
    return type ? [{ type, id: (after ?? before)?.id as number }] : []
  })
}

/** An INSERT of the job, for `eventWriter`; `valuesOf` gives the values of its placeholders. */
export const enqueueNotices = sql`
  insert into ${jobs} (kind, payload, max_attempts)
  select ${sql.raw(`'${WEBHOOK_EVENT}'`)}, ${sql.placeholder('told')}::jsonb, ${sql.raw(String(ATTEMPTS))}
  where exists (select from ${webhooks} where paused_at is null and types && ${sql.placeholder('types')}::text[])`

/** The values for `enqueueNotices`. */
export const webhookValuesOf = (notices: WebhookNotice[], at: Date) => ({
  told: JSON.stringify({ notices, at: at.getTime() } satisfies WebhookEvent),
  types: [...new Set(notices.flatMap(({ type }) => chosenBy(type)))],
})
