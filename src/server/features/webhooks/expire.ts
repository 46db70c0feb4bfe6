import { sql } from 'drizzle-orm'
import { WEBHOOK_MESSAGE_DAYS } from '../../../shared/webhooks.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { webhookMessages } from '../../db/tables/webhooks.ts'
import { wakeForgotten } from './messages.ts'

const KEEP = WEBHOOK_MESSAGE_DAYS * 24 * 3600 * 1000

/** Deletes messages of more than 30 days ago, and lets those be sent that no job waits for. */
export async function tidyWebhookMessages(ctx: OpenContext, signal?: AbortSignal) {
  const before = new Date(ctx.now.getTime() - KEEP).toISOString()
  await deleteInBatches(ctx.db, webhookMessages, sql`${webhookMessages.createdAt} < ${before}`, signal)
  await inTransaction(ctx, wakeForgotten)
}
