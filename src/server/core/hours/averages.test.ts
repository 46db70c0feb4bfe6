import { describe, expect, test } from 'vitest'
import { diceOf } from '../../../../sample/story.ts'
import { changeWeeks, randomSessions } from '../../../../test/support/random-hours.ts'
import { breachFinder } from '../../../shared/work-breaches.ts'
import { piecesOf } from '../../../shared/work-pieces.ts'
import { workRulePresets } from '../../../shared/work-rules.ts'
import { averagedWeeks } from './averages.ts'

/** A bound finds people whose average may be too high: it may name too many of them, but misses nobody. */

const WEEK = 7 * 86_400_000

describe('the bound of the average', () => {
  test.each(changeWeeks)('misses nobody in %s around %s', (timeZone, last) => {
    const { roll } = diceOf(changeWeeks.findIndex(([zone, day]) => zone === timeZone && day === last))
    const to = Date.parse(last)
    const [from, since] = [to - 4 * WEEK, to - 6 * WEEK]
    const bounds = { from, to }
    let [over, bound] = [0, 0]
    for (let round = 0; round < 60; round += 1) {
      const rules = { ...workRulePresets.none, averageWeeks: 3 + Math.floor(roll() * 5) }
      const sessions = randomSessions(roll, to - 14 * WEEK, to).filter(({ endTime }) => endTime !== null)
      const work = piecesOf(sessions, to)
      const minutes = 2_500 + Math.floor(roll() * 4_500)
      const breaches = breachFinder({ ...rules, averageMinutes: minutes }, bounds, timeZone)(work)
      const averaged = averagedWeeks({ ...rules, averageMinutes: minutes }, bounds, timeZone)
      const begins = averaged?.begins.map((begin) => Date.parse(begin)) ?? []
      // As the statement gives them: older sessions by the week of their beginning.
      const older = work
        .filter((piece) => piece.from < since && piece.from >= (begins[0] ?? 0))
        .map(
          (piece) =>
            [begins.findLastIndex((begin) => begin <= piece.from) + 1, (piece.to - piece.from) / 1000] as const,
        )
      const mayBeOver = averaged?.mayBeOver(
        older,
        work.filter((piece) => piece.from >= since),
      )
      if (breaches.length > 0) expect(mayBeOver).toBe(true)
      over += Number(breaches.length > 0)
      bound += Number(mayBeOver === false)
    }
    expect(over).toBeGreaterThan(0)
    expect(bound).toBeGreaterThan(0)
  })

  test('does not exist without the rule', () => {
    expect(averagedWeeks(workRulePresets.none, { from: 0, to: WEEK }, 'Europe/Berlin')).toBeNull()
  })
})
