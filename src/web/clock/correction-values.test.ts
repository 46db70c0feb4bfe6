import { describe, expect, test } from 'vitest'
import type { ClockSession } from '../../shared/clock.ts'
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
  const { reason: _, updatedAt: __, ...times } = correctionOf({ ...valuesOf(from, ZONE), ...changes }, from, ZONE)
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
    // When the clocks go back, an hour comes twice: the first counts, unless the time was not changed.
    [
      session('2026-10-25T01:30:00.000Z', '2026-10-25T05:00:00.000Z'),
      { endClock: '05:00' },
      { endTime: '2026-10-25T04:00:00.000Z' },
    ],
    [
      session('2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z'),
      { endClock: '02:30' },
      { endTime: '2026-10-25T00:30:00.000Z' },
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
  expect(addedHoursOf(whole, ZONE)).toEqual({
    startTime: '2026-11-19T07:00:00.000Z',
    endTime: '2026-11-19T15:30:00.000Z',
    reason: 'Forgot to clock in',
  })
})
