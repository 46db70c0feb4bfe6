import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Comment, type CommentPage, commentsApi } from '../../../shared/comments.ts'
import { call, snapshotOf, takeSnapshot } from '../../api/call.ts'
import { keyOf, queryClient, replyOf } from '../../api/queries.ts'
import { commentPatches } from '../../live/comment-changes.ts'
import { registerPatches } from '../../live/reply-patches.ts'

registerPatches('comments', commentPatches)

/** The end of the conversation. Earlier pages go before it as they are read, so one reply holds all. */
const lastPage = (taskId: number) => ({ params: { id: taskId }, query: { last: 'true' as const } })

/** The page after it was read again: earlier comments that were known stay. */
function withEarlier(before: CommentPage | undefined, page: CommentPage): CommentPage {
  const [first] = page.comments
  if (!before || !first || page.next === null) return page
  const earlier = before.comments.filter(({ id }) => id < first.id)
  // Without a comment that both have, some between them may be missing.
  if (earlier.length === 0 || earlier.length === before.comments.length) return page
  return { comments: [...earlier, ...page.comments], next: before.next }
}

/** The comments of a task from the latest back, oldest first. */
export function useComments(taskId: number) {
  const { data, error, isFetching, refetch } = useQuery({
    ...replyOf(commentsApi.list, lastPage(taskId)),
    structuralSharing: (before, after) => {
      const shared = replaceEqualDeep(before, withEarlier(before as CommentPage | undefined, after as CommentPage))
      takeSnapshot(shared, snapshotOf(after))
      return shared
    },
  })
  const [reading, setReading] = useState<'earlier' | 'failed'>()
  const next = data?.next ?? null
  return {
    comments: data?.comments,
    error,
    isFetching,
    refetch,
    hasEarlier: next !== null,
    /** Whether an earlier page is on its way, or could not be read. */
    reading,
    async readEarlier() {
      if (next === null || reading === 'earlier') return
      setReading('earlier')
      try {
        const page = await call(commentsApi.list, { params: { id: taskId }, query: { before: next } })
        changeShown(taskId, (shown) =>
          shown.next === next ? { comments: [...page.comments, ...shown.comments], next: page.next } : shown,
        )
        setReading(undefined)
      } catch {
        setReading('failed')
      }
    },
  }
}

function changeShown(taskId: number, change: (page: CommentPage) => CommentPage) {
  const query = queryClient.getQueryCache().find<CommentPage>({ queryKey: keyOf(commentsApi.list, lastPage(taskId)) })
  const page = query?.state.data
  if (!query || !page) return
  const next = change(page)
  takeSnapshot(next, snapshotOf(page))
  // Not `setQueryData`, which would call a stale reply fresh.
  query.setState({ data: next })
}

/** Shows a comment as this page has just written or changed it. */
export function showComment(comment: Comment) {
  changeShown(comment.taskId, ({ comments, next }) => {
    const at = comments.findIndex(({ id }) => id >= comment.id)
    if (at === -1) return { comments: [...comments, comment], next }
    return { comments: comments.toSpliced(at, comments[at]?.id === comment.id ? 1 : 0, comment), next }
  })
}

/** Shows a photo at its place in a comment, or takes it away. Other changes of the comment stay. */
export function showPhoto({ id, taskId, photos }: Comment, photoId: string, isThere: boolean) {
  const withPhoto = (shown: Comment): Comment => {
    const others = shown.photos.filter((photo) => photo.id !== photoId)
    const ids = new Set(others.map((photo) => photo.id))
    const inOrder = photos.filter((photo) => (photo.id === photoId ? isThere : ids.delete(photo.id)))
    return { ...shown, photos: [...inOrder, ...others.filter((photo) => ids.has(photo.id))] }
  }
  changeShown(taskId, ({ comments, next }) => ({
    comments: comments.map((comment) => (comment.id === id ? withPhoto(comment) : comment)),
    next,
  }))
}
