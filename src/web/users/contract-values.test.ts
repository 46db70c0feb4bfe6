import { expect, test } from 'vitest'
import { contractBody, contractValues, minutesOfHours } from './contract-values.ts'

test.each([
  ['40', 2400],
  [' 38.5 ', 2310],
  ['38,5', 2310],
  ['38:30', 2310],
  ['19.25', 1155],
  ['0', 0],
  ['38:5', null],
  ['38:75', null],
  ['forty', null],
  ['', null],
  ['-8', null],
])('"%s" hours are %s minutes', (text, minutes) => {
  expect(minutesOfHours(text)).toBe(minutes)
})

test('a contract comes back from the form as it was', () => {
  const contract = { from: '2026-11-02', weeklyMinutes: 2310, daysPerWeek: 4 }
  const stored = { ...contract, id: 1, userId: 'u', createdAt: '', updatedAt: '' }
  expect(contractValues(stored, '2026-11-30')).toEqual({ from: '2026-11-02', hours: '38:30', days: '4' })
  expect(contractBody(contractValues(stored, ''))).toEqual(contract)
})
