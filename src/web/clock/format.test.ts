import { describe, expect, test } from 'vitest'
import { readerOf } from '../../../test/support/readers.ts'
import { daysLater, startOfDay } from '../../shared/time/time.ts'
import { formatDays } from '../../shared/words/formats.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { formatBalance, formatBreak, formatCell, formatPart, formatRunning, formatSince } from './format.ts'

const ZONE = 'Europe/Berlin'

test.each([
  [0, '0 min', '–'],
  [48, '48 min', '0:48'],
  [60, '1 h', '1:00'],
  [372, '6 h 12 min', '6:12'],
  [60_061, '1,001 h 1 min', '1001:01'],
])('%i minutes are "%s", in a table "%s"', (minutes, words, cell) => {
  expect([formatMinutes(minutes, readerOf(ZONE).i18n), formatCell(minutes)]).toEqual([words, cell])
})

test.each([
  [0, '0:00'],
  [100, '+1:40'],
  [-20, '−0:20'],
])('a balance of %i minutes is "%s"', (minutes, words) => {
  expect(formatBalance(minutes)).toBe(words)
})

test.each([
  [0, '0:00:00'],
  [999, '0:00:00'],
  [8_047_000, '2:14:07'],
  [360_000_000, '100:00:00'],
  // The device's clock is behind the server's.
  [-5_000, '0:00:00'],
])('%i milliseconds run as %s', (milliseconds, words) => {
  expect(formatRunning(milliseconds)).toBe(words)
})

const now = Date.parse('2026-11-20T12:00:00.000Z')

test.each([
  ['2026-11-20T07:02:00.000Z', '08:02'],
  ['2026-11-19T21:00:00.000Z', 'yesterday 22:00'],
  ['2026-11-18T21:00:00.000Z', 'Nov 18, 22:00'],
])('since %s is "%s"', (iso, words) => {
  expect(formatSince(iso, now, readerOf(ZONE))).toBe(words)
})

test('says which one is meant of a time that comes twice', () => {
  const day = {
    from: startOfDay(Date.parse('2026-10-25T12:00:00.000Z'), ZONE),
    to: Date.parse('2026-10-25T23:00:00.000Z'),
  }
  const session = { startTime: '2026-10-25T00:20:00.000Z', endTime: '2026-10-25T01:40:00.000Z' }
  expect(formatPart(session, day, now, readerOf(ZONE))).toBe('02:20 (first) – 02:40 (second)')
  const pause = { startTime: '2026-10-25T01:00:00.000Z', endTime: '2026-10-25T02:00:00.000Z', isPaid: true }
  expect(formatBreak(pause as Parameters<typeof formatBreak>[0], readerOf(ZONE))).toBe('02:00 (second) – 03:00 (paid)')
})

describe('the part of a session within a day', () => {
  test.each([
    ['2026-11-20T07:02:00.000Z', '2026-11-20T11:10:00.000Z', '08:02 – 12:10'],
    ['2026-11-19T21:00:00.000Z', '2026-11-20T05:10:00.000Z', '00:00 – 06:10'],
    ['2026-11-20T21:00:00.000Z', '2026-11-21T05:10:00.000Z', '22:00 – 24:00'],
    ['2026-11-19T21:00:00.000Z', '2026-11-21T05:10:00.000Z', '00:00 – 24:00'],
    ['2026-11-20T07:02:00.000Z', null, '08:02 – now'],
  ])('from %s to %s is "%s"', (startTime, endTime, words) => {
    const day = { from: startOfDay(now, ZONE), to: startOfDay(now, ZONE, 1) }
    expect(formatPart({ startTime, endTime }, day, now, readerOf(ZONE))).toBe(words)
  })
})

test.each([
  ['2026-11-16', '2026-11-22', 'Nov 16 – 22, 2026'],
  ['2026-11-30', '2026-12-06', 'Nov 30 – Dec 6, 2026'],
  ['2026-12-28', '2027-01-03', 'Dec 28 – Jan 3, 2027'],
])('the week from %s to %s is "%s"', (monday, sunday, words) => {
  expect(formatDays(monday, sunday, readerOf(ZONE))).toBe(words)
  expect(daysLater(monday, 6)).toBe(sunday)
})
