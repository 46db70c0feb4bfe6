import { describe, expect, test } from 'vitest'
import { processorTimeOf } from '../../../test/support/processor-time.ts'
import { nextOccurrence, occurrencesAfter } from './recurrence.ts'
import { dateTimeIn } from './time.ts'

const iso = (text: string) => new Date(text.replace(/Z$/, ':00.000Z'))
/** Times in UTC, to the minute. */
const after = (rule: string, timeZone: string, from: string, count: number) =>
  occurrencesAfter(rule, iso(from), timeZone, count).map((time) => `${time.toISOString().slice(0, 16)}Z`)

describe('on an ordinary day', () => {
  test.each([
    ['0 9 * * *', 'Asia/Kolkata', '2026-11-20T00:00Z', ['2026-11-20T03:30Z', '2026-11-21T03:30Z']],
    // Only times after the instant.
    ['0 9 * * *', 'Asia/Kolkata', '2026-11-20T03:30Z', ['2026-11-21T03:30Z']],
    ['0 9 * * 1-5', 'Europe/Lisbon', '2026-11-20T12:00Z', ['2026-11-23T09:00Z', '2026-11-24T09:00Z']],
    ['0 9 * * mon', 'America/New_York', '2026-11-20T12:00Z', ['2026-11-23T14:00Z', '2026-11-30T14:00Z']],
    ['0 9 * * 0', 'Europe/Lisbon', '2026-11-20T12:00Z', ['2026-11-22T09:00Z']],
    ['0 9 * * 7', 'Europe/Lisbon', '2026-11-20T12:00Z', ['2026-11-22T09:00Z']],
    ['0 9 1 * *', 'Australia/Lord_Howe', '2026-11-20T00:00Z', ['2026-11-30T22:00Z', '2026-12-31T22:00Z']],
    [
      '0 9 31 * *',
      'Europe/Lisbon',
      '2026-01-31T10:00Z',
      ['2026-03-31T08:00Z', '2026-05-31T08:00Z', '2026-07-31T08:00Z', '2026-08-31T08:00Z'],
    ],
    ['0 9 29 2 *', 'Asia/Kolkata', '2026-11-20T00:00Z', ['2028-02-29T03:30Z', '2032-02-29T03:30Z']],
    // 2100 is not a leap year.
    ['0 9 29 2 *', 'America/Santiago', '2096-03-01T00:00Z', ['2104-02-29T12:00Z']],
    [
      '0 9 L * *',
      'Europe/Lisbon',
      '2028-01-31T10:00Z',
      ['2028-02-29T09:00Z', '2028-03-31T08:00Z', '2028-04-30T08:00Z'],
    ],
    ['0 9 L 2 *', 'Asia/Kolkata', '2027-01-01T00:00Z', ['2027-02-28T03:30Z', '2028-02-29T03:30Z']],
    ['0 9 15,L * *', 'Asia/Kolkata', '2026-11-01T00:00Z', ['2026-11-15T03:30Z', '2026-11-30T03:30Z']],
    // One match is enough: the last day, and Mondays.
    ['0 9 L * mon', 'Asia/Kolkata', '2026-12-27T04:00Z', ['2026-12-28T03:30Z', '2026-12-31T03:30Z']],
    // Both must match: the last day, if it is a Sunday, Tuesday, Thursday or Saturday.
    ['0 9 L * */2', 'Asia/Kolkata', '2026-11-01T00:00Z', ['2026-12-31T03:30Z', '2027-01-31T03:30Z']],
    // One match is enough: the 13th, and Fridays.
    ['0 9 13 * fri', 'Asia/Kolkata', '2026-11-10T00:00Z', ['2026-11-13T03:30Z', '2026-11-20T03:30Z']],
    ['0 9 15 * fri', 'Asia/Kolkata', '2026-11-13T04:00Z', ['2026-11-15T03:30Z', '2026-11-20T03:30Z']],
    // Both must match, because one begins with a star: Fridays on odd days.
    ['0 9 */2 * fri', 'Asia/Kolkata', '2026-11-13T04:00Z', ['2026-11-27T03:30Z', '2026-12-11T03:30Z']],
    // One match is enough, because neither begins with a star, and one of them is every day.
    ['0 9 1 * 0-6', 'Asia/Kolkata', '2026-11-13T04:00Z', ['2026-11-14T03:30Z', '2026-11-15T03:30Z']],
    ['0 9 1-31 * mon', 'Asia/Kolkata', '2026-11-13T04:00Z', ['2026-11-14T03:30Z', '2026-11-15T03:30Z']],
    ['15,45 8-9 * jan,dec *', 'Asia/Kolkata', '2026-12-31T03:00Z', ['2026-12-31T03:15Z', '2026-12-31T03:45Z']],
    ['*/20 * * * *', 'Asia/Kolkata', '2026-11-20T00:00Z', ['2026-11-20T00:10Z', '2026-11-20T00:30Z']],
  ])('%s in %s after %s', (rule, timeZone, from, expected) => {
    expect(after(rule, timeZone, from, expected.length)).toEqual(expected)
  })
})

/** Lisbon 1:00 to 2:00, New York 2:00 to 3:00, Lord Howe 2:00 to 2:30, Santiago 0:00 to 1:00. */
describe('on the night when the clocks go forward', () => {
  test.each([
    ['30 1 * * *', 'Europe/Lisbon', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['0 2 * * *', 'Europe/Lisbon', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T01:00Z']],
    // All times in the gap, and the first one after it, fire once.
    ['*/20 1,2 29 3 *', 'Europe/Lisbon', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-29T01:20Z']],
    [
      '0 * * * *',
      'Europe/Lisbon',
      '2026-03-28T23:30Z',
      ['2026-03-29T00:00Z', '2026-03-29T01:00Z', '2026-03-29T02:00Z'],
    ],
    ['30 2 * * *', 'America/New_York', '2026-03-08T06:00Z', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
    ['30 * * * *', 'America/New_York', '2026-03-08T06:00Z', ['2026-03-08T06:30Z', '2026-03-08T07:30Z']],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
    ['45 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00Z', ['2026-10-03T15:45Z', '2026-10-04T15:45Z']],
    // 2:00 is missing that night: nothing between 1:00 and 3:00.
    ['0 * * * *', 'Australia/Lord_Howe', '2026-10-03T14:00Z', ['2026-10-03T14:30Z', '2026-10-03T16:00Z']],
    ['0 0 * * *', 'America/Santiago', '2026-09-05T12:00Z', ['2026-09-06T04:00Z', '2026-09-07T03:00Z']],
    ['30 0 6 9 *', 'America/Santiago', '2026-09-05T12:00Z', ['2026-09-06T04:00Z', '2027-09-06T03:30Z']],
    ['0 * * * *', 'America/Santiago', '2026-09-06T02:30Z', ['2026-09-06T03:00Z', '2026-09-06T04:00Z']],
  ])('%s in %s after %s', (rule, timeZone, from, expected) => {
    expect(after(rule, timeZone, from, expected.length)).toEqual(expected)
  })
})

describe('on the night when the clocks go back', () => {
  test.each([
    ['30 1 * * *', 'Europe/Lisbon', '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    // Also after an instant between the first 1:30 and the second.
    ['30 1 * * *', 'Europe/Lisbon', '2026-10-25T00:45Z', ['2026-10-26T01:30Z']],
    [
      '*/20 1 25 10 *',
      'Europe/Lisbon',
      '2026-10-24T23:30Z',
      ['2026-10-25T00:00Z', '2026-10-25T00:20Z', '2026-10-25T00:40Z', '2027-10-25T00:00Z'],
    ],
    [
      '0 * * * *',
      'Europe/Lisbon',
      '2026-10-24T23:30Z',
      ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
    ],
    ['30 1 * * *', 'America/New_York', '2026-11-01T04:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    [
      '30 */1 * * *',
      'America/New_York',
      '2026-11-01T05:00Z',
      ['2026-11-01T05:30Z', '2026-11-01T06:30Z', '2026-11-01T07:30Z'],
    ],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
    // 1:45 comes twice, half an hour apart.
    [
      '45 * * * *',
      'Australia/Lord_Howe',
      '2026-04-04T14:00Z',
      ['2026-04-04T14:45Z', '2026-04-04T15:15Z', '2026-04-04T16:15Z'],
    ],
    ['30 23 * * *', 'America/Santiago', '2026-04-04T12:00Z', ['2026-04-05T02:30Z', '2026-04-06T03:30Z']],
    [
      '30 * * * *',
      'America/Santiago',
      '2026-04-05T02:00Z',
      ['2026-04-05T02:30Z', '2026-04-05T03:30Z', '2026-04-05T04:30Z'],
    ],
  ])('%s in %s after %s', (rule, timeZone, from, expected) => {
    expect(after(rule, timeZone, from, expected.length)).toEqual(expected)
  })

  test('there is no such night in Kolkata', () => {
    const times = occurrencesAfter('30 1 * * *', iso('2026-01-01T00:00Z'), 'Asia/Kolkata', 365)
    expect(new Set(times.map((time) => dateTimeIn(time.toISOString(), 'Asia/Kolkata').time))).toEqual(
      new Set(['01:30']),
    )
    expect(times).toHaveLength(365)
  })
})

test('a fixed time comes once a day through a whole year, wherever the clocks change', () => {
  for (const zone of ['Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago']) {
    for (const rule of ['30 1 * * *', '0 2 * * *', '59 23 * * *', '0 0 * * *']) {
      const times = occurrencesAfter(rule, iso('2025-12-31T12:00Z'), zone, 365)
      const days = times.map((time) => dateTimeIn(time.toISOString(), zone).date)
      expect(new Set(days).size, `${rule} in ${zone}`).toBe(365)
    }
  }
})

test('no time is found from the year 3000 on', () => {
  expect(nextOccurrence('0 9 1 1 *', iso('2999-06-01T00:00Z'), 'Europe/Lisbon')).toBeNull()
  expect(nextOccurrence('0 9 29 2 *', iso('2996-06-01T00:00Z'), 'Europe/Lisbon')).toBeNull()
})

test('the rarest rules are found quickly', () => {
  const time = processorTimeOf(() => {
    for (const rule of ['59 23 29 2 */7', '0 0 29 2 */6', '59 23 31 12 */7', '0 0 31 */2 */7']) {
      expect(occurrencesAfter(rule, iso('2026-11-20T00:00Z'), 'Australia/Lord_Howe', 3)).toHaveLength(3)
    }
  })
  expect(time).toBeLessThan(2_000)
})
