import { expect, test } from 'vitest'
import { staggerReads } from './staggered-reads.ts'

/** So far apart that the time of a test does not count. */
const APART = 100
const inSteps = (seconds: number) => Math.round(seconds / APART)
const spread = () => staggerReads({ apart: () => APART * 1_000, atOnce: 2, ofOne: 3, longest: 10 * APART })

test('a few read at once, the others one after the other', () => {
  const nextTurn = spread()
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => inSteps(nextTurn(name)))).toEqual([0, 0, 1, 2, 3])
})

test('turns beyond the longest wait are given by chance within it', () => {
  const nextTurn = spread()
  const turns = Array.from({ length: 100 }, (_, at) => nextTurn(`person ${at}`))
  expect(Math.max(...turns)).toBeLessThanOrEqual(10 * APART)
  expect(new Set(turns.slice(12)).size).toBeGreaterThan(50)
})

test('somebody who asks again and again has the same turns, and the others wait no longer for it', () => {
  const nextTurn = spread()
  const turns = Array.from({ length: 1_000 }, () => inSteps(nextTurn('one')))
  expect(turns.slice(0, 6)).toEqual([0, 0, 1, 2, 3, 3])
  expect(new Set(turns.slice(6))).toEqual(new Set([3]))
  expect(inSteps(nextTurn('another'))).toBe(4)
})
