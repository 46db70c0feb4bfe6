import { describe, expect, test } from 'vitest'
import { localOf, minutesOf, shiftSpanOf, timeFault } from './shift-times.ts'

const zone = 'Europe/Berlin'

describe('a shift in local time', () => {
  test.each([
    ['a day', { date: '2026-12-10', start: '06:00', end: '14:00' }, '2026-12-10T05:00', '2026-12-10T13:00', 480],
    ['a night', { date: '2026-12-10', start: '22:00', end: '06:00' }, '2026-12-10T21:00', '2026-12-11T05:00', 480],
    [
      'until midnight',
      { date: '2026-12-10', start: '16:00', end: '00:00' },
      '2026-12-10T15:00',
      '2026-12-10T23:00',
      480,
    ],
    // Clocks go forward at 02:00 on March 28, 2027, and back at 03:00 on October 31, 2027.
    [
      'the short night',
      { date: '2027-03-27', start: '22:00', end: '06:00' },
      '2027-03-27T21:00',
      '2027-03-28T04:00',
      420,
    ],
    [
      'the long night',
      { date: '2027-10-30', start: '22:00', end: '06:00' },
      '2027-10-30T20:00',
      '2027-10-31T05:00',
      540,
    ],
    [
      'from the gap on',
      { date: '2027-03-28', start: '02:30', end: '06:00' },
      '2027-03-28T01:30',
      '2027-03-28T04:00',
      150,
    ],
    ['into the gap', { date: '2027-03-27', start: '22:00', end: '02:30' }, '2027-03-27T21:00', '2027-03-28T01:30', 270],
    [
      'from the doubled hour',
      { date: '2027-10-31', start: '02:30', end: '06:00' },
      '2027-10-31T00:30',
      '2027-10-31T05:00',
      270,
    ],
    [
      'into the doubled hour',
      { date: '2027-10-30', start: '22:00', end: '02:30' },
      '2027-10-30T20:00',
      '2027-10-31T00:30',
      270,
    ],
  ])('%s is two instants', (_, shift, startTime, endTime, minutes) => {
    const span = shiftSpanOf(shift, zone)
    expect(span).toEqual({ startTime: `${startTime}:00.000Z`, endTime: `${endTime}:00.000Z` })
    expect(minutesOf(span)).toBe(minutes)
  })

  test.each([
    { date: '2027-03-27', start: '22:00', end: '06:00' },
    { date: '2027-10-31', start: '02:30', end: '06:00' },
    { date: '2028-02-29', start: '18:00', end: '00:00' },
  ])('comes back as it was: %j', (shift) => expect(localOf(shiftSpanOf(shift, zone), zone)).toEqual(shift))

  test('in the gap comes back as the time that people see', () => {
    expect(localOf(shiftSpanOf({ date: '2027-03-28', start: '02:30', end: '06:00' }, zone), zone).start).toBe('03:30')
  })
})

describe('the length of a shift', () => {
  const faultOf = (start: string, end: string, { breakMinutes = 0, date = '2026-12-10' } = {}) =>
    timeFault({ ...shiftSpanOf({ date, start, end }, zone), breakMinutes })?.path ?? null

  test.each([
    ['06:00', '06:14', 'end'],
    ['06:00', '06:15', null],
    ['06:00', '22:00', null],
    ['06:00', '22:01', 'end'],
    ['06:00', '06:00', 'end'],
    ['06:00', '05:59', 'end'],
  ])('from %s to %s', (start, end, fault) => expect(faultOf(start, end)).toBe(fault))

  test('is in real minutes', () => {
    // Local times that lie an hour apart are the same instant.
    expect(faultOf('02:00', '03:00', { date: '2027-03-28' })).toBe('end')
    expect(faultOf('18:00', '10:00', { date: '2027-10-30' })).toBe('end')
    expect(faultOf('18:00', '11:00', { date: '2027-03-27' })).toBeNull()
  })

  test('is more than its break', () => {
    expect(faultOf('06:00', '07:00', { breakMinutes: 60 })).toBe('breakMinutes')
    expect(faultOf('06:00', '07:00', { breakMinutes: 59 })).toBeNull()
  })
})
