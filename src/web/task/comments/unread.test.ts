import { expect, test } from 'vitest'
import { commentsApi } from '../../../shared/comments.ts'
import { keyOf, queryClient } from '../../api/queries.ts'
import { followUnreadComments } from './unread.ts'
import { unreadByTask } from './unread-comments.ts'

const marks = () => [...unreadByTask.get().keys()]
const know = (...tasks: number[]) =>
  queryClient.setQueryData(keyOf(commentsApi.unread), {
    tasks: tasks.map((taskId) => ({ taskId, comments: 3, since: '2026-11-20T08:00:00.000Z' })),
  } as never)

test('the marks of unread comments are there again on the next screen, without a new reply', async () => {
  know(7)
  const leave = followUnreadComments()
  expect(marks()).toEqual([7])
  know(7, 8)
  await expect.poll(marks).toEqual([7, 8])
  leave()
  expect(marks()).toEqual([])
  const leaveAgain = followUnreadComments()
  expect(marks()).toEqual([7, 8])
  leaveAgain()
})
