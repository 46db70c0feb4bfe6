import { expect, test } from 'vitest'
import { awayPerDay, monthsOf, partIn, periodLater, periodOf } from './periods.ts'

test('periods begin with their first month and end with their last day', () => {
  expect(periodOf('year', '2028-02-29')).toEqual({ from: '2028-01-01', to: '2028-12-31' })
  expect(periodOf('quarter', '2027-05-31')).toEqual({ from: '2027-04-01', to: '2027-06-30' })
  expect(periodOf('month', '2027-02-10')).toEqual({ from: '2027-02-01', to: '2027-02-28' })
  expect(periodLater('quarter', '2027-10-01', 1)).toBe('2028-01-01')
  expect(periodLater('month', '2027-01-01', -1)).toBe('2026-12-01')
  expect(periodLater('year', '2027-01-01', -1)).toBe('2026-01-01')
})

test('months stand where their days begin', () => {
  expect(monthsOf(periodOf('quarter', '2028-01-05'))).toEqual([
    { from: '2028-01-01', at: 0, days: 31 },
    { from: '2028-02-01', at: 31, days: 29 },
    { from: '2028-03-01', at: 60, days: 31 },
  ])
})

test('an absence is shown as far as it lies in the period', () => {
  const june = periodOf('month', '2027-06-01')
  expect(partIn(june, { from: '2027-05-28', to: '2027-06-02' })).toEqual({ at: 0, days: 2 })
  expect(partIn(june, { from: '2027-06-30', to: '2027-07-09' })).toEqual({ at: 29, days: 1 })
  expect(partIn(june, { from: '2027-05-01', to: '2027-07-31' })).toEqual({ at: 0, days: 30 })
  expect(partIn(june, { from: '2027-07-01', to: '2027-07-02' })).toBeNull()
})

test('people are counted once a day', () => {
  const [uli, lea] = [{ user: { id: 'uli' } }, { user: { id: 'lea' } }]
  const counts = awayPerDay(periodOf('month', '2027-06-01'), [
    { ...uli, from: '2027-06-01', to: '2027-06-02' },
    { ...uli, from: '2027-06-02', to: '2027-06-02' },
    { ...lea, from: '2027-06-02', to: '2027-06-03' },
  ])
  expect(counts.slice(0, 4)).toEqual([1, 2, 1, 0])
  expect(counts).toHaveLength(30)
})
