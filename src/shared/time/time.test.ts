import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../test/support/readers.ts'
import { formatAgo, formatClock, formatDate, formatDay, formatIn, formatSpan, formatWeekday } from '../words/formats.ts'
import {
  boundsOf,
  dateOf,
  dateTimeIn,
  daysBetween,
  instantOf,
  lastDays,
  monthOf,
  startOfDay,
  weekOf,
  weekOfDate,
} from './time.ts'

describe('a picked date and time', () => {
  test.each([
    // date, time, zone, instant
    ['2026-11-20', '17:30', 'UTC', '2026-11-20T17:30:00.000Z'],
    ['2026-11-20', '17:30', 'Europe/Berlin', '2026-11-20T16:30:00.000Z'],
    ['2026-07-01', '', 'Europe/Berlin', '2026-07-01T21:59:59.999Z'],
    ['2026-11-20', '', 'America/Los_Angeles', '2026-11-21T07:59:59.999Z'],
    ['2026-11-20', '00:00', 'Asia/Kathmandu', '2026-11-19T18:15:00.000Z'],
    ['2026-02-28', '', 'Pacific/Apia', '2026-02-28T10:59:59.999Z'],
    // Clocks go forward at 02:00: 02:30 does not exist.
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    // Clocks go back: 02:30 exists twice, and the first counts.
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-10-25', '', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
    // They go back at midnight: the day's last hour exists twice, and the day ends with the second.
    ['2026-04-04', '', 'America/Santiago', '2026-04-05T03:59:59.999Z'],
    ['2026-10-29', '', 'Africa/Cairo', '2026-10-29T21:59:59.999Z'],
    // Midnight itself exists twice: the day ends with the first.
    ['2026-10-31', '', 'America/Havana', '2026-11-01T03:59:59.999Z'],
    // They go forward at midnight: the next day begins at 01:00.
    ['2026-04-23', '', 'Africa/Cairo', '2026-04-23T21:59:59.999Z'],
  ])('%s %s in %s is %s', (date, time, zone, iso) => {
    expect(instantOf(date, time, zone)).toBe(iso)
  })

  test('is the same when it is converted back', () => {
    for (const zone of [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Tokyo',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/Santiago',
      'Africa/Cairo',
    ]) {
      for (let day = 0; day < 400; day += 1) {
        const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
        expect(dateTimeIn(instantOf(date, '', zone), zone)).toEqual({ date, time: '23:59', endOfDay: true })
        expect(dateTimeIn(instantOf(date, '12:05', zone), zone)).toEqual({ date, time: '12:05', endOfDay: false })
      }
    }
  })
})

test.each([
  ['2026-11-20T23:30:00.000Z', 'Europe/Berlin', 0, '2026-11-20T23:00:00.000Z'],
  ['2026-11-20T22:30:00.000Z', 'Europe/Berlin', 0, '2026-11-19T23:00:00.000Z'],
  ['2026-10-25T12:00:00.000Z', 'Europe/Berlin', 1, '2026-10-25T23:00:00.000Z'],
  // In Santiago the clocks go forward at midnight: the day begins at 01:00.
  ['2026-09-06T15:00:00.000Z', 'America/Santiago', 0, '2026-09-06T04:00:00.000Z'],
])('the day of %s in %s, %i later, begins at %s', (iso, zone, days, start) => {
  expect(new Date(startOfDay(Date.parse(iso), zone, days)).toISOString()).toBe(start)
})

describe('a week', () => {
  const bounds = (week: ReturnType<typeof weekOf>) =>
    [week[0]?.from, week.at(-1)?.to].map((time) => new Date(time ?? 0).toISOString())

  test.each([
    // instant, zone, weeks later, Monday, beginning, end
    ['2026-11-20T12:00:00.000Z', 'UTC', 0, '2026-11-16', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    [
      '2026-11-15T23:30:00.000Z',
      'Europe/Berlin',
      0,
      '2026-11-16',
      '2026-11-15T23:00:00.000Z',
      '2026-11-22T23:00:00.000Z',
    ],
    [
      '2026-11-15T22:30:00.000Z',
      'Europe/Berlin',
      1,
      '2026-11-16',
      '2026-11-15T23:00:00.000Z',
      '2026-11-22T23:00:00.000Z',
    ],
    // The weeks in which the clocks go back and forward are an hour longer and shorter.
    [
      '2026-10-22T12:00:00.000Z',
      'Europe/Berlin',
      0,
      '2026-10-19',
      '2026-10-18T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ],
    [
      '2026-03-24T12:00:00.000Z',
      'Europe/Berlin',
      0,
      '2026-03-23',
      '2026-03-22T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    [
      '2026-11-05T12:00:00.000Z',
      'America/New_York',
      -1,
      '2026-10-26',
      '2026-10-26T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
    ],
    [
      '2027-01-02T12:00:00.000Z',
      'Asia/Kathmandu',
      0,
      '2026-12-28',
      '2026-12-27T18:15:00.000Z',
      '2027-01-03T18:15:00.000Z',
    ],
  ])('of %s in %s, %i later, begins on %4$s', (iso, zone, weeks, monday, from, to) => {
    const week = weekOf(Date.parse(iso), zone, weeks)
    expect(week[0]?.date).toBe(monday)
    expect(bounds(week)).toEqual([from, to])
    expect(week.map((day, at) => at === 0 || day.from === week[at - 1]?.to)).not.toContain(false)
    for (const { date } of week) expect(weekOfDate(date, zone)).toEqual(week)
  })

  test('has a day of no length if a zone has left it out', () => {
    const week = weekOfDate('2011-12-30', 'Pacific/Apia')
    expect(week.map(({ date }) => date)).toContain('2011-12-30')
    expect(week.filter(({ from, to }) => from === to).map(({ date }) => date)).toEqual(['2011-12-30'])
  })
})

test.each([
  ['2026-11-20T12:00:00.000Z', 'Europe/Berlin', 30, '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
  ['2026-10-31T23:00:00.000Z', 'Europe/Berlin', 30, '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
  ['2026-10-31T22:59:59.999Z', 'Europe/Berlin', 31, '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', 'UTC', 29, '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['2027-01-01T02:00:00.000Z', 'America/New_York', 31, '2026-12-01T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
])('the month of %s in %s has %i days, from %s to %s', (iso, zone, length, from, to) => {
  const month = monthOf(Date.parse(iso), zone)
  expect(month).toHaveLength(length)
  expect(Object.values(boundsOf(month)).map((time) => new Date(time).toISOString())).toEqual([from, to])
})

test('the last days are complete and end with today', () => {
  const days = lastDays(Date.parse('2026-11-02T23:30:00.000Z'), 'Europe/Berlin', 10)
  expect(days.map(({ date }) => date.slice(5))).toEqual([
    '10-25',
    '10-26',
    '10-27',
    '10-28',
    '10-29',
    '10-30',
    '10-31',
    '11-01',
    '11-02',
    '11-03',
  ])
  expect(days.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([25, 24, 24, 24, 24, 24, 24, 24, 24, 24])
})

test.each([
  ['2026-11-20T22:59:00.000Z', '2026-11-20T23:01:00.000Z', 1],
  ['2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z', 0],
  ['2026-10-24T22:00:00.000Z', '2026-10-26T12:00:00.000Z', 1],
  ['2025-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z', 365],
  ['2026-11-21T12:00:00.000Z', '2026-11-20T12:00:00.000Z', -1],
])('between %s and %s lie in Berlin %i midnights', (from, to, days) => {
  expect(daysBetween(Date.parse(from), Date.parse(to), 'Europe/Berlin')).toBe(days)
})

test.each([
  ['2026-11-20T07:00:00.000Z', '2026-11-20T15:30:00.000Z', 'Nov 20, 08:00 – 16:30'],
  ['2026-11-19T21:00:00.000Z', '2026-11-20T05:10:00.000Z', 'Nov 19, 22:00 – Nov 20, 06:10'],
  ['2026-11-20T07:00:00.000Z', null, 'Nov 20, 08:00 – now'],
])('from %s to %s is "%s" in Berlin', (start, end, words) => {
  expect(formatSpan(start, end, readerOf('Europe/Berlin'))).toBe(words)
})

test('the clock and the day are read in the zone', () => {
  const time = Date.parse('2026-11-20T23:05:09.800Z')
  expect(formatClock(time, readerOf('Asia/Kathmandu'))).toBe('04:50:09')
  expect(formatWeekday(time, readerOf('Asia/Kathmandu'))).toBe('Saturday, November 21')
  expect([dateOf(time, 'UTC'), dateOf(time, 'Asia/Kathmandu')]).toEqual(['2026-11-20', '2026-11-21'])
})

test('dates are read in the zone', () => {
  expect(formatDay('2026-11-02T23:30:00.000Z', readerOf('Europe/Berlin'))).toBe('Nov 3')
  expect(formatDate('2026-11-02T23:30:00.000Z', readerOf('UTC'))).toBe('Nov 2, 2026')
})

test.each([
  // then, now in Berlin (UTC+1): Friday, 20 November 2026, 15:00
  ['2026-11-20T14:00:30.000Z', 'just now'],
  ['2026-11-20T13:59:01.000Z', 'just now'],
  ['2026-11-20T13:59:00.000Z', '1 min ago'],
  ['2026-11-20T13:00:01.000Z', '59 min ago'],
  ['2026-11-20T13:00:00.000Z', '1 h ago'],
  ['2026-11-19T23:00:00.000Z', '15 h ago'],
  ['2026-11-19T22:59:59.000Z', 'yesterday'],
  ['2026-11-18T23:00:00.000Z', 'yesterday'],
  ['2026-11-18T22:59:59.000Z', '2 days ago'],
  ['2026-11-13T23:00:00.000Z', '6 days ago'],
  ['2026-11-13T22:59:59.000Z', 'Nov 13'],
  ['2025-12-31T22:59:59.000Z', 'Dec 31, 2025'],
  ['2025-12-31T23:00:00.000Z', 'Jan 1'],
])('%s was %s', (iso, words) => {
  expect(formatAgo(iso, Date.parse('2026-11-20T14:00:00.000Z'), readerOf('Europe/Berlin'))).toBe(words)
})

test('shortly after midnight, what was late in the evening is hours ago', () => {
  expect(formatAgo('2026-11-19T22:00:00.000Z', Date.parse('2026-11-19T23:30:00.000Z'), readerOf('Europe/Berlin'))).toBe(
    '1 h ago',
  )
})

test.each([
  ['2026-11-20T14:00:00.000Z', 'in less than a minute'],
  ['2026-11-20T14:00:30.000Z', 'in 1 min'],
  ['2026-11-20T14:15:00.000Z', 'in 15 min'],
  ['2026-11-20T15:00:00.000Z', 'in 1 h'],
  ['2026-11-20T15:29:30.000Z', 'in 1 h 30 min'],
  ['2026-11-20T22:59:00.000Z', 'in 8 h 59 min'],
  // After midnight, yet not half a day away.
  ['2026-11-21T01:00:00.000Z', 'in 11 h'],
  ['2026-11-21T09:00:00.000Z', 'tomorrow'],
  ['2026-11-21T22:59:59.999Z', 'tomorrow'],
  ['2026-11-21T23:00:00.000Z', 'in 2 days'],
  ['2026-11-26T08:00:00.000Z', 'in 6 days'],
  ['2026-11-27T08:00:00.000Z', 'Nov 27'],
  ['2027-01-02T08:00:00.000Z', 'Jan 2, 2027'],
])('%s is %s', (iso, words) => {
  expect(formatIn(iso, Date.parse('2026-11-20T14:00:00.000Z'), readerOf('Europe/Berlin'))).toBe(words)
})
