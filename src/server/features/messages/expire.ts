import { lt } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { messages } from '../../db/tables/messages.ts'

const TTL_MS = 365 * 24 * 3600 * 1000

/** Deletes messages that are older than a year. */
export function deleteOldMessages({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const before = new Date(now.getTime() - TTL_MS).toISOString()
  return deleteInBatches(db, messages, lt(messages.createdAt, before), signal)
}
