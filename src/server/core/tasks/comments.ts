import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { msg } from '../../../shared/words/message.ts'
import { invalidFields } from '../../base/errors.ts'
import { comments } from '../../db/tables/comments.ts'
import { photos } from '../../db/tables/photos.ts'
import { ownLoosePhotos } from '../access/access.ts'
import type { Context } from '../context.ts'
import { searchTextOf } from '../write/search-text.ts'
import { insert } from '../write/write.ts'
import { recount } from './contents.ts'

/** Comments and their photos. The audit log does not tell of photos: the comment's entry does. */

type CommentRow = typeof comments.$inferSelect

/** The content of a comment: text, photos or both. */
interface Written {
  text?: string
  mentions?: string[]
  /** Checked by `checkPhotos`, in the order in which they are shown. */
  photoIds?: string[]
}

/** Writes the viewer's comment on a task that is locked, and counts it on the task. It tells nobody. */
export async function addComment(
  ctx: Context,
  taskId: number,
  { text = '', mentions = [], photoIds = [] }: Written,
): Promise<CommentRow> {
  const comment = await insert(ctx, comments, {
    ...{ taskId, authorId: ctx.viewer.id, text, searchText: searchTextOf(text), mentions },
  })
  await attachPhotos(ctx, comment, photoIds)
  await recount(ctx, taskId)
  return comment
}

/** Locks a new comment's photos. Throws 400 at each that is not the viewer's, or hangs on something already. */
export async function checkPhotos(ctx: Context, photoIds: string[]) {
  if (photoIds.length === 0) return
  const found = await ctx.db
    .select({ id: photos.id })
    .from(photos)
    .where(sql`${photos.id} = any(${sql.param(photoIds)}::uuid[]) and ${ownLoosePhotos(ctx)}`)
    .orderBy(photos.id)
    .for('update')
  const own = new Set(found.map(({ id }) => id))
  const faults = photoIds.flatMap((id, at) =>
    own.has(id) ? [] : [{ path: `photoIds.${at}`, message: msg('There is no such photo') }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

/** Hangs photos that were checked on a comment, in this order. */
async function attachPhotos({ db }: Context, { id, taskId }: CommentRow, photoIds: string[]) {
  if (photoIds.length === 0) return
  const ids = sql`${sql.param(photoIds)}::uuid[]`
  await db
    .update(photos)
    .set({ taskId, commentId: id, position: sql`array_position(${ids}, ${photos.id})` })
    .where(sql`${photos.id} = any(${ids})`)
}

/** Whether a comment shows photos. */
export async function hasPhotos({ db }: Context, { id }: CommentRow) {
  const shown = and(eq(photos.commentId, id), isNull(photos.deletedAt))
  return (await db.select({ id: photos.id }).from(photos).where(shown).limit(1)).length > 0
}

/** Deletes a comment's photos with it: nobody can read them, and they go when it can no longer be restored. */
export const deletePhotosOf = ({ db, now }: Context, { id }: CommentRow) =>
  db
    .update(photos)
    .set({ deletedAt: now.toISOString() })
    .where(and(eq(photos.commentId, id), isNull(photos.deletedAt)))

/** Brings back the photos that were deleted with a comment. */
export const restorePhotosOf = ({ db }: Context, { id, deletedAt }: CommentRow) =>
  db
    .update(photos)
    .set({ deletedAt: null })
    .where(and(eq(photos.commentId, id), eq(photos.deletedAt, sql`${deletedAt}` as SQL<string>)))
