import { and, eq, isNull, sql } from 'drizzle-orm'
import { msg } from '../../shared/message.ts'
import { may } from '../../shared/permissions.ts'
import { forbidden, notFound } from '../base/errors.ts'
import { comments, photos } from '../db/tables/task-contents.ts'
import { tasks } from '../db/tables/tasks.ts'
import type { Context } from './context.ts'

/** The only way to comments, by the same rules as in `access.ts`: who may see a task may see its comments. */

/**
 * Finds one comment, also a deleted one, for a viewer who may comment on its task. Locks both until the end of the transaction, the
 * task first: so do all who change what hangs on it. Throws 404 when the viewer may not see the task, 403 without the permission.
 */
export async function commentFor(ctx: Context, id: number) {
  const [of] = await ctx.db
    .select({ task: tasks })
    .from(comments)
    .innerJoin(tasks, eq(tasks.id, comments.taskId))
    .where(and(eq(comments.id, id), isNull(tasks.deletedAt)))
    .for('update', { of: tasks })
  const [comment] = of ? await ctx.db.select().from(comments).where(eq(comments.id, id)).for('update') : []
  if (!of || !comment || !may(ctx.viewer, 'task:read', of.task)) throw notFound(msg('There is no such comment'))
  if (!may(ctx.viewer, 'task:comment', of.task)) throw forbidden()
  return { comment, task: of.task }
}

/** As `commentFor`, for those who may take the comment out of the list and bring it back: its author, and who may update the task. */
export async function removableCommentFor(ctx: Context, id: number) {
  const found = await commentFor(ctx, id)
  if (found.comment.authorId !== ctx.viewer.id && !may(ctx.viewer, 'task:update', found.task)) throw forbidden()
  return found
}

/** Locks those of these photos that the viewer has uploaded and that hang on nothing yet. */
export async function ownPhotosAmong(ctx: Context, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const found = await ctx.db
    .select({ id: photos.id })
    .from(photos)
    .where(
      and(
        sql`${photos.id} = any(${sql.param(ids)}::uuid[])`,
        eq(photos.createdBy, ctx.viewer.id),
        isNull(photos.taskId),
        isNull(photos.deletedAt),
      ),
    )
    .orderBy(photos.id)
    .for('update')
  return new Set(found.map(({ id }) => id))
}
