import type { Comment, commentsApi } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'
import { taskFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { addComment, checkPhotos } from '../../core/tasks/comments.ts'
import { checkMentions } from './mentions.ts'
import { commentWithParts } from './rows.ts'
import { tellOfComment } from './tell.ts'

/**
 * Writes a comment, and tells those who have to do with the task. Throws 400 for one that says nothing, for photos that
 * are not the viewer's, and for a mention of somebody who cannot see the task.
 */
export async function createComment(
  ctx: Context,
  { params, body }: Input<typeof commentsApi.create>,
): Promise<Comment> {
  const task = await taskFor(ctx, params.id, 'task:comment')
  const photoIds = [...new Set(body.photoIds)]
  if (body.text === '' && photoIds.length === 0) throw invalid('text', saysNothing)
  // Without a text nobody is mentioned.
  const mentions = body.text === '' ? [] : [...new Set(body.mentions)]
  await checkMentions(ctx, task, mentions)
  await checkPhotos(ctx, photoIds)
  const comment = await addComment(ctx, task.id, { text: body.text, mentions, photoIds })
  await tellOfComment(ctx, task, comment)
  return commentWithParts(ctx, comment.id)
}

export const saysNothing = msg('Write something, or add a photo')
