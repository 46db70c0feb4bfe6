import { expect, test } from 'vitest'
import { type Acted, addActed, type BriefingItem, withActed } from './acted.ts'

const item = (id: number) => ({ id }) as BriefingItem
const acted = (id: number, at: number, kind: Acted['kind'] = 'handed_over'): Acted => ({ kind, item: item(id), at })
const idsOf = (items: readonly BriefingItem[]) => items.map(({ id }) => id)

test('what has left its section stays at its place', () => {
  expect(idsOf(withActed('handed_over', [2, 4].map(item), [acted(3, 2), acted(1, 0)]))).toEqual([1, 2, 3, 4])
  expect(idsOf(withActed('handed_over', [], [acted(3, 2), acted(1, 0)]))).toEqual([1, 3])
})

test('what is there still stands once, and other sections do not count', () => {
  expect(idsOf(withActed('handed_over', [1, 2].map(item), [acted(2, 0), acted(9, 0, 'overdue')]))).toEqual([1, 2])
})

test('the last action on an item counts', () => {
  const all = addActed(addActed([], acted(1, 0)), acted(1, 3))
  expect(all).toEqual([acted(1, 3)])
})
