import { expect, test } from 'vitest'
import { readerOf } from '../../../test/support/readers.ts'
import { formatList, formatSeries } from './formats.ts'

test.each([
  ['en', 'a, b and c', 'a, b, c'],
  ['de', 'a, b und c', 'a, b und c'],
  ['ar', 'a وb وc', 'a، وb، وc'],
] as const)('a list in %s', (language, list, series) => {
  const reader = readerOf('UTC', language)
  expect(formatList(['a', 'b', 'c'], reader)).toBe(list)
  expect(formatSeries(['a', 'b', 'c'], reader)).toBe(series)
})
