import { describe, expect, test } from 'vitest'
import {
  actionLabel,
  actionLabels,
  fieldLabels,
  formatList,
  formatValue,
  kindLabels,
  shownChanges,
} from './change-labels.ts'

const ZONE = 'Europe/Lisbon'

describe('the labels of the audit log', () => {
  test.each([
    ['task.create', 'Task created'],
    ['sop.delete', 'SOP deleted'],
    ['user.update', 'Person changed'],
    ['session.start', 'Signed in'],
    ['task.export', 'Exported tasks'],
    ['access.refuse', 'Was refused a change'],
    ['user.refuse-password', 'Gave a wrong current password'],
    ['reminder.fire-late', 'Reminder fire late'],
  ])('the action %s is "%s"', (action, words) => {
    expect(actionLabel(action)).toBe(words)
  })

  test('the label of an action says whether it needs a subject', () => {
    expect(actionLabels('session.end')).toEqual({ label: 'signed out', isComplete: true })
    expect(actionLabels('user.set-password')).toEqual({ label: 'set a new password for', isComplete: false })
  })

  test.each([
    ['dueDate', '2026-11-20T23:59:59.999Z', 'Nov 20, 2026'],
    ['dueDate', '2026-11-20T17:30:00.000Z', 'Nov 20, 2026, 17:30'],
    ['status', 'in_progress', 'In Progress'],
    ['status', 'on_leave', 'On leave'],
    ['role', 'manager', 'Manager'],
    ['isActive', 'false', 'No'],
    ['title', 'true to scale', 'true to scale'],
  ])('the value of %s, "%s", is "%s"', (field, value, words) => {
    expect(formatValue(field, value, ZONE)).toBe(words)
  })

  test('names without a label are spelt out', () => {
    expect([fieldLabels('startTime'), fieldLabels('departmentId'), kindLabels('clock-session')]).toEqual([
      'start time',
      'department',
      'clock session',
    ])
  })

  test('lists read as sentences, and leave out what follows from other changes', () => {
    expect(['a', 'b', 'c'].map((_, at, all) => formatList(all.slice(0, at + 1)))).toEqual([
      'a',
      'a and b',
      'a, b and c',
    ])
    expect(shownChanges([{ field: 'status' }, { field: 'completedAt' }])).toEqual([{ field: 'status' }])
  })
})
