import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { plannedShifts } from '../../db/tables/roster.ts'

/** So long planned shifts are kept: as long as records of working time. */
export const SHIFT_YEARS = 4

/** Deletes planned shifts that ended more than four years ago, in both copies. */
export function deleteOldShifts({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - SHIFT_YEARS)
  const { endTime, publishedEndTime } = plannedShifts
  const isOld = sql`${endTime} < ${before.toISOString()} and coalesce(${publishedEndTime}, ${endTime}) < ${before.toISOString()}`
  return deleteInBatches(db, plannedShifts, isOld, signal)
}
