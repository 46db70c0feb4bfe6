import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../shared/auth.ts'
import type { Reminder } from '../../shared/reminders.ts'
import {
  emptyReminderValues,
  newReminderOf,
  ReminderForm,
  type ReminderFormValues,
  reminderChangesOf,
  reminderValuesOf,
  timeFrom,
} from './form-values.ts'

const viewer = { id: 'me', departmentId: 5, timeZone: 'Europe/Lisbon' } as Viewer
const NOW = Date.parse('2026-11-20T14:20:45.000Z')
const empty = emptyReminderValues(NOW, viewer.timeZone, { title: 'Stretch' })
const faultsOf = (values: Partial<ReminderFormValues>) =>
  (ReminderForm.safeParse({ ...empty, ...values }).error?.issues ?? []).map(({ path, message }) => [path[0], message])

test('a new reminder is for the viewer, in an hour', () => {
  expect(empty).toMatchObject({ kind: 'personal', frequency: 'once', date: '2026-11-20', time: '15:20' })
  expect(newReminderOf(empty, viewer, NOW)).toEqual({
    title: 'Stretch',
    description: null,
    userId: 'me',
    departmentId: null,
    cronRule: null,
    nextRun: '2026-11-20T15:20:00.000Z',
    isActive: true,
  })
  expect(timeFrom(NOW, 15 * 60_000, 'Asia/Kolkata')).toEqual({ date: '2026-11-20', time: '20:05' })
})

test('a recurring reminder first fires at the next time of its rule', () => {
  const values = {
    ...empty,
    kind: 'department',
    departmentId: '7',
    frequency: 'recurring',
    cronRule: '0 9 * * 1',
  } as const
  expect(newReminderOf(values, viewer, NOW)).toMatchObject({
    userId: null,
    departmentId: 7,
    cronRule: '0 9 * * 1',
    nextRun: '2026-11-23T09:00:00.000Z',
  })
  expect(newReminderOf({ ...empty, kind: 'general' }, viewer, NOW)).toMatchObject({ userId: null, departmentId: null })
})

describe('a fault is shown at its field', () => {
  test.each([
    [{}, []],
    [{ title: ' ' }, [['title', 'Title is required']]],
    [{ title: 'x'.repeat(201) }, [['title', 'Title too long']]],
    [{ date: '' }, [['date', 'Choose a date']]],
    [{ time: '' }, [['time', 'Choose a time']]],
    [{ date: '3000-01-01' }, [['date', 'Choose a date between 1970 and 2999']]],
    [{ kind: 'department' }, [['departmentId', 'Choose a department']]],
    [{ frequency: 'recurring', date: '' }, [['cronRule', 'Choose or write a rule']]],
    [{ frequency: 'recurring', cronRule: '0 9 * *' }, [['cronRule', expect.stringMatching(/^Needs five fields/)]]],
    [{ frequency: 'recurring', cronRule: '0 9 * * 8' }, [['cronRule', 'Weekday: 8 is not between 0 and 7']]],
  ] as [Partial<ReminderFormValues>, unknown[]][])('%o', (values, faults) => {
    expect(faultsOf(values)).toEqual(faults)
  })
})

describe('only changed fields of an existing reminder are sent', () => {
  const reminder = {
    title: 'Stretch',
    description: 'Shoulders',
    userId: 'you',
    departmentId: null,
    cronRule: null,
    // The form shows no seconds, and leaves them alone.
    nextRun: '2026-12-01T09:30:12.345Z',
  } as Reminder
  const initial = reminderValuesOf(reminder, viewer, NOW)
  const changes = (values: Partial<ReminderFormValues>) =>
    reminderChangesOf({ ...initial, ...values }, initial, viewer, NOW)

  test.each([
    [{}, {}],
    [
      { title: 'Walk', description: '' },
      { title: 'Walk', description: null },
    ],
    [{ userId: '' }, { userId: 'me', departmentId: null }],
    [{ kind: 'department' }, { userId: null, departmentId: 5 }],
    [{ kind: 'general' }, { userId: null, departmentId: null }],
    [{ time: '10:00' }, { cronRule: null, nextRun: '2026-12-01T10:00:00.000Z' }],
    [
      { frequency: 'recurring', cronRule: '0 * * * *' },
      { cronRule: '0 * * * *', nextRun: '2026-11-20T15:00:00.000Z' },
    ],
    // The rule of a one-time reminder is out of sight.
    [{ cronRule: '0 * * * *' }, {}],
  ] as [Partial<ReminderFormValues>, object][])('%o', (values, sent) => {
    expect(changes(values)).toEqual(sent)
  })
})
