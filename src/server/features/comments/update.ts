import type { Comment, commentsApi } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, invalid, notFound } from '../../base/errors.ts'
import { commentFor } from '../../core/access/comments.ts'
import type { Context } from '../../core/context.ts'
import { hasPhotos } from '../../core/tasks/comments.ts'
import { searchTextOf } from '../../core/write/search-text.ts'
import { update } from '../../core/write/write.ts'
import { comments } from '../../db/tables/comments.ts'
import { rewordComment } from '../notifications/of-messages.ts'
import { saysNothing } from './create.ts'
import { checkMentions } from './mentions.ts'
import { commentWithParts } from './rows.ts'
import { tellOfMentions } from './tell.ts'

/**
 * Changes the text and the mentions of the viewer's own comment, and notifies people newly mentioned. Throws 403 for
 * another person's comment, 400 for an empty text without a photo and for a mention of somebody who cannot see the
 * task.
 */
export async function updateComment(
  ctx: Context,
  { params, body }: Input<typeof commentsApi.update>,
): Promise<Comment> {
  const { comment, task } = await commentFor(ctx, params.id)
  if (comment.deletedAt !== null) throw notFound(msg('There is no such comment'))
  if (comment.authorId !== ctx.viewer.id) throw forbidden(msg('Only the author can change a comment'))
  const { text } = body
  if (text === '' && !(await hasPhotos(ctx, comment))) throw invalid('text', saysNothing)
  // Without a text nobody is mentioned.
  const mentions = text === '' ? [] : [...new Set(body.mentions ?? comment.mentions)]
  await checkMentions(ctx, task, mentions, comment.mentions)
  const editedAt = text === comment.text ? comment.editedAt : ctx.now.toISOString()
  const changed = await update(ctx, comments, comment, { text, searchText: searchTextOf(text), mentions, editedAt })
  if (text !== comment.text) await rewordComment(ctx, comment, text)
  await tellOfMentions(
    ctx,
    task,
    changed,
    mentions.filter((id) => !comment.mentions.includes(id)),
  )
  return commentWithParts(ctx, comment.id)
}
