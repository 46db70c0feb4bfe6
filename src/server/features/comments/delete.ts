import type { commentsApi } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import { removableCommentFor } from '../../core/access/comments.ts'
import type { Context } from '../../core/context.ts'
import { deletePhotosOf } from '../../core/tasks/comments.ts'
import { recount } from '../../core/tasks/contents.ts'
import { remove } from '../../core/write/write.ts'
import { comments } from '../../db/tables/comments.ts'
import { rewordComment } from '../notifications/of-messages.ts'
import { forgetUnread } from './unread.ts'

/**
 * Deletes a comment with its photos: its place in the list stays, without its text. It can be restored for 30 days.
 * Throws 403 unless the viewer wrote it or may update the task.
 */
export async function deleteComment(ctx: Context, { params }: Input<typeof commentsApi.remove>): Promise<void> {
  const { comment, task } = await removableCommentFor(ctx, params.id)
  if (comment.deletedAt !== null) throw notFound(msg('There is no such comment'))
  await remove(ctx, comments, comment)
  await deletePhotosOf(ctx, comment)
  await recount(ctx, task.id)
  await forgetUnread(ctx, comment)
  await rewordComment(ctx, comment, '')
}
