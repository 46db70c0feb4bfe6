import { expect, test } from 'vitest'
import type { ThreadMessage } from '../../shared/threads.ts'
import { firstUnread, placed } from './by-day.ts'

const message = (id: number, sender: string, createdAt: string, takenBackAt: string | null = null): ThreadMessage => ({
  ...{ id, threadId: 1, text: `${id}`, reason: null, photo: null, task: null, createdAt, takenBackAt },
  sender: { id: sender, firstName: sender, lastName: '', profileImageUrl: null },
})

test('messages of one person that follow each other soon stand together, within a day', () => {
  const messages = [
    message(1, 'lea', '2026-11-02T21:00:00.000Z'),
    message(2, 'lea', '2026-11-02T21:04:00.000Z'),
    message(3, 'lea', '2026-11-02T21:09:00.000Z'),
    message(4, 'uli', '2026-11-02T22:59:00.000Z'),
    // After midnight in Berlin.
    message(5, 'uli', '2026-11-02T23:01:00.000Z'),
  ]
  const places = placed(messages, 'Europe/Berlin').map(({ message: { id }, day, isFirst, isLast }) => [
    id,
    day,
    isFirst,
    isLast,
  ])
  expect(places).toEqual([
    [1, '2026-11-02', true, false],
    [2, null, false, true],
    [3, null, true, true],
    [4, null, true, true],
    [5, '2026-11-03', true, true],
  ])
})

test('the first unread message is counted from the end, among those that others have not taken back', () => {
  const at = '2026-11-02T21:00:00.000Z'
  const messages = [message(1, 'lea', at), message(2, 'uli', at), message(3, 'lea', at, at), message(4, 'lea', at)]
  expect(firstUnread(messages, 'uli', 0)).toBeUndefined()
  expect(firstUnread(messages, 'uli', 1)).toBe(4)
  expect(firstUnread(messages, 'uli', 2)).toBe(1)
  // Earlier ones may not be read yet.
  expect(firstUnread(messages, 'uli', 9)).toBe(1)
  expect(firstUnread([], 'uli', 1)).toBeUndefined()
})
