import { and, lt, or, sql } from 'drizzle-orm'
import { isLoosePhoto } from '../../core/access/access.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { deleteFilesOf } from '../../core/files/files.ts'
import { restoreLimit } from '../../core/write/restore-limit.ts'
import { photos } from '../../db/tables/photos.ts'

const DAY_MS = 24 * 3600 * 1000
const BATCH = 500

/** Photos that hang on nothing and were uploaded before this time go. */
export const unattachedBefore = (now: Date) => new Date(now.getTime() - DAY_MS).toISOString()

/**
 * Deletes photos with their files: photos that have hung on nothing for a day, photos of tasks that were deleted for
 * good, and photos that were deleted so long ago that nobody can restore them.
 */
export async function deletePhotos(ctx: OpenContext, signal?: AbortSignal) {
  const old = or(
    and(isLoosePhoto, lt(photos.createdAt, unattachedBefore(ctx.now))),
    lt(photos.deletedAt, restoreLimit(ctx.now)),
  )
  for (let deleted = BATCH; deleted === BATCH && !signal?.aborted; ) {
    deleted = await inTransaction(ctx, async (within) => {
      const batch = within.db
        .select({ id: photos.id })
        .from(photos)
        .where(old)
        .limit(BATCH)
        .for('update', { skipLocked: true })
      const rows = await within.db
        .delete(photos)
        .where(sql`${photos.id} = any(array(${batch}))`)
        .returning({ id: photos.id })
      await deleteFilesOf(
        within,
        'photo',
        rows.map(({ id }) => id),
      )
      return rows.length
    })
  }
}
