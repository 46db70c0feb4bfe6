import { expect, test } from 'vitest'
import { choiceIn, day, flag, personId, readAddress, rowId, rowIdOrNew, words } from './address-values.ts'

const PERSON = '0198c5a2-3b1f-7c4e-9d2a-5e6f7a8b9c0d'

test.each([
  [flag, [true, 'true'], [1, 'yes', '', false]],
  [choiceIn('asc', 'desc'), ['asc', 'desc'], ['up', '', true]],
  [rowId, [1, '7', 2 ** 31 - 1], [0, '', -1, 1.5, 2 ** 31, 'x', {}]],
  [rowIdOrNew, [0, '0', 7], ['', -1, 2 ** 31]],
  [personId, [PERSON, PERSON.toUpperCase()], ['me', 5, `${PERSON}0`]],
  [day, ['2026-02-28', '2024-02-29', '1970-01-01'], ['2026-02-29', '2026-02-31', '2026-13-01', '1969-12-31', 20260228]],
  [words, ['oven', 7, true, ' oven '], ['', '   ', {}, null, ['oven']]],
])('%o takes what it knows and drops the rest', (read: (value: unknown) => unknown, known, unknown) => {
  for (const value of known) expect(read(value)).toBeDefined()
  for (const value of unknown) expect(read(value)).toBeUndefined()
})

test('what is read is the same however it was written', () => {
  expect([rowId('7'), personId(PERSON.toUpperCase()), words(' oven '), words(7), words('a'.repeat(300))]).toEqual([
    ...[7, PERSON, 'oven', '7', 'a'.repeat(200)],
  ])
})

test('a screen gets its own values, and no names for those that are absent or bad', () => {
  const read = readAddress<{ q?: string; edit?: number; new?: true }>({ q: words, edit: rowId, new: flag })
  expect(read({ q: 'oven', edit: 'x', view: 'table' })).toStrictEqual({ q: 'oven' })
  expect(read({})).toStrictEqual({})
})
