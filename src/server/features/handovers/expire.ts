import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { handovers } from '../../db/tables/handovers.ts'

/** So long handovers are kept. */
export const HANDOVER_YEARS = 2

/** Deletes handovers of more than two years ago, with their items and questions. */
export function deleteOldHandovers({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - HANDOVER_YEARS)
  return deleteInBatches(db, handovers, sql`${handovers.createdAt} < ${before.toISOString()}`, signal)
}
