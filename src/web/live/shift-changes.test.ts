import { expect, test } from 'vitest'
import type { PersonOnShift } from '../../shared/shift.ts'
import { changeShiftPeople } from './shift-changes.ts'
import { READ_AGAIN, type TaskChange } from './task-changes.ts'

const person = (id: string, doing: PersonOnShift['doing'], onDutySince: string | null = '2026-11-20T06:00:00.000Z') =>
  ({ ...{ id, doing, onDutySince }, onDutyUntil: null, firstName: id, lastName: '' }) as PersonOnShift
const people = [person('ana', { id: 7, title: 'Air the suite' }), person('bob', null), person('off', null, null)]
const filterValues = (assigneeId: string | null, status: string) => ({ assigneeId, status }) as TaskChange['before']
const changed = (before: TaskChange['before'], after: TaskChange['after'], id: number | null = 8, title = 'Beds') =>
  changeShiftPeople(people, { before, after, id, resource: 'tasks', row: { id, title } } as TaskChange)

test('the people are read again when a task of somebody on duty comes into progress or leaves it', () => {
  expect(changed(filterValues('bob', 'pending'), filterValues('bob', 'in_progress'))).toBe(READ_AGAIN)
  expect(changed(filterValues('bob', 'in_progress'), filterValues('bob', 'completed'))).toBe(READ_AGAIN)
  expect(changed(filterValues('bob', 'in_progress'), filterValues('ana', 'in_progress'))).toBe(READ_AGAIN)
  expect(changed(undefined, filterValues('ana', 'in_progress'))).toBe(READ_AGAIN)
  expect(changed(filterValues('ana', 'in_progress'), undefined, 7)).toBe(READ_AGAIN)
  expect(changed(undefined, undefined, null)).toBe(READ_AGAIN)
})

test('they stay as they are for every other task', () => {
  expect(changed(filterValues('bob', 'pending'), filterValues('bob', 'completed'))).toBe(people)
  expect(changed(filterValues('bob', 'in_progress'), filterValues('bob', 'in_progress'))).toBe(people)
  expect(changed(filterValues('off', 'pending'), filterValues('off', 'in_progress'))).toBe(people)
  expect(changed(filterValues(null, 'pending'), filterValues(null, 'in_progress'))).toBe(people)
})

test('the title of what somebody is at follows', () => {
  const both = filterValues('ana', 'in_progress')
  expect(changed(both, both, 7, 'Air both suites')).toEqual([
    { ...people[0], doing: { id: 7, title: 'Air both suites' } },
    ...people.slice(1),
  ])
  expect(changed(both, both, 7, 'Air the suite')).toBe(people)
})
