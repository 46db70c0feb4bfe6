import { expect, test } from 'vitest'
import type { PersonsHours } from '../../../shared/hours.ts'
import { defaultPayPeriods } from '../../../shared/pay-periods.ts'
import { usualPeriod } from './period-nav.tsx'
import { groupsOf, isApprovable } from './points.ts'

const hours = (some: Partial<PersonsHours>): PersonsHours => ({
  ...{ user: { id: 'u', firstName: 'Uli', lastName: 'B', profileImageUrl: null }, department: null, days: [480] },
  ...{ breaks: [0], total: 480, planned: null, contractMinutes: null, warnings: [], toReview: 0, reviewDates: [] },
  ...{ isRunning: false, status: 'open', hash: 'A'.repeat(22), objection: null, approval: null },
  ...some,
})
const warnings = [{ rule: 'breaks', date: '2026-11-02', value: 0, limit: 30 } as const]
const objection = { text: 'The 5th', at: '2026-12-01T08:00:00.000Z' }

test.each<[what: string, some: Partial<PersonsHours>, group: string, approvable: boolean]>([
  ['hours in order', {}, 'ready', true],
  ['confirmed hours', { status: 'confirmed' }, 'ready', true],
  ['a broken rule', { warnings }, 'look', true],
  ['a broken rule of approved hours', { warnings, status: 'approved' }, 'approved', false],
  ['a session to review', { toReview: 1, reviewDates: ['2026-11-02'] }, 'look', false],
  ['an objection', { objection }, 'look', false],
  ['an objection to approved hours', { objection, status: 'approved' }, 'look', false],
  ['somebody who is clocked in', { isRunning: true }, 'look', false],
  ['changed hours', { status: 'changed' }, 'look', true],
  ['corrected hours', { status: 'corrected' }, 'look', true],
  ['exported hours', { status: 'exported' }, 'approved', false],
  ['no hours', { total: 0 }, 'empty', true],
])('%s', (_, some, group, approvable) => {
  const groups = groupsOf([hours(some)], true)
  expect(Object.entries(groups).flatMap(([name, people]) => (people.length > 0 ? [name] : []))).toEqual([group])
  expect(isApprovable(hours(some), true)).toBe(approvable)
  expect(isApprovable(hours(some), false)).toBe(false)
})

test.each([
  ['2026-11-28', '2026-11-01'],
  ['2026-12-01', '2026-11-01'],
  ['2026-12-10', '2026-11-01'],
  ['2026-12-11', '2026-12-01'],
])('on %s people see the period that begins on %s', (today, start) => {
  expect(usualPeriod(today, defaultPayPeriods).start).toBe(start)
})
