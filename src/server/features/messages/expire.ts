import { lt } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { messages } from '../../db/tables/messages.ts'

/** So long messages are kept. */
export const MESSAGE_DAYS = 365

/** Deletes messages that are older than a year. */
export function deleteOldMessages({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const before = new Date(now.getTime() - MESSAGE_DAYS * 24 * 3600 * 1000).toISOString()
  return deleteInBatches(db, messages, lt(messages.createdAt, before), signal)
}
