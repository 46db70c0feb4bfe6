import { expect, test } from 'vitest'
import { instantsOf, whichOf } from './repeated-times.ts'
import { instantOf } from './time.ts'

test.each([
  // It comes twice. In Lord Howe the clocks go back by half an hour, in Santiago at midnight.
  ['2026-10-25', '02:00', 'Europe/Berlin', ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']],
  ['2026-10-25', '02:59', 'Europe/Berlin', ['2026-10-25T00:59:00.000Z', '2026-10-25T01:59:00.000Z']],
  ['2026-11-01', '01:30', 'America/New_York', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
  ['2026-04-05', '01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  ['2026-04-04', '23:30', 'America/Santiago', ['2026-04-05T02:30:00.000Z', '2026-04-05T03:30:00.000Z']],
  // Just before and just after, it comes once.
  ['2026-10-25', '01:59', 'Europe/Berlin', ['2026-10-24T23:59:00.000Z']],
  ['2026-10-25', '03:00', 'Europe/Berlin', ['2026-10-25T02:00:00.000Z']],
  ['2026-11-01', '00:59', 'America/New_York', ['2026-11-01T04:59:00.000Z']],
  ['2026-04-05', '01:29', 'Australia/Lord_Howe', ['2026-04-04T14:29:00.000Z']],
  ['2026-04-05', '02:00', 'Australia/Lord_Howe', ['2026-04-04T15:30:00.000Z']],
  // It does not exist.
  ['2026-03-29', '02:00', 'Europe/Berlin', []],
  ['2026-03-08', '02:59', 'America/New_York', []],
  ['2026-10-04', '02:15', 'Australia/Lord_Howe', []],
  ['2026-10-04', '02:30', 'Australia/Lord_Howe', ['2026-10-03T15:30:00.000Z']],
  ['2026-11-20', '02:30', 'UTC', ['2026-11-20T02:30:00.000Z']],
])('%s %s in %s is %j', (date, time, zone, instants) => {
  expect(instantsOf(date, time, zone)).toEqual(instants)
  const which = instants.length === 2 ? ['first', 'second'] : [undefined]
  expect(instants.map((iso) => whichOf(iso, zone))).toEqual(which.slice(0, instants.length))
  if (instants.length > 0) expect(instants[0]).toBe(instantOf(date, time, zone))
})

test('an instant is one of the two with its seconds too', () => {
  expect(whichOf('2026-10-25T00:59:59.999Z', 'Europe/Berlin')).toBe('first')
  expect(whichOf('2026-10-25T01:00:00.000Z', 'Europe/Berlin')).toBe('second')
  expect(whichOf('2026-10-25T02:00:00.000Z', 'Europe/Berlin')).toBeUndefined()
})

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
])('around the changes of a year in %s every quarter of an hour is an instant of its local time', (zone, ...nights) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  for (const night of nights) {
    for (let quarters = -80; quarters < 80; quarters += 1) {
      const time = Date.parse(night) + quarters * 15 * 60_000
      const [date = '', clock = ''] = format.format(time).split(' ')
      expect(instantsOf(date, clock, zone), `${date} ${clock}`).toContain(new Date(time).toISOString())
    }
  }
})
