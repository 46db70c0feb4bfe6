import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { absences } from '../../db/tables/absences.ts'

/** So long absences are kept: as long as the planned shifts of the time. */
export const ABSENCE_YEARS = 4

/** Deletes absences that ended more than four years ago. */
export function deleteOldAbsences({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - ABSENCE_YEARS)
  return deleteInBatches(db, absences, sql`${absences.endTime} < ${before.toISOString()}`, signal)
}
