import { expect, test } from 'vitest'
import { MAX_NOTIFICATIONS, type Notification } from '../../shared/notifications.ts'
import { withArrived } from './notification-changes.ts'

const at = Date.parse('2026-05-01T08:00:00.000Z')
const sent = { id: 7, title: 'New task for you', message: null, taskId: 3, reminderId: null, sopId: null }
const arrived = (id: number): Notification => ({
  ...{ ...sent, id, userId: 'x', type: 'task', isRead: false, createdAt: '2026-05-01T08:00:00.000Z' },
})
const person = { userId: 'x', at }

test('what arrives stands in front, unread', () => {
  expect(withArrived([arrived(6)], sent, person)).toEqual([arrived(7), arrived(6)])
  expect(withArrived([], { ...sent, taskId: null, reminderId: 4 }, person)).toMatchObject([{ type: 'reminder' }])
  expect(withArrived([], { ...sent, taskId: null, sopId: 4 }, person)).toMatchObject([{ type: 'sop' }])
})

test('what arrives stands below urgent messages that are unread', () => {
  const urgent = { ...arrived(5), taskId: null, type: 'urgent-message' }
  expect(withArrived([urgent, arrived(6)], sent, person)).toEqual([urgent, arrived(7), arrived(6)])
  expect(withArrived([urgent], sent, person)).toEqual([urgent, arrived(7)])
  const read = { ...urgent, isRead: true }
  expect(withArrived([read, arrived(6)], sent, person)).toEqual([arrived(7), read, arrived(6)])
})

test('the list does not take one twice, and does not grow beyond its length', () => {
  const list = [arrived(7)]
  expect(withArrived(list, sent, person)).toBe(list)
  const full = Array.from({ length: MAX_NOTIFICATIONS }, (_, index) => arrived(1_000 - index))
  expect(withArrived(full, sent, person)).toHaveLength(MAX_NOTIFICATIONS)
})

test('a type without a subject, and the end of a long text, only the server tells', () => {
  expect(withArrived([], { ...sent, message: 'x'.repeat(500) }, person)).toBeUndefined()
  expect(withArrived([], { ...sent, taskId: null }, person)).toBeUndefined()
})
