import { expect, test } from 'vitest'
import type { Task } from '../../../shared/tasks.ts'
import { shiftOf } from './use-anchor.ts'
import type { Rows } from './use-rows.ts'

const query = {}
const rowsOf = (...ids: number[]): Rows => ({
  query,
  total: ids.length,
  pages: new Map([[0, ids.map((id) => ({ id }) as Task)]]),
})

test('rows added or removed above shift those in view', () => {
  const before = rowsOf(1, 2, 3, 4, 5, 6)
  expect(shiftOf(before, rowsOf(9, 1, 2, 3, 4, 5, 6), 2, 5)).toBe(1)
  expect(shiftOf(before, rowsOf(2, 3, 4, 5, 6), 2, 5)).toBe(-1)
  expect(shiftOf(before, rowsOf(1, 2, 3, 4, 5, 6, 7), 2, 5)).toBe(0)
})

test('a single row that moves elsewhere shifts nothing', () => {
  expect(shiftOf(rowsOf(1, 2, 3, 4, 5, 6), rowsOf(3, 1, 2, 4, 5, 6), 2, 6)).toBe(0)
})

test('when no row in view is left, nothing is shifted', () => {
  expect(shiftOf(rowsOf(1, 2, 3), rowsOf(4, 5, 6), 0, 3)).toBe(0)
})
