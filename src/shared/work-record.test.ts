import { describe, expect, test } from 'vitest'
import { daysFromTo } from './time/time.ts'
import { recordedDays } from './work-record.ts'

const BERLIN = 'Europe/Berlin'
const session = (startTime: string, endTime: string | null, breaks: [string, string | null, boolean?][] = []) => ({
  startTime,
  endTime,
  needsReview: false,
  correction: null,
  breaks: breaks.map(([startTime, endTime, isPaid = false]) => ({
    ...{ startTime, endTime, isPaid },
    ...{ plannedMinutes: null, startedOffline: false, endedOffline: false, statedAt: null },
  })),
})
const NOW = Date.parse('2026-12-31T12:00:00.000Z')

/** Each day as "date: begin-end (breaks) = minutes". */
function linesOf(sessions: ReturnType<typeof session>[], from: string, to: string, now = NOW, timeZone = BERLIN) {
  return recordedDays(sessions, daysFromTo(from, to, timeZone), now, timeZone).map(({ date, parts, minutes }) => {
    const spans = parts.map(({ start, end, breaks }) => {
      const within = breaks.map((one) => `${one.start}-${one.end}${one.isPaid ? ' paid' : ''}`)
      return [`${start}-${end}`, ...within].join(' | ')
    })
    return `${date.slice(8)}: ${spans.join(', ')} = ${minutes}`
  })
}

describe('the record of days', () => {
  test('has begin, end and breaks of each day on the wall clock, whatever the order of the sessions', () => {
    const late = session('2026-11-03T12:00:00.000Z', '2026-11-03T16:30:00.000Z')
    const early = session('2026-11-03T07:02:00.000Z', '2026-11-03T11:10:00.000Z', [
      ['2026-11-03T09:00:00.000Z', '2026-11-03T09:15:00.000Z', true],
      ['2026-11-03T10:00:00.000Z', '2026-11-03T10:30:00.000Z'],
    ])
    expect(linesOf([late, early], '2026-11-02', '2026-11-04')).toEqual([
      '02:  = 0',
      '03: 08:02-12:10 | 10:00-10:15 paid | 11:00-11:30, 13:00-17:30 = 488',
      '04:  = 0',
    ])
  })

  test('cuts a night at midnight, with the break that lies there', () => {
    const night = session('2026-11-03T21:00:00.000Z', '2026-11-04T05:00:00.000Z', [
      ['2026-11-03T22:45:00.000Z', '2026-11-03T23:15:00.000Z'],
    ])
    expect(linesOf([night], '2026-11-03', '2026-11-04')).toEqual([
      '03: 22:00-24:00 | 23:45-24:00 = 105',
      '04: 00:00-06:00 | 00:00-00:15 = 345',
    ])
    // Only a part lies within the days asked for.
    expect(linesOf([night], '2026-11-04', '2026-11-04')).toEqual(['04: 00:00-06:00 | 00:00-00:15 = 345'])
  })

  test('ends at midnight for a session that ended then, and has no part on the next day', () => {
    const evening = session('2026-11-03T20:00:00.000Z', '2026-11-03T23:00:00.000Z')
    expect(linesOf([evening], '2026-11-03', '2026-11-04')).toEqual(['03: 21:00-24:00 = 180', '04:  = 0'])
  })

  test('counts the real hours of the nights on which clocks change', () => {
    const spring = session('2026-03-28T21:00:00.000Z', '2026-03-29T04:00:00.000Z')
    const autumn = session('2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z')
    expect(linesOf([spring], '2026-03-28', '2026-03-29')).toEqual(['28: 22:00-24:00 = 120', '29: 00:00-06:00 = 300'])
    expect(linesOf([autumn], '2026-10-24', '2026-10-25')).toEqual(['24: 22:00-24:00 = 120', '25: 00:00-06:00 = 420'])
  })

  test('has a running session without an end on its last day, up to now', () => {
    const now = Date.parse('2026-11-04T01:30:00.000Z')
    const running = session('2026-11-03T21:00:00.000Z', null, [['2026-11-04T01:00:00.000Z', null]])
    expect(linesOf([running], '2026-11-03', '2026-11-05', now)).toEqual([
      '03: 22:00-24:00 = 120',
      '04: 00:00-null | 02:00-null = 120',
      '05:  = 0',
    ])
  })

  test('has a session over several days, and one without length', () => {
    const forgotten = session('2026-11-02T20:00:00.000Z', '2026-11-04T08:00:00.000Z')
    const empty = session('2026-11-04T09:00:00.000Z', '2026-11-04T09:00:00.000Z')
    expect(linesOf([empty, forgotten], '2026-11-01', '2026-11-05')).toEqual([
      '01:  = 0',
      '02: 21:00-24:00 = 180',
      '03: 00:00-24:00 = 1440',
      '04: 00:00-09:00, 10:00-10:00 = 540',
      '05:  = 0',
    ])
  })
})
