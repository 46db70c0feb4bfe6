import { lt } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { threads } from '../../db/tables/threads.ts'

/** A few days more than messages are kept, so that a thread never goes before its last message. */
const TTL_MS = 368 * 24 * 3600_000

/** Deletes threads, with their read marks, in which nobody has written for a year. */
export function deleteOldThreads({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const before = new Date(now.getTime() - TTL_MS).toISOString()
  return deleteInBatches(db, threads, lt(threads.lastAt, before), signal)
}
