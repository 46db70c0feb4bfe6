import { describe, expect, test } from 'vitest'
import { comparedWith, daysBeside } from './compared-days.ts'

const BERLIN = 'Europe/Berlin'
const at = (iso: string) => Date.parse(iso)
/** "2026-11-16 2026-11-18 14:15", for the days before and the days of the year before. */
function compared(from: string, to: string, now: string, zone = BERLIN) {
  const { before, yearBefore } = comparedWith({ from, to }, at(now), zone)
  return [before, yearBefore].map((days) => [days.from, days.to, ...(days.until ? [days.until] : [])].join(' '))
}

describe('days are compared', () => {
  test.each([
    // A week that is over, and one that runs: Wednesday 14:22 in Berlin.
    ['2026-11-16', '2026-11-22', '2026-11-25T13:22:00Z', '2026-11-09 2026-11-15', '2025-11-17 2025-11-23'],
    ['2026-11-23', '2026-11-29', '2026-11-25T13:22:00Z', '2026-11-16 2026-11-18 14:15', '2025-11-24 2025-11-26 14:15'],
    // One day.
    ['2026-11-25', '2026-11-25', '2026-11-25T13:22:00Z', '2026-11-24 2026-11-24 14:15', '2025-11-26 2025-11-26 14:15'],
    // Whole months: March has three days more than February.
    ['2026-03-01', '2026-03-31', '2026-06-01T00:00:00Z', '2026-02-01 2026-02-28', '2025-03-01 2025-03-31'],
    ['2026-03-01', '2026-03-31', '2026-03-30T10:00:00Z', '2026-02-01 2026-02-28', '2025-03-01 2025-03-30 12:00'],
    ['2026-01-01', '2026-03-31', '2026-06-01T00:00:00Z', '2025-10-01 2025-12-31', '2025-01-01 2025-03-31'],
    ['2028-02-01', '2028-02-29', '2028-06-01T00:00:00Z', '2028-01-01 2028-01-31', '2027-02-01 2027-02-28'],
    // A year, and as many days that are no year of the calendar.
    ['2025-01-01', '2025-12-31', '2026-06-01T00:00:00Z', '2024-01-01 2024-12-31', '2024-01-01 2024-12-31'],
    ['2025-02-03', '2026-02-02', '2026-06-01T00:00:00Z', '2024-02-04 2025-02-02', '2024-02-04 2025-02-02'],
    // Days that are still to come.
    ['2027-01-04', '2027-01-10', '2026-06-01T00:00:00Z', '2026-12-28 2027-01-03', '2026-01-05 2026-01-11'],
  ])('%s to %s on %s with %s and %s', (from, to, now, before, yearBefore) => {
    expect(compared(from, to, now)).toEqual([before, yearBefore])
  })

  test('as the wall clock says, on both nights on which it changes', () => {
    // 29 March 2026 has 23 hours in Berlin, 25 October 25.
    const hours = (from: string, to: string) => {
      const { span } = comparedWith({ from, to }, at('2026-12-24T12:00:00Z'), BERLIN).before
      return (span.to - span.from) / 3_600_000
    }
    expect(hours('2026-03-30', '2026-03-30')).toBe(23)
    expect(hours('2026-10-26', '2026-10-26')).toBe(25)
    expect(hours('2026-10-27', '2026-10-27')).toBe(24)
    const { before } = comparedWith({ from: '2026-03-30', to: '2026-03-30' }, at('2026-03-30T08:07:00Z'), BERLIN)
    expect(new Date(before.span.to).toISOString()).toBe('2026-03-29T08:00:00.000Z')
  })

  test('in a zone that is three quarters of an hour off', () => {
    const { before } = comparedWith(
      { from: '2026-11-25', to: '2026-11-25' },
      at('2026-11-25T06:29:00Z'),
      'Asia/Kathmandu',
    )
    expect(before).toMatchObject({ until: '12:00' })
    expect(new Date(before.span.to).toISOString()).toBe('2026-11-24T06:15:00.000Z')
  })
})

test.each([
  ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ['2026-11-25', '2026-11-25', '2026-11-24', '2026-11-24'],
])('the days beside %s to %s begin on %s, and lead back', (from, to, first, last) => {
  expect(daysBeside({ from, to }, -1)).toEqual({ from: first, to: last })
  expect(daysBeside({ from: first, to: last }, 1)).toEqual({ from, to })
})
