import { eq } from 'drizzle-orm'
import { may } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, notFound } from '../../base/errors.ts'
import { comments } from '../../db/tables/comments.ts'
import type { Context } from '../context.ts'
import { lockTaskOf } from './access.ts'

/** The only way to comments, by the same rules as in `access.ts`: people who may see a task may see its comments. */

/**
 * Finds one comment, also a deleted one, for a viewer who may comment on its task. Locks both until the end of the
 * transaction, the task first: so do all who change its contents. Throws 404 when the viewer may not see the task, 403
 * without the permission.
 */
export async function commentFor(ctx: Context, id: number) {
  const task = await lockTaskOf(ctx, comments, id)
  const [comment] = task ? await ctx.db.select().from(comments).where(eq(comments.id, id)).for('update') : []
  if (!task || !comment || !may(ctx.viewer, 'task:read', task)) throw notFound(msg('There is no such comment'))
  if (!may(ctx.viewer, 'task:comment', task)) throw forbidden()
  return { comment, task }
}

/** As `commentFor`, for people who may delete and restore it: its author, and people who may update the task. */
export async function removableCommentFor(ctx: Context, id: number) {
  const found = await commentFor(ctx, id)
  if (found.comment.authorId !== ctx.viewer.id && !may(ctx.viewer, 'task:update', found.task)) throw forbidden()
  return found
}
