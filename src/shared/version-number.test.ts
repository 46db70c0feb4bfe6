import { describe, expect, test } from 'vitest'
import { isSameVersion, nextVersion } from './version-number.ts'

describe('the next version', () => {
  test.each([
    ['1.0', '1.1'],
    ['1.9', '1.10'],
    ['2', '3'],
    ['1.2.3', '1.2.4'],
    ['v1.4', 'v1.5'],
    ['Rev. 7', 'Rev. 8'],
    ['Версия 2', 'Версия 3'],
    ['1.09', '1.10'],
    ['007', '008'],
    [' 3.1 ', '3.2'],
  ])('after %j is %j', (version, next) => {
    expect(nextVersion(version)).toBe(next)
  })

  test.each(['2024-A', '2026', '2026.11', '22.11.2026-1', '1.0 draft', 'final', '1,5', '', '12345678', 'a12b3'])(
    'of %j is for a person to choose',
    (version) => {
      expect(nextVersion(version)).toBeNull()
    },
  )

  test('passes over those that were taken, and is never too long', () => {
    expect(nextVersion('1.0', ['1.1', 'V1.2', '1.2'])).toBe('1.3')
    expect(nextVersion('v1', ['V2'])).toBe('v3')
    expect(nextVersion('123456.123456.999999')).toBeNull()
  })
})

test.each([
  ['1.0', '1.0', true],
  ['v 2.0', 'V2.0', true],
  ['1.0', '1.00', false],
  ['1.0', '1.1', false],
])('%j and %j: the same is %j', (one, other, same) => {
  expect(isSameVersion(one, other)).toBe(same)
})
