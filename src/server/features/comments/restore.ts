import type { Comment, commentsApi } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import { removableCommentFor } from '../../core/access/comments.ts'
import type { Context } from '../../core/context.ts'
import { restorePhotosOf } from '../../core/tasks/comments.ts'
import { recount } from '../../core/tasks/contents.ts'
import { restoreLimit } from '../../core/write/restore-limit.ts'
import { update } from '../../core/write/write.ts'
import { comments } from '../../db/tables/comments.ts'
import { commentWithParts } from './rows.ts'

/** Restores a deleted comment with its photos, by people who may delete it. 404 after 30 days. It notifies nobody. */
export async function restoreComment(ctx: Context, { params }: Input<typeof commentsApi.restore>): Promise<Comment> {
  const { comment, task } = await removableCommentFor(ctx, params.id)
  if (comment.deletedAt === null || comment.deletedAt <= restoreLimit(ctx.now))
    throw notFound(msg('There is no such deleted comment'))
  await update(ctx, comments, comment, { deletedAt: null }, 'restore')
  await restorePhotosOf(ctx, comment)
  await recount(ctx, task.id)
  return commentWithParts(ctx, comment.id)
}
