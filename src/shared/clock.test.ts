import { describe, expect, test } from 'vitest'
import { startOfDay, weekOf } from './time/time.ts'
import { durationOf, needsReview, paidMinutesBetween, runningBreakOf } from './worked-time.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')

test.each([
  ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z', 0],
  ['2026-11-20T08:00:00.000Z', '2026-11-20T08:00:59.999Z', 0],
  ['2026-11-20T08:00:00.000Z', '2026-11-20T09:01:00.000Z', 61],
  ['2026-11-20T08:00:00.001Z', '2026-11-20T09:01:00.000Z', 60],
  ['2026-11-20T08:00:00.000Z', null, null],
])('a session from %s to %s lasts %s whole minutes', (startTime, endTime, minutes) => {
  expect(durationOf({ startTime, endTime })).toBe(minutes)
})

test.each([
  // end, time of the correction, whether it needs a review
  ['2026-11-20T00:00:00.000Z', null, false],
  ['2026-11-20T00:00:00.001Z', null, true],
  [null, null, true],
  // Corrected after the session ended, or before.
  ['2026-11-20T03:00:00.000Z', '2026-11-20T09:00:00.000Z', false],
  ['2026-11-20T03:00:00.000Z', '2026-11-20T02:59:59.999Z', true],
  [null, '2026-11-20T09:00:00.000Z', true],
])(
  'a session since 08:00 the day before, until %s, corrected %s, needs a review: %s',
  (endTime, correctedAt, expected) => {
    expect(needsReview({ startTime: '2026-11-19T08:00:00.000Z', endTime, correctedAt, endStatedAt: null }, now)).toBe(
      expected,
    )
  },
)

test('a running session needs no review before it is 16 hours long', () => {
  const running = { startTime: '2026-11-19T20:00:00.000Z', endTime: null, correctedAt: null, endStatedAt: null }
  expect(needsReview(running, now)).toBe(false)
  expect(needsReview(running, now + 1)).toBe(true)
})

/** The minutes of a session on the day when it began, on the next day, and in the week when it began. */
const minutesPerDayAndWeek = (zone: string, startTime: string, endTime: string | null, present = endTime) => {
  const begin = Date.parse(startTime)
  const midnight = [0, 1, 2].map((days) => startOfDay(begin, zone, days)) as [number, number, number]
  const week = weekOf(begin, zone)
  const minutes = (from: number, to: number) =>
    paidMinutesBetween([{ startTime, endTime }], from, to, Date.parse(present ?? startTime))
  return [
    minutes(midnight[0], midnight[1]),
    minutes(midnight[1], midnight[2]),
    minutes(week[0]?.from ?? 0, week[6]?.to ?? 0),
  ]
}

describe('a session is divided among its days', () => {
  test.each([
    // Over midnight, 22:00 to 06:00 on Friday and Saturday.
    ['Europe/Berlin', '2026-11-20T21:00:00.000Z', '2026-11-21T05:00:00.000Z', [120, 360, 480]],
    ['America/New_York', '2026-11-21T03:00:00.000Z', '2026-11-21T11:00:00.000Z', [120, 360, 480]],
    ['Asia/Kathmandu', '2026-11-20T16:15:00.000Z', '2026-11-21T00:15:00.000Z', [120, 360, 480]],
    // From Sunday into Monday, and so into the next week.
    ['Europe/Berlin', '2026-11-22T21:00:00.000Z', '2026-11-23T05:00:00.000Z', [120, 360, 120]],
    // The clocks go back: 22:00 to 06:00 are nine hours.
    ['Europe/Berlin', '2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z', [120, 420, 540]],
    ['America/New_York', '2026-11-01T02:00:00.000Z', '2026-11-01T11:00:00.000Z', [120, 420, 540]],
    ['Australia/Lord_Howe', '2026-04-04T11:00:00.000Z', '2026-04-04T19:30:00.000Z', [120, 390, 510]],
    // The clocks go forward: they are seven.
    ['Europe/Berlin', '2026-03-28T21:00:00.000Z', '2026-03-29T04:00:00.000Z', [120, 300, 420]],
    ['America/New_York', '2026-03-08T03:00:00.000Z', '2026-03-08T10:00:00.000Z', [120, 300, 420]],
    // In Santiago they go forward at midnight: the day begins at 01:00.
    ['America/Santiago', '2026-09-06T02:00:00.000Z', '2026-09-06T09:00:00.000Z', [120, 300, 420]],
    // The whole of the day on which they go back is 25 hours long, and of the one on which they go forward 23.
    ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', [1500, 0, 1500]],
    ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', [1380, 0, 1380]],
  ])('in %s from %s to %s', (zone, startTime, endTime, expected) => {
    expect(minutesPerDayAndWeek(zone, startTime, endTime)).toEqual(expected)
    expect(minutesPerDayAndWeek(zone, startTime, null, endTime), 'while it runs').toEqual(expected)
  })

  test('a day gets whole minutes, rounded down once for all its sessions', () => {
    const sessions = [0, 2].map((hour) => ({
      startTime: `2026-11-20T0${hour}:00:00.000Z`,
      endTime: `2026-11-20T0${hour}:59:40.000Z`,
    }))
    expect(paidMinutesBetween(sessions, Date.parse('2026-11-20T00:00:00.000Z'), now, now)).toBe(119)
  })
})

describe('breaks', () => {
  const day = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
  const minutesOf = (
    endTime: string | null,
    breaks: { startTime: string; endTime: string | null; isPaid: boolean }[],
  ) => paidMinutesBetween([{ startTime: day(2), endTime, breaks }], Date.parse(day(0)), Date.parse(day(23)), now)

  test('unpaid ones do not count, paid ones do, and a running one counts up to now', () => {
    const [unpaid, paid] = [false, true].map((isPaid, at) => ({ startTime: day(4 + at), endTime: day(5 + at), isPaid }))
    if (!unpaid || !paid) throw new Error('Two breaks')
    expect(minutesOf(day(10), [])).toBe(480)
    expect(minutesOf(day(10), [unpaid])).toBe(420)
    expect(minutesOf(day(10), [unpaid, paid])).toBe(420)
    expect(minutesOf(null, [unpaid, { startTime: day(11), endTime: null, isPaid: false }])).toBe(480)
  })

  test('one over midnight belongs to both days', () => {
    const breaks = [{ startTime: '2026-11-19T22:30:00.000Z', endTime: '2026-11-20T00:10:00.000Z', isPaid: false }]
    const night = [{ startTime: '2026-11-19T20:00:00.000Z', endTime: '2026-11-20T04:00:00.000Z', breaks }]
    const minutes = (from: string, to: string) => paidMinutesBetween(night, Date.parse(from), Date.parse(to), now)
    expect(minutes('2026-11-18T23:00:00.000Z', '2026-11-19T23:00:00.000Z')).toBe(180 - 30)
    expect(minutes('2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z')).toBe(300 - 70)
  })

  test('somebody is on a break while their session and its break run', () => {
    const running = { startTime: day(5), endTime: null }
    const ended = { startTime: day(3), endTime: day(4) }
    expect(runningBreakOf({ endTime: null, breaks: [ended, running] })).toBe(running)
    expect(runningBreakOf({ endTime: null, breaks: [ended] })).toBeNull()
    expect(runningBreakOf({ endTime: day(6), breaks: [running] })).toBeNull()
    expect(runningBreakOf({ endTime: null })).toBeNull()
  })

  test.each([
    // corrected, stated, whether it needs a review
    [null, null, false],
    [null, day(9), true],
    [day(8), day(9), true],
    [day(9), day(9), false],
  ])('a session corrected at %s whose breaks were stated at %s needs a review: %s', (correctedAt, stated, expected) => {
    const facts = { startTime: day(2), correctedAt, endStatedAt: null, breaksStatedAt: stated }
    expect(needsReview({ ...facts, endTime: null }, now)).toBe(expected)
    expect(needsReview({ ...facts, endTime: day(6) }, now)).toBe(expected)
  })
})
