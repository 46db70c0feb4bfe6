import { COMMENT_PAGE, type CommentPage, type commentsApi } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { taskFor } from '../../core/access.ts'
import type { Context } from '../../core/context.ts'
import { commentsAfter } from './rows.ts'

/**
 * The comments of a task, oldest first, a page at a time. Deleted ones stand at their place without what they said. Throws 404 when
 * the viewer may not see the task.
 */
export async function listComments(
  ctx: Context,
  { params, query }: Input<typeof commentsApi.list>,
): Promise<CommentPage> {
  const { id } = await taskFor(ctx, params.id, 'task:read')
  const found = await commentsAfter(ctx, id, query.after ?? 0, COMMENT_PAGE + 1)
  const comments = found.slice(0, COMMENT_PAGE)
  return { comments, next: found.length > COMMENT_PAGE ? (comments.at(-1)?.id ?? null) : null }
}
