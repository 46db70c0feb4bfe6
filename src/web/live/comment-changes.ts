import { COMMENT_PAGE, type Comment, type CommentPage, commentsApi } from '../../shared/comments.ts'
import type { Patches } from './reply-patches.ts'
import type { ReplyContext, RowChange } from './row-changes.ts'
import { type Changed, READ_AGAIN } from './task-changes.ts'

/** A change of a comment. Lists know it by its task. */
export type CommentChange = RowChange<Comment> & { before?: { taskId: number }; after?: { taskId: number } }

/**
 * A page of the comments of a task after a change. A comment keeps its place, also when it is deleted. A comment does
 * not say when it was changed: the last row to arrive counts, and changes arrive in the order in which they were made.
 */
export function changeComments(
  page: CommentPage,
  { id, row, before, after }: CommentChange,
  query: { after?: number; before?: number; last?: 'true' },
  { param }: Pick<ReplyContext, 'param'>,
): Changed<CommentPage> {
  const { comments, next } = page
  const isKnown = comments.some((comment) => comment.id === id)
  const taskId = row?.taskId ?? after?.taskId ?? before?.taskId
  if (taskId !== undefined && taskId !== param) return page
  // Many at once, or the task is gone from this person's sight, which reading again says.
  if (!row) return isKnown || id === null ? READ_AGAIN : page
  if (isKnown) return { comments: comments.map((comment) => (comment.id === id ? row : comment)), next }
  if (query.before !== undefined) return page
  const place = comments.findIndex((comment) => comment.id > row.id)
  const all = comments.toSpliced(place === -1 ? comments.length : place, 0, row)
  // The end of the list, which may have grown beyond a page by those before it.
  if (query.last) return next !== null && place === 0 ? page : { comments: all, next }
  const isBehind = next !== null && row.id > next
  if (isBehind || row.id <= (query.after ?? 0)) return page
  const kept = all.slice(0, COMMENT_PAGE)
  return { comments: kept, next: all.length > kept.length ? (kept.at(-1)?.id ?? null) : next }
}

/** How changes of comments change replies. */
export const commentPatches: Patches = [[commentsApi.list, changeComments]]
