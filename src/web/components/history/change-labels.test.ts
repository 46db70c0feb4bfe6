import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../../test/support/readers.ts'
import { fieldLabel, fieldName, formatValue, shownChanges } from './change-labels.ts'

const reader = readerOf('Europe/Lisbon')
const { i18n } = reader

describe('the labels of the audit log', () => {
  test.each([
    ['dueDate', '2026-11-20T23:59:59.999Z', 'Nov 20, 2026'],
    ['dueDate', '2026-11-20T17:30:00.000Z', 'Nov 20, 2026, 17:30'],
    ['status', 'in_progress', 'In Progress'],
    ['status', 'on_leave', 'On leave'],
    ['status', 'active', 'Active'],
    ['priority', 'high', 'High'],
    ['role', 'manager', 'Manager'],
    ['isActive', 'false', 'No'],
    ['language', 'uk', 'Українська'],
    ['startScreen', 'dashboard', 'Dashboard'],
    ['severity', 'act', 'To do'],
    ['closesAfterMinutes', '180', '3 h'],
    ['title', 'true to scale', 'true to scale'],
  ])('the value of %s, "%s", is "%s"', (field, value, words) => {
    expect(formatValue(field, value, reader)).toBe(words)
  })

  test('a name has a form for labels and one for sentences', () => {
    expect([fieldLabel('dueDate', i18n), fieldName('dueDate', i18n)]).toEqual(['Due date', 'due date'])
    expect([fieldLabel('deletedAt', i18n), fieldName('departmentId', i18n)]).toEqual(['Deleted', 'department'])
  })

  test('names without a label are spelt out', () => {
    expect([fieldLabel('roomNumber', i18n), fieldName('roomNumber', i18n)]).toEqual(['Room number', 'room number'])
  })

  test('changes that follow from others are left out', () => {
    expect(shownChanges([{ field: 'status' }, { field: 'completedAt' }])).toEqual([{ field: 'status' }])
  })
})
