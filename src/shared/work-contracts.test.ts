import { expect, test } from 'vitest'
import { contractAt, isMonday } from './work-contracts.ts'

const contracts = [{ from: '2026-11-30' }, { from: '2026-01-14' }, { from: '2026-03-02' }]

test.each([
  ['2026-01-13', null],
  ['2026-01-14', '2026-01-14'],
  ['2026-03-01', '2026-01-14'],
  ['2026-03-02', '2026-03-02'],
  ['2026-11-29', '2026-03-02'],
  ['2030-01-01', '2026-11-30'],
])('on %s the contract from %s holds', (day, from) => {
  expect(contractAt(contracts, day)?.from ?? null).toBe(from)
  expect(contractAt(contracts.toReversed(), day)?.from ?? null).toBe(from)
})

test('nobody has a contract without any', () => {
  expect(contractAt([], '2026-11-30')).toBeNull()
})

test.each([
  ['2026-11-30', true],
  ['2026-11-29', false],
  ['2028-02-28', true],
])('%s is a Monday: %s', (day, is) => {
  expect(isMonday(day)).toBe(is)
})
