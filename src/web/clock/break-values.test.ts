import { expect, test } from 'vitest'
import type { Break } from '../../shared/clock.ts'
import { breakOf, breaksOf, breakValuesOf, firstAt } from './break-values.ts'

const ZONE = 'Europe/Berlin'

test.each([
  ['12:05', '2026-11-20T07:00:30.000Z', '2026-11-20T11:05:00.000Z'],
  // The minute of the clock-in is the clock-in.
  ['08:00', '2026-11-20T07:00:30.000Z', '2026-11-20T07:00:30.000Z'],
  ['07:59', '2026-11-20T07:00:30.000Z', '2026-11-21T06:59:00.000Z'],
  // In the night on which the clocks go back, and on which they go forward.
  ['01:30', '2026-10-24T20:00:00.000Z', '2026-10-24T23:30:00.000Z'],
  ['04:00', '2026-10-24T20:00:00.000Z', '2026-10-25T03:00:00.000Z'],
  ['04:00', '2026-03-28T21:00:00.000Z', '2026-03-29T02:00:00.000Z'],
])('%s is first reached after %s at %s', (clock, after, expected) => {
  expect(firstAt(clock, after, ZONE)).toBe(expected)
})

test('a break over midnight in a night shift, and one up to the last minute', () => {
  const night = { startTime: '2026-11-20T21:00:00.000Z', endTime: '2026-11-21T05:00:40.000Z' }
  expect(breakOf({ start: '23:45', end: '00:15', isPaid: false }, night, ZONE)).toEqual({
    startTime: '2026-11-20T22:45:00.000Z',
    endTime: '2026-11-20T23:15:00.000Z',
    isPaid: false,
  })
  expect(breakOf({ start: '05:30', end: '06:00', isPaid: true }, night, ZONE)).toEqual({
    startTime: '2026-11-21T04:30:00.000Z',
    endTime: night.endTime,
    isPaid: true,
  })
})

test('a break that was not touched keeps its seconds, and a running one has no end', () => {
  const facts = { plannedMinutes: null, startedOffline: false, endedOffline: false, statedAt: null }
  const recorded: Break[] = [
    { ...facts, startTime: '2026-11-20T11:00:12.345Z', endTime: '2026-11-20T11:30:54.321Z', isPaid: false },
    { ...facts, startTime: '2026-11-20T13:00:12.345Z', endTime: null, isPaid: false },
  ]
  const session = { startTime: '2026-11-20T07:00:00.000Z', endTime: null, breaks: recorded }
  const values = recorded.map((one) => breakValuesOf(one, ZONE))
  expect(values).toEqual([
    { start: '12:00', end: '12:30', isPaid: false },
    { start: '14:00', end: '', isPaid: false },
  ])
  expect(breaksOf(values, session, ZONE)).toEqual(
    recorded.map(({ startTime, endTime, isPaid }) => ({ startTime, endTime, isPaid })),
  )
  const changed = values.map((value, at) => (at === 0 ? { ...value, end: '12:45' } : value))
  expect(breaksOf(changed, session, ZONE)[0]).toEqual({
    startTime: '2026-11-20T11:00:00.000Z',
    endTime: '2026-11-20T11:45:00.000Z',
    isPaid: false,
  })
})
