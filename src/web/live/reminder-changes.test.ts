import { expect, test } from 'vitest'
import { MAX_REMINDERS, type Reminder } from '../../shared/reminders.ts'
import { changeReminders } from './reminder-changes.ts'
import { changeOne } from './row-changes.ts'
import { READ_AGAIN } from './task-changes.ts'

const creator = { id: 'x', firstName: 'Marta', lastName: 'Oliveira', email: 'm@hotel.example', profileImageUrl: null }
const reminder = (id: number, hour: number, fields: Partial<Reminder> = {}): Reminder => ({
  ...{ id, title: `Reminder ${id}`, description: null, userId: 'x', departmentId: null, cronRule: null },
  ...{ nextRun: new Date(Date.UTC(2026, 4, 1, hour)).toISOString(), createdBy: 'x', isActive: true },
  ...{ lastTriggered: null, createdAt: '2026-05-01T00:00:00.000Z', user: null, department: null, creator, ...fields },
})
const changeOf = (id: number, row: Reminder | null) => ({ resource: 'reminders' as const, id, row })
const idsOf = (list: Reminder[] | typeof READ_AGAIN) => list !== READ_AGAIN && list.map(({ id }) => id)

const list = [reminder(1, 8), reminder(2, 10), reminder(3, 9, { isActive: false }), reminder(4, 7, { isActive: false })]

test.each<[string, Reminder | null, number[]]>([
  ['a new one, between the others', reminder(5, 9), [1, 5, 2, 3, 4]],
  ['one at the same time: the newer first', reminder(5, 8), [5, 1, 2, 3, 4]],
  ['one that is put off', reminder(1, 11), [2, 1, 3, 4]],
  ['one that has fired', reminder(1, 8, { isActive: false }), [2, 3, 1, 4]],
  ['one that is active again', reminder(4, 9), [1, 4, 2, 3]],
])('a change places %s', (_, row, expected) => {
  expect(idsOf(changeReminders(list, changeOf(row?.id ?? 0, row)))).toEqual(expected)
})

test('a reminder that is gone is taken out', () => {
  expect(idsOf(changeReminders(list, changeOf(2, null)))).toEqual([1, 3, 4])
  expect(changeReminders(list, changeOf(9, null))).toBe(list)
})

test('a full list is read again', () => {
  const full = Array.from({ length: MAX_REMINDERS }, (_, at) => reminder(at + 1, at))
  expect(changeReminders(full, changeOf(5, null))).toBe(READ_AGAIN)
})

test('an open reminder follows, and asks the server when it is gone', () => {
  const [open] = list as [Reminder]
  expect(changeOne(open, changeOf(1, reminder(1, 12)))).toMatchObject({ nextRun: '2026-05-01T12:00:00.000Z' })
  expect(changeOne(open, changeOf(2, reminder(2, 12)))).toBe(open)
  expect(changeOne(open, changeOf(1, null))).toBe(READ_AGAIN)
})
