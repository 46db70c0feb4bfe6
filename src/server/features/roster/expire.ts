import { sql } from 'drizzle-orm'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import type { OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { plannedShifts, shiftWishes } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'

/** So long planned shifts are kept: as long as records of working time. */
export const SHIFT_YEARS = 4
/** So many days a wish about one day is kept after it, so that planners can look back. */
export const WISH_DAYS = 90

/** Deletes planned shifts that ended more than four years ago, in both copies. */
export function deleteOldShifts({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - SHIFT_YEARS)
  const { endTime, publishedEndTime } = plannedShifts
  const isOld = sql`${endTime} < ${before.toISOString()} and coalesce(${publishedEndTime}, ${endTime}) < ${before.toISOString()}`
  return deleteInBatches(db, plannedShifts, isOld, signal)
}

/** Deletes wishes about days that are long past, and all wishes of people whose account was deleted. */
export function deleteOldWishes(
  { db, now, services }: Pick<OpenContext, 'db' | 'now' | 'services'>,
  signal?: AbortSignal,
) {
  const before = daysLater(dateOf(now.getTime(), services.config.timeZone), -WISH_DAYS)
  const isOld = sql`(${shiftWishes.date} < ${before}
    or ${shiftWishes.userId} in (select ${users.id} from ${users} where ${users.deletedAt} is not null))`
  return deleteInBatches(db, shiftWishes, isOld, signal)
}
