import type { UnreadComments } from '../../../shared/comments.ts'
import { createStore } from '../../store.ts'

type Unread = UnreadComments['tasks'][number]

/** By task, the comments that the viewer was told of and has not read. Small, because every card looks into it. */
export const unreadByTask = createStore<ReadonlyMap<number, Unread>>(new Map())

/** How many comments of a task are unread. */
export const useUnreadCountOf = (taskId: number) =>
  unreadByTask.useSelected((tasks) => tasks.get(taskId)?.comments ?? 0)
