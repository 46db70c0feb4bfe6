import { expect, test } from 'vitest'
import { answeredWithin, answersSince } from '../bench/people/answers.ts'

test('a quantile of the servers’ figures lies within its bucket, as Prometheus has it', () => {
  const of = new Map([
    [0.05, 90],
    [0.1, 100],
    [Number.POSITIVE_INFINITY, 100],
  ])
  expect(answeredWithin(of, 0.5)).toBeCloseTo(0.05 * (50 / 90))
  expect(answeredWithin(of, 0.95)).toBeCloseTo(0.075)
  // The last bucket has no upper bound, so it gives only the last bound.
  expect(answeredWithin(new Map([...of, [Number.POSITIVE_INFINITY, 200]]), 0.95)).toBe(0.1)
})

test('only what was counted between two readings is told', () => {
  const before = new Map([['GET /a', new Map([[0.1, 3]])]])
  const after = new Map([
    ['GET /a', new Map([[0.1, 5]])],
    ['GET /b', new Map([[0.1, 1]])],
  ])
  expect(answersSince(before, after)).toEqual(
    new Map([
      ['GET /a', new Map([[0.1, 2]])],
      ['GET /b', new Map([[0.1, 1]])],
    ]),
  )
})
