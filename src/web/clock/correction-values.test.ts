import { describe, expect, test } from 'vitest'
import type { ClockSession } from '../../shared/clock-session.ts'
import {
  addedHoursOf,
  type CorrectionValues,
  correctionForm,
  correctionOf,
  emptyValues,
  valuesOf,
} from './correction-values.ts'

const ZONE = 'Europe/Berlin'
const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const session = (startTime: string, endTime: string | null) =>
  ({ startTime, endTime, updatedAt: '2026-11-20T11:00:00.000Z' }) as ClockSession
const done = session('2026-11-19T07:00:12.345Z', '2026-11-19T15:30:45.678Z')
const open = session('2026-11-19T07:00:12.345Z', null)

const corrected = (from: ClockSession, changes: Partial<CorrectionValues>) => {
  const values = { ...valuesOf(from, ZONE), ...changes }
  const { reason: _, updatedAt: __, ...times } = correctionOf(values, from, ZONE, NOW)
  return times
}

describe('the request body', () => {
  test.each([
    // A time that was not changed keeps its seconds.
    [done, {}, {}],
    [done, { endClock: '16:00' }, { endTime: '2026-11-19T15:00:00.000Z' }],
    [done, { startClock: '07:45' }, { startTime: '2026-11-19T06:45:00.000Z' }],
    [open, {}, {}],
    [open, { endDate: '2026-11-19', endClock: '16:00' }, { endTime: '2026-11-19T15:00:00.000Z' }],
    // When the clocks go back, an hour comes twice: a time that was not changed stays what it was.
    [
      session('2026-10-25T01:30:00.000Z', '2026-10-25T05:00:00.000Z'),
      { endClock: '05:00' },
      { endTime: '2026-10-25T04:00:00.000Z' },
    ],
    [
      session('2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z'),
      { endClock: '02:30', endWhich: 'first' as const },
      { endTime: '2026-10-25T00:30:00.000Z' },
    ],
    [
      session('2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z'),
      { endClock: '02:30', endWhich: 'second' as const },
      { endTime: '2026-10-25T01:30:00.000Z' },
    ],
    // A recorded time can become the other one of the two.
    [
      session('2026-10-24T20:00:00.000Z', '2026-10-25T01:30:12.000Z'),
      { endWhich: 'first' as const },
      { endTime: '2026-10-25T00:30:00.000Z' },
    ],
    // From 02:50 to 02:20 are 30 minutes: there is only one way to read it.
    [
      session('2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z'),
      { startDate: '2026-10-25', startClock: '02:50', endClock: '02:20' },
      { startTime: '2026-10-25T00:50:00.000Z', endTime: '2026-10-25T01:20:00.000Z' },
    ],
  ])('of %j changed by %j', (from, changes, times) => {
    expect(corrected(from, changes)).toEqual(times)
  })
})

describe('the form', () => {
  test.each<[string, ClockSession, Partial<CorrectionValues>, keyof CorrectionValues | null]>([
    ['as it opens, with a reason', done, {}, null],
    ['without a reason', done, { reason: ' ' }, 'reason'],
    ['without a start', done, { startClock: '' }, 'startClock'],
    ['without an end that there was', done, { endDate: '', endClock: '' }, 'endClock'],
    ['without an end while it runs', open, {}, null],
    ['with half an end', open, { endDate: '2026-11-19' }, 'endClock'],
    ['with the other half', open, { endClock: '16:00' }, 'endDate'],
    ['with an end before the start', done, { endClock: '07:59' }, 'endClock'],
    ['with an end to come', open, { endDate: '2026-11-20', endClock: '13:01' }, 'endClock'],
    ['with a start to come', open, { startDate: '2026-11-21' }, 'startClock'],
  ])('%s', (_, from, changes, fault) => {
    const values = { ...valuesOf(from, ZONE), reason: 'As agreed', ...changes }
    const { error } = correctionForm(from, ZONE, () => NOW).safeParse(values)
    expect(error?.issues[0]?.path[0] ?? null).toBe(fault)
  })
})

test('added hours need both times, and send both', () => {
  const form = correctionForm(null, ZONE, () => NOW)
  const values = { ...emptyValues('2026-11-19'), startClock: '08:00', reason: 'Forgot to clock in' }
  expect(form.safeParse(values).error?.issues).toMatchObject([{ path: ['endClock'] }])
  const whole = { ...values, endClock: '16:30' }
  expect(form.safeParse(whole).success).toBe(true)
  expect(addedHoursOf(whole, ZONE, NOW)).toEqual({
    startTime: '2026-11-19T07:00:00.000Z',
    endTime: '2026-11-19T15:30:00.000Z',
    reason: 'Forgot to clock in',
  })
})

/** Zones with the night in which the clocks go back, times that come twice in it, and a time that does not exist. */
const changes = [
  {
    zone: 'Europe/Berlin',
    twice: { date: '2026-10-25', early: '02:10', late: '02:40' },
    instants: { early: ['2026-10-25T00:10', '2026-10-25T01:10'], late: ['2026-10-25T00:40', '2026-10-25T01:40'] },
    gap: ['2026-03-29', '02:30'],
  },
  {
    zone: 'America/New_York',
    twice: { date: '2026-11-01', early: '01:10', late: '01:40' },
    instants: { early: ['2026-11-01T05:10', '2026-11-01T06:10'], late: ['2026-11-01T05:40', '2026-11-01T06:40'] },
    gap: ['2026-03-08', '02:30'],
  },
  {
    zone: 'Australia/Lord_Howe',
    twice: { date: '2026-04-05', early: '01:35', late: '01:50' },
    instants: { early: ['2026-04-04T14:35', '2026-04-04T15:05'], late: ['2026-04-04T14:50', '2026-04-04T15:20'] },
    gap: ['2026-10-04', '02:15'],
  },
] as const

describe.each(changes)('added hours in the night of a clock change in $zone', ({ zone, twice, instants, gap }) => {
  const { date, early, late } = twice
  const check = (values: Partial<CorrectionValues>) => {
    const all = { ...emptyValues(date), reason: 'Forgot to clock in', ...values }
    const { error } = correctionForm(null, zone, () => NOW).safeParse(all)
    const { startTime, endTime } = addedHoursOf(all, zone, NOW)
    return { field: error?.issues[0]?.path[0], startTime: startTime.slice(0, 16), endTime: endTime.slice(0, 16) }
  }

  test('ask which one a time is that comes twice', () => {
    const values = { startClock: early, endClock: late }
    expect(check(values)).toMatchObject({ field: 'startWhich' })
    expect(check({ ...values, startWhich: 'first' })).toMatchObject({ field: 'endWhich' })
    expect(check({ ...values, startWhich: 'first', endWhich: 'second' })).toEqual({
      field: undefined,
      startTime: instants.early[0],
      endTime: instants.late[1],
    })
    // After the second there is no first.
    expect(check({ ...values, startWhich: 'second' })).toEqual({
      field: undefined,
      startTime: instants.early[1],
      endTime: instants.late[1],
    })
  })

  test('from a later time of day to an earlier one ask nothing', () => {
    expect(check({ startClock: late, endClock: early })).toEqual({
      field: undefined,
      startTime: instants.late[0],
      endTime: instants.early[1],
    })
  })

  test('refuse a time that does not exist', () => {
    const [startDate, startClock] = gap
    expect(check({ startDate, startClock, endDate: startDate, endClock: '08:00' })).toMatchObject({
      field: 'startClock',
    })
    expect(check({ startDate, startClock: '00:10', endDate: startDate, endClock: startClock })).toMatchObject({
      field: 'endClock',
    })
  })
})
