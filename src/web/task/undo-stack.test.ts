import { beforeEach, expect, test } from 'vitest'
import { addUndoable, forgetUndoable, undoLatest, undoNow } from './undo-stack.ts'

let undone: number[] = []
let works = true
const change = (number: number, by = 'ana') =>
  addUndoable({
    by,
    undo: async () => {
      if (works) undone.push(number)
      return works
    },
  })
const undoAll = () => {
  while (undoLatest('ana'));
}

beforeEach(() => {
  works = true
  undoAll()
  undone = []
})

test('the latest change is undone first, and each once', () => {
  for (const number of [1, 2, 3]) change(number)
  undoAll()
  expect(undone).toEqual([3, 2, 1])
  expect(undoLatest('ana')).toBe(false)
})

test('the last ten changes are kept', () => {
  for (let number = 1; number <= 12; number += 1) change(number)
  undoAll()
  expect(undone).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
})

test('a toast undoes its own change, wherever it is, and only once', async () => {
  const first = change(1)
  change(2)
  await undoNow(first)
  await undoNow(first)
  undoAll()
  expect(undone).toEqual([1, 2])
})

test('a change that failed is forgotten', () => {
  change(1)
  forgetUndoable(change(2))
  undoAll()
  expect(undone).toEqual([1])
})

test('what could not be undone for now can be tried again', async () => {
  const only = change(1)
  works = false
  await undoNow(only)
  works = true
  expect(undoLatest('ana')).toBe(true)
  expect(undone).toEqual([1])
})

test('what could not be undone for now keeps its place among the others', async () => {
  const first = change(1)
  change(2)
  works = false
  await undoNow(first)
  change(3)
  works = true
  undoAll()
  expect(undone).toEqual([3, 2, 1])
})

test('nobody undoes what another person has done on the same page', () => {
  change(1, 'ana')
  change(2, 'ben')
  expect(undoLatest('ana')).toBe(true)
  expect(undoLatest('ben')).toBe(false)
  expect(undone).toEqual([1])
})
