import { COMMENT_PAGE, type CommentPage, type commentsApi } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_SERIAL } from '../../../shared/fields.ts'
import { taskFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { commentsAfter, commentsBefore } from './rows.ts'

/**
 * The comments of a task, oldest first, a page at a time, from the beginning or from the end. Deleted ones stand at
 * their place without their texts. Throws 404 when the viewer may not see the task.
 */
export async function listComments(
  ctx: Context,
  { params, query }: Input<typeof commentsApi.list>,
): Promise<CommentPage> {
  const { id } = await taskFor(ctx, params.id, 'task:read')
  if (query.last || query.before !== undefined) {
    const found = await commentsBefore(ctx, id, query.before ?? MAX_SERIAL, COMMENT_PAGE + 1)
    const comments = found.slice(-COMMENT_PAGE)
    return { comments, next: found.length > COMMENT_PAGE ? (comments[0]?.id ?? null) : null }
  }
  const found = await commentsAfter(ctx, id, query.after ?? 0, COMMENT_PAGE + 1)
  const comments = found.slice(0, COMMENT_PAGE)
  return { comments, next: found.length > COMMENT_PAGE ? (comments.at(-1)?.id ?? null) : null }
}
