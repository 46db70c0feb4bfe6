import { describe, expect, test } from 'vitest'
import type { Break } from '../../shared/clock-session.ts'
import { instantsAfter } from '../components/time/typed-times.ts'
import { breakFault, breakOf, breaksOf, breakValuesOf } from './break-values.ts'

const ZONE = 'Europe/Berlin'
const now = '2026-11-25T12:00:00.000Z'

test.each([
  ['12:05', '2026-11-20T07:00:30.000Z', '2026-11-20T11:05:00.000Z'],
  // The minute of the clock-in is the clock-in.
  ['08:00', '2026-11-20T07:00:30.000Z', '2026-11-20T07:00:30.000Z'],
  ['07:59', '2026-11-20T07:00:30.000Z', '2026-11-21T06:59:00.000Z'],
  // In the night on which the clocks go back, and on which they go forward.
  ['01:30', '2026-10-24T20:00:00.000Z', '2026-10-24T23:30:00.000Z'],
  ['04:00', '2026-10-24T20:00:00.000Z', '2026-10-25T03:00:00.000Z'],
  ['04:00', '2026-03-28T21:00:00.000Z', '2026-03-29T02:00:00.000Z'],
  // It comes twice, or once more, or not at all.
  ['02:20', '2026-10-24T20:00:00.000Z', '2026-10-25T00:20:00.000Z 2026-10-25T01:20:00.000Z'],
  ['02:20', '2026-10-25T00:20:40.000Z', '2026-10-25T00:20:40.000Z 2026-10-25T01:20:00.000Z'],
  ['02:20', '2026-10-25T00:50:00.000Z', '2026-10-25T01:20:00.000Z'],
  ['02:20', '2026-10-25T01:30:00.000Z', '2026-10-26T01:20:00.000Z'],
  ['02:20', '2026-03-28T20:00:00.000Z', ''],
])('%s is reached after %s at %s', (clock, after, expected) => {
  expect(instantsAfter(clock, after, ZONE).join(' ')).toBe(expected)
})

test('a break over midnight in a night shift, and one up to the last minute', () => {
  const night = { startTime: '2026-11-20T21:00:00.000Z', endTime: '2026-11-21T05:00:40.000Z', now }
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
  const session = { startTime: '2026-11-20T07:00:00.000Z', endTime: null, breaks: recorded, now }
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

describe('in the night in which the clocks go back', () => {
  const night = { startTime: '2026-10-24T20:00:00.000Z', endTime: '2026-10-25T05:00:00.000Z', now }
  const said = (start: string, end: string, more: Partial<Parameters<typeof breakOf>[0]> = {}, around = night) => {
    const values = { start, end, isPaid: false, ...more }
    const one = breakOf(values, around, ZONE)
    const minutes = one?.endTime ? (Date.parse(one.endTime) - Date.parse(one.startTime)) / 60_000 : null
    return [breakFault(values, around, ZONE)?.[0], minutes]
  }

  test('a break from 02:50 to 02:20 has 30 minutes, and nothing is asked', () => {
    expect(said('02:50', '02:20')).toEqual([undefined, 30])
  })

  test('a break between two times that come twice is asked about', () => {
    expect(said('02:20', '02:50')).toEqual(['startWhich', null])
    expect(said('02:20', '02:50', { startWhich: 'first' })).toEqual(['endWhich', null])
    expect(said('02:20', '02:50', { startWhich: 'first', endWhich: 'first' })).toEqual([undefined, 30])
    expect(said('02:20', '02:50', { startWhich: 'first', endWhich: 'second' })).toEqual([undefined, 90])
    expect(said('02:20', '02:50', { startWhich: 'second' })).toEqual([undefined, 30])
    expect(said('01:30', '02:20')).toEqual(['endWhich', null])
    expect(said('02:20', '04:00')).toEqual(['startWhich', null])
  })

  test('only times within the session are asked about', () => {
    const early = { ...night, endTime: '2026-10-25T00:45:00.000Z' }
    expect(said('02:10', '02:40', {}, early)).toEqual([undefined, 30])
    const running = { ...night, endTime: null, now: '2026-10-25T00:45:00.000Z' }
    expect(said('02:10', '02:40', {}, running as never)).toEqual([undefined, 30])
    const late = { ...night, startTime: '2026-10-25T01:05:00.000Z' }
    expect(said('02:10', '02:40', {}, late)).toEqual([undefined, 30])
  })

  test('a recorded break keeps which it was', () => {
    const facts = { plannedMinutes: null, startedOffline: false, endedOffline: false, statedAt: null, isPaid: false }
    const recorded: Break[] = [
      { ...facts, startTime: '2026-10-25T00:20:05.000Z', endTime: '2026-10-25T00:40:05.000Z' },
      { ...facts, startTime: '2026-10-25T01:20:05.000Z', endTime: '2026-10-25T01:40:05.000Z' },
    ]
    const values = recorded.map((one) => breakValuesOf(one, ZONE))
    expect(breaksOf(values, { ...night, breaks: recorded }, ZONE)).toMatchObject(
      recorded.map(({ startTime, endTime }) => ({ startTime, endTime })),
    )
  })
})

test('a break that begins in the gap of the night in which the clocks go forward is refused', () => {
  const night = { startTime: '2026-03-28T21:00:00.000Z', endTime: '2026-03-29T05:00:00.000Z', now }
  expect(breakFault({ start: '02:30', end: '03:30', isPaid: false }, night, ZONE)?.[0]).toBe('start')
  expect(breakFault({ start: '01:30', end: '02:30', isPaid: false }, night, ZONE)?.[0]).toBe('end')
  expect(breakFault({ start: '01:30', end: '03:30', isPaid: false }, night, ZONE)).toBeUndefined()
})
