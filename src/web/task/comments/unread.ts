import { QueryObserver } from '@tanstack/react-query'
import { commentsApi } from '../../../shared/comments.ts'
import { call } from '../../api/call.ts'
import { markStale, queryClient, replyOf } from '../../api/queries.ts'
import { unreadByTask } from './unread-comments.ts'

/** Reads which tasks have unread comments, and follows their changes. Returns how to stop. */
export function followUnreadComments() {
  const observer = new QueryObserver(queryClient, replyOf(commentsApi.unread, {}))
  const show = ({ data }: ReturnType<typeof observer.getCurrentResult>) => {
    if (data) unreadByTask.set(new Map(data.tasks.map((unread) => [unread.taskId, unread])))
  }
  const stop = observer.subscribe(show)
  // An observer is told of changes only. Counts that an earlier screen has read are there already.
  show(observer.getCurrentResult())
  return () => {
    stop()
    unreadByTask.set(new Map())
  }
}

/** Marks the comments of a task as read: at once on the screen, then on the server. */
export async function readComments(taskId: number) {
  const others = new Map(unreadByTask.get())
  if (!others.delete(taskId)) return
  unreadByTask.set(others)
  // If that fails, the next read says so.
  await call(commentsApi.markRead, { params: { id: taskId } }).catch(() => undefined)
  void markStale(commentsApi.markRead.changes ?? [])
}
