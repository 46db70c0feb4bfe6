import { expect, test } from 'vitest'
import { URGENT_MESSAGE } from '../../shared/notifications.ts'
import { targetOf } from './target.ts'

const subject = { taskId: null, reminderId: null, sopId: null }

test('a tap on a message leads to its words', () => {
  expect(targetOf({ ...subject, type: 'message', threadId: 7 })).toEqual({ to: '/messages', search: { thread: 7 } })
  // From before there were threads: the notification has all of them.
  expect(targetOf({ ...subject, type: 'message' })).toBeUndefined()
  expect(targetOf({ ...subject, type: URGENT_MESSAGE })).toBeUndefined()
})

test('a tap on a notification about hours leads to the pay period: one’s own, or the team’s', () => {
  expect(targetOf({ ...subject, type: 'hours' })).toEqual({ to: '/clock', search: { by: 'period' } })
  expect(targetOf({ ...subject, type: 'team-hours' })).toEqual({ to: '/clock', search: { view: 'team', by: 'period' } })
})
