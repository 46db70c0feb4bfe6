import { expect, test } from 'vitest'
import { diceOf } from '../../sample/story.ts'
import { isLongRun } from '../../test/support/long-run.ts'
import { changeWeeks, cut, iso, MINUTE, randomSessions, type Session } from '../../test/support/random-hours.ts'
import { type Day, lastDays } from './time/time.ts'
import { fingerprintOf, timed, workedDays } from './worked-days.ts'
import { paidMinutesOfDays } from './worked-time.ts'

/** The work of days beside other calculations of it, for random hours around the nights on which clocks change. */

const rounds = isLongRun ? 60 : 6
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Each minute of the days, by its last instant: not paid, paid, or a paid break. */
function byMinute(sessions: Session[], days: Day[], now: number) {
  const covers = (span: { startTime: string; endTime: string | null }, time: number) =>
    Date.parse(span.startTime) < time && time <= (span.endTime === null ? now : Date.parse(span.endTime))
  const signs = days.map(({ from, to }) => {
    let text = ''
    const touching = sessions.filter(
      ({ startTime, endTime }) => Date.parse(startTime) < to && (endTime === null ? now : Date.parse(endTime)) > from,
    )
    for (let time = from + MINUTE; time <= to; time += MINUTE) {
      const session = touching.find((one) => covers(one, time))
      const pause = session?.breaks.find((one) => covers(one, time))
      text += session ? (pause ? (pause.isPaid ? 'b' : '.') : 'w') : '.'
    }
    return text
  })
  return JSON.stringify([signs, paidMinutesOfDays(sessions, days, now).minutes])
}

test.each(changeWeeks)('the days in %s up to %s are the sums of their parts', (zone, last) => {
  const now = Date.parse(`${last}T12:00:00.000Z`)
  const days = lastDays(now, zone, 10)
  const from = days[0]?.from ?? 0
  const random = diceOf(seed ^ now).roll
  for (let round = 0; round < rounds; round += 1) {
    const what = `SEED=${seed}, round ${round}`
    const sessions = randomSessions(random, from, now)
    const worked = workedDays(timed(sessions), days, now)
    const { minutes } = paidMinutesOfDays(sessions, days, now)
    expect(
      worked.map((day) => day.minutes),
      what,
    ).toEqual(minutes)
    const breaks = sessions.flatMap((session) => session.breaks.map((one) => ({ ...one, breaks: [] })))
    expect(
      worked.map((day) => day.breakMinutes),
      `${what}, breaks`,
    ).toEqual(paidMinutesOfDays(breaks, days, now).minutes)
    // Each paid minute is named once; those at the edges count as a whole or not at all.
    for (const [at, { paid }] of worked.entries()) {
      const named = paid.reduce((sum, [begin, end]) => sum + end - begin, 0)
      expect(Math.abs(named - (minutes[at] ?? 0)), `${what}, ${days[at]?.date}`).toBeLessThanOrEqual(
        2 * paid.length + 2,
      )
    }
    const instants = Array.from({ length: 5 }, () => Math.floor(from + random() * (now - from)))
    const parts = cut(sessions, [...instants, ...days.map((day) => day.from)], now)
    const inParts = workedDays(timed(parts), days, now)
    expect(fingerprintOf(inParts), `${what}, in parts`).toBe(fingerprintOf(worked))
  }
})

/** The hours after a small change somewhere: a time that moves, a break that becomes paid, a session that goes. */
function changed(sessions: Session[], random: () => number): Session[] {
  const at = Math.floor(random() * sessions.length)
  const length = Math.floor((random() - 0.5) * 3 * MINUTE)
  return sessions.flatMap((session, index) => {
    if (index !== at) return [session]
    const chance = random()
    if (chance < 0.1) return []
    if (chance < 0.3) return [{ ...session, breaks: session.breaks.map((one) => ({ ...one, isPaid: !one.isPaid })) }]
    if (chance < 0.4) return [{ ...session, breaks: session.breaks.toReversed() }]
    if (chance < 0.7 && session.endTime !== null && session.breaks.length === 0) {
      // Sessions of a person never overlap.
      const next = Date.parse(sessions[index + 1]?.startTime ?? '9999-01-01')
      const end = Math.min(Date.parse(session.endTime) + length, next)
      return [{ ...session, endTime: iso(Math.max(Date.parse(session.startTime), end)) }]
    }
    const [first, ...others] = session.breaks
    if (!first) return [session]
    const start = Math.max(Date.parse(session.startTime), Date.parse(first.startTime) - Math.abs(length))
    return [{ ...session, breaks: [{ ...first, startTime: iso(start) }, ...others] }]
  })
}

const outcomes = { same: 0, other: 0 }

test.each(changeWeeks)('the text of days in %s up to %s changes exactly when a minute of them does', (zone, last) => {
  const now = Date.parse(`${last}T12:00:00.000Z`)
  const days = lastDays(now, zone, 4)
  const random = diceOf(seed ^ now ^ 7).roll
  for (let round = 0; round < 2 * rounds; round += 1) {
    const before = randomSessions(random, days[0]?.from ?? 0, now)
    const after = changed(before, random)
    const isSame = byMinute(before, days, now) === byMinute(after, days, now)
    const [was, is] = [before, after].map((sessions) => fingerprintOf(workedDays(timed(sessions), days, now)))
    expect(was === is, `SEED=${seed}, round ${round}`).toBe(isSame)
    outcomes[isSame ? 'same' : 'other'] += 1
  }
})

test('both outcomes were among them', () => {
  expect(outcomes.same).toBeGreaterThan(0)
  expect(outcomes.other).toBeGreaterThan(0)
})
