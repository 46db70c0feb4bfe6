import { expect, test } from 'vitest'
import { changeOfOccurrence } from './routine-changes.ts'
import { READ_AGAIN, type TaskChange } from './task-changes.ts'

const reply = { occurrences: [] }
const task = (routineId: number | null) => ({ routineId }) as NonNullable<TaskChange['row']>

test('routines are read again for a change of an occurrence, also of one that is closed, and for no other task', () => {
  const change = (before: number | null, after: number | null, row = after) =>
    changeOfOccurrence(reply, { before: task(before), after: task(after), row: task(row) })
  expect(change(null, null)).toBe(reply)
  expect(changeOfOccurrence(reply, { row: null })).toBe(reply)
  expect(change(7, 7)).toBe(READ_AGAIN)
  // A closed one has no filter values any more, one that opens had none before.
  expect(changeOfOccurrence(reply, { before: task(7), row: task(7) })).toBe(READ_AGAIN)
  expect(changeOfOccurrence(reply, { after: task(7), row: task(7) })).toBe(READ_AGAIN)
  expect(changeOfOccurrence(reply, { before: task(7), row: null })).toBe(READ_AGAIN)
})
