import { expect, test } from 'vitest'
import { diceOf } from '../../sample/story.ts'
import { changeWeeks, cut, DAY, iso, MINUTE, randomSessions, type Session } from '../../test/support/random-hours.ts'
import { lastDays } from './time/time.ts'
import { paidMinutesBetween, paidMinutesOfDays } from './worked-time.ts'

/**
 * Paid minutes of random weeks around the nights on which clocks change, beside a calculation that shares no code with
 * them: it goes from each instant at which anything changes to the next, and asks `Intl` for the date of the piece.
 */

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

/** The lengths of days that are not 24 hours long, in hours. */
const unevenDays = [23, 23.5, 24.5, 25]

/** The paid minutes by local date, piece by piece. */
function byHand(sessions: Session[], zone: string, now: number) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  const dateAt = (time: number) => format.format(time)
  const milliseconds = new Map<string, number>()
  const endOf = (time: string | null) => (time === null ? now : Date.parse(time))
  for (const { startTime, endTime, breaks } of sessions) {
    const times = [startTime, ...breaks.flatMap((one) => [one.startTime, one.endTime]), endTime].map((time) =>
      time === null ? now : Date.parse(time),
    )
    const edges = [...new Set(times)].sort((a, b) => a - b)
    for (const [index, begin] of edges.entries()) {
      const end = edges[index + 1]
      if (end === undefined) break
      const middle = (begin + end) / 2
      if (breaks.some((one) => !one.isPaid && Date.parse(one.startTime) < middle && middle < endOf(one.endTime)))
        continue
      let from = begin
      while (from < end) {
        const to = dateAt(from) === dateAt(end - 1) ? end : firstOfNextDate(from, end, dateAt)
        milliseconds.set(dateAt(from), (milliseconds.get(dateAt(from)) ?? 0) + to - from)
        from = to
      }
    }
  }
  return new Map([...milliseconds].map(([date, sum]) => [date, Math.floor(sum / MINUTE)]))
}

/** The first millisecond after `from` with another date. `until` has one. */
function firstOfNextDate(from: number, until: number, dateAt: (time: number) => string) {
  let [low, high] = [from, Math.min(until, from + 26 * 60 * MINUTE)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dateAt(middle) === dateAt(from)) low = middle
    else high = middle
  }
  return high
}

test.each(changeWeeks)('random hours in %s up to %s are what another calculation says', (zone, last) => {
  const now = Date.parse(`${last}T12:00:00.000Z`)
  const days = lastDays(now, zone, 10)
  const from = days[0]?.from ?? 0
  const random = diceOf(seed ^ now).roll
  let cuts = 0
  for (let round = 0; round < 60; round += 1) {
    const sessions = randomSessions(random, from, now)
    const what = `SEED=${seed}, round ${round}`
    const { minutes, total } = paidMinutesOfDays(sessions, days, now)
    const expected = byHand(sessions, zone, now)
    expect(
      days.map(({ date }, at) => [date, minutes[at]]),
      what,
    ).toEqual(days.map(({ date }) => [date, expected.get(date) ?? 0]))
    expect(total, what).toBe([...expected.values()].reduce((sum, ofDay) => sum + ofDay, 0))
    const instants = Array.from({ length: 5 }, () => Math.floor(from + random() * (now - from)))
    const parts = cut(sessions, [...instants, ...days.map((day) => day.from)], now)
    cuts += parts.length - sessions.length
    expect(paidMinutesOfDays(parts, days, now), `${what}, in parts`).toEqual({ minutes, total })
  }
  expect(cuts).toBeGreaterThan(0)
})

test('days of 23 and 25 hours are among them, and count as they are', () => {
  const lengths = changeWeeks.flatMap(([zone, last]) => {
    const days = lastDays(Date.parse(`${last}T12:00:00.000Z`), zone, 10)
    return days.map(({ from, to }) => {
      const whole = [{ startTime: iso(from - DAY), endTime: iso(to + DAY), breaks: [] }]
      expect(paidMinutesBetween(whole, from, to, to)).toBe((to - from) / MINUTE)
      return (to - from) / 3_600_000
    })
  })
  expect([...new Set(lengths)].sort((a, b) => a - b)).toEqual([...unevenDays, 24].sort((a, b) => a - b))
})
