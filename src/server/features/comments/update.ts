import type { Comment, commentsApi } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/message.ts'
import { forbidden, invalid, notFound } from '../../base/errors.ts'
import { commentFor } from '../../core/access-comments.ts'
import { hasPhotos } from '../../core/comments.ts'
import type { Context } from '../../core/context.ts'
import { searchTextOf } from '../../core/search-text.ts'
import { update } from '../../core/write.ts'
import { comments } from '../../db/tables/task-contents.ts'
import { saysNothing } from './create.ts'
import { commentWithParts } from './rows.ts'

/** Changes the text of one's own comment. Throws 403 for somebody else's, 400 for an empty text without a photo. */
export async function updateComment(
  ctx: Context,
  { params, body }: Input<typeof commentsApi.update>,
): Promise<Comment> {
  const { comment } = await commentFor(ctx, params.id)
  if (comment.deletedAt !== null) throw notFound(msg('There is no such comment'))
  if (comment.authorId !== ctx.viewer.id) throw forbidden(msg('Only its author may change a comment'))
  const { text } = body
  if (text === '' && !(await hasPhotos(ctx, comment))) throw invalid('text', saysNothing)
  if (text !== comment.text) {
    const mentions = text === '' ? [] : comment.mentions
    const editedAt = ctx.now.toISOString()
    await update(ctx, comments, comment, { text, searchText: searchTextOf(text), mentions, editedAt })
  }
  return commentWithParts(ctx, comment.id)
}
