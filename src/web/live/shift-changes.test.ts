import { expect, test } from 'vitest'
import type { PersonOnShift } from '../../shared/shift.ts'
import { changeShiftPeople } from './shift-changes.ts'
import { READ_AGAIN, type TaskChange } from './task-changes.ts'

const person = (id: string, doing: PersonOnShift['doing'], onDutySince: string | null = '2026-11-20T06:00:00.000Z') =>
  ({ ...{ id, doing, onDutySince }, onDutyUntil: null, firstName: id, lastName: '' }) as PersonOnShift
const people = [person('ana', { id: 7, title: 'Air the suite' }), person('bob', null), person('off', null, null)]
const facets = (assigneeId: string | null, status: string) => ({ assigneeId, status }) as TaskChange['before']
const changed = (before: TaskChange['before'], after: TaskChange['after'], id: number | null = 8, title = 'Beds') =>
  changeShiftPeople(people, { before, after, id, resource: 'tasks', row: { id, title } } as TaskChange)

test('the people are read again when a task of somebody on duty comes into progress or leaves it', () => {
  expect(changed(facets('bob', 'pending'), facets('bob', 'in_progress'))).toBe(READ_AGAIN)
  expect(changed(facets('bob', 'in_progress'), facets('bob', 'completed'))).toBe(READ_AGAIN)
  expect(changed(facets('bob', 'in_progress'), facets('ana', 'in_progress'))).toBe(READ_AGAIN)
  expect(changed(undefined, facets('ana', 'in_progress'))).toBe(READ_AGAIN)
  expect(changed(facets('ana', 'in_progress'), undefined, 7)).toBe(READ_AGAIN)
  expect(changed(undefined, undefined, null)).toBe(READ_AGAIN)
})

test('they stay as they are for every other task', () => {
  expect(changed(facets('bob', 'pending'), facets('bob', 'completed'))).toBe(people)
  expect(changed(facets('bob', 'in_progress'), facets('bob', 'in_progress'))).toBe(people)
  expect(changed(facets('off', 'pending'), facets('off', 'in_progress'))).toBe(people)
  expect(changed(facets(null, 'pending'), facets(null, 'in_progress'))).toBe(people)
})

test('the title of what somebody is at follows', () => {
  const both = facets('ana', 'in_progress')
  expect(changed(both, both, 7, 'Air both suites')).toEqual([
    { ...people[0], doing: { id: 7, title: 'Air both suites' } },
    ...people.slice(1),
  ])
  expect(changed(both, both, 7, 'Air the suite')).toBe(people)
})
