import { describe, expect, test } from 'vitest'
import { diceOf } from '../../../sample/story.ts'
import { DAY } from '../../../test/support/by-minute.ts'
import { isLongRun } from '../../../test/support/long-run.ts'
import { LocalMinutes } from '../../../test/support/routines-by-minute.ts'
import { openingsAfter, type RoutineRule, windowOf } from './routine-times.ts'
import { dateTimeIn } from './time.ts'

const daily: RoutineRule = {
  ...{ days: '* * *', everyDays: null, from: null },
  ...{ opensAt: '06:00', dueAfterMinutes: 60, closesAfterMinutes: 120 },
}
const every = (everyDays: number, from: string, opensAt = '06:00'): RoutineRule => ({
  ...{ ...daily, days: null, everyDays, from, opensAt },
})
const short = (time: Date | null) => time && `${time.toISOString().slice(0, 16)}Z`
const openings = (rule: RoutineRule, zone: string, after: string, count: number) =>
  openingsAfter(rule, new Date(after), zone, count).map(short)

/** Berlin 2:00 to 3:00, New York 2:00 to 3:00, Lord Howe 2:00 to 2:30. */
describe('the opening in the night when the clocks go forward comes at the next existing minute', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['America/New_York', '02:30', '2026-03-07T12:00Z', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
    ['Australia/Lord_Howe', '02:15', '2026-10-03T00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
  ])('in %s at %s', (zone, opensAt, after, expected) => {
    expect(openings({ ...daily, opensAt }, zone, after, 2)).toEqual(expected)
    const from = dateTimeIn(after, zone).date
    expect(openings(every(1, from, opensAt), zone, after, 2)).toEqual(expected)
  })
})

describe('the opening in the night when the clocks go back comes the first time', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ['America/New_York', '01:30', '2026-10-31T12:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T00:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
  ])('in %s at %s', (zone, opensAt, after, expected) => {
    expect(openings({ ...daily, opensAt }, zone, after, 2)).toEqual(expected)
    const from = dateTimeIn(after, zone).date
    expect(openings(every(1, from, opensAt), zone, after, 2)).toEqual(expected)
  })
})

describe('a window over midnight ends at its time on the wall', () => {
  test.each([
    ['an ordinary night', 'Europe/Berlin', '2026-11-02T21:00Z', '2026-11-03T05:00Z'],
    ['an hour less', 'Europe/Berlin', '2026-03-28T21:00Z', '2026-03-29T04:00Z'],
    ['an hour more', 'Europe/Berlin', '2026-10-24T20:00Z', '2026-10-25T05:00Z'],
    ['an hour less', 'America/New_York', '2026-03-08T03:00Z', '2026-03-08T10:00Z'],
    ['an hour more', 'America/New_York', '2026-11-01T02:00Z', '2026-11-01T11:00Z'],
    ['half an hour less', 'Australia/Lord_Howe', '2026-10-03T11:30Z', '2026-10-03T19:00Z'],
    ['half an hour more', 'Australia/Lord_Howe', '2026-04-04T11:00Z', '2026-04-04T19:30Z'],
  ])('%s in %s', (_, zone, opensAt, closesAt) => {
    const night = { dueAfterMinutes: 8 * 60, closesAfterMinutes: 8 * 60 }
    const window = windowOf(night, new Date(opensAt), zone)
    expect([short(window.dueAt), short(window.closesAt)]).toEqual([closesAt, closesAt])
  })

  test('and one that stays open does not', () => {
    const endless = { dueAfterMinutes: 60, closesAfterMinutes: null }
    expect(windowOf(endless, new Date('2026-11-02T21:00Z'), 'Europe/Berlin').closesAt).toBeNull()
  })
})

describe('29 February', () => {
  test('comes in leap years only', () => {
    const rule = { ...daily, days: '29 2 *' }
    expect(openings(rule, 'Europe/Berlin', '2026-01-01T00:00Z', 2)).toEqual(['2028-02-29T05:00Z', '2032-02-29T05:00Z'])
  })
  test('is a day like others for a routine that comes every so many days', () => {
    expect(openings(every(2, '2028-02-27'), 'Europe/Berlin', '2028-02-27T12:00Z', 2)).toEqual([
      '2028-02-29T05:00Z',
      '2028-03-02T05:00Z',
    ])
  })
})

describe('every so many days', () => {
  test('never opens before the first day', () => {
    const first = openings(every(3, '2026-11-20'), 'Europe/Berlin', '2026-11-02T00:00Z', 2)
    expect(first).toEqual(['2026-11-20T05:00Z', '2026-11-23T05:00Z'])
  })

  test('opens later on the first day, and not again on a day whose time is over', () => {
    const rule = every(3, '2026-11-20')
    expect(openings(rule, 'Europe/Berlin', '2026-11-20T04:59:59.999Z', 1)).toEqual(['2026-11-20T05:00Z'])
    expect(openings(rule, 'Europe/Berlin', '2026-11-20T05:00Z', 1)).toEqual(['2026-11-23T05:00Z'])
  })

  test.each([
    [1, 'Europe/Berlin'],
    [3, 'America/New_York'],
    [7, 'Australia/Lord_Howe'],
    [366, 'Europe/Berlin'],
  ])('of %s over years in %s keeps the distance in days', (days, zone) => {
    const found = openingsAfter(every(days, '2020-02-29'), new Date('2020-01-01T00:00Z'), zone, 2_200 / days)
    const dates = found.map((time) => dateTimeIn(time.toISOString(), zone))
    const first = Date.UTC(2020, 1, 29)
    expect(dates).toEqual(
      found.map((_, at) => {
        const date = new Date(first + at * days * DAY).toISOString().slice(0, 10)
        return { date, time: '06:00', endOfDay: false }
      }),
    )
  })

  test('ends with the year 2999', () => {
    expect(openings(every(2, '2999-12-30'), 'Europe/Berlin', '2026-01-01T00:00Z', 5)).toEqual(['2999-12-30T05:00Z'])
  })
})

/** Zones, and instants around which their clocks change or a leap day comes. */
const spans: [zone: string, around: string][] = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['Europe/Berlin', '2028-02-29T00:00Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
]
const RULES = isLongRun ? 80 : 12
const days = [
  '* * *',
  '* * *',
  '* * 1-5',
  '* * sun',
  '29 2 *',
  '*/2 * *',
  '1,15 * *',
  '8,29 * fri',
  '* mar,apr,oct,nov *',
]
const times = [
  '00:00',
  '00:30',
  '01:00',
  '01:45',
  '02:00',
  '02:15',
  '02:30',
  '02:59',
  '03:00',
  '06:00',
  '22:00',
  '23:59',
]
const lengths = [1, 5, 30, 60, 90, 240, 480, 1_439, 1_440, 3_000, 10_080]

test.each(spans)(
  'random routines open, are due and close as on the wall, minute by minute, in %s around %s',
  (zone, around) => {
    const at = Date.parse(around)
    const local = new LocalMinutes(zone, at - 12 * DAY, at + 20 * DAY)
    const { roll, oneOf } = diceOf(at / 60_000)
    for (let round = 0; round < RULES; round += 1) {
      const from = new Date(at - Math.floor(roll() * 30) * DAY).toISOString().slice(0, 10)
      const [dueAfterMinutes = 1, closesAfterMinutes = 1] = [oneOf(lengths), oneOf(lengths)].sort((a, b) => a - b)
      const isEvery = roll() < 0.4
      const rule: RoutineRule = {
        ...{ days: isEvery ? null : oneOf(days), everyDays: isEvery ? 1 + Math.floor(roll() * 9) : null },
        ...{ from: isEvery ? from : null, opensAt: oneOf(times), dueAfterMinutes },
        closesAfterMinutes: roll() < 0.2 ? null : closesAfterMinutes,
      }
      for (const after of [at - 10 * DAY, at - 60_000, at]) {
        const expected = local.windowsOf(rule).filter(({ opensAt }) => opensAt > after)
        const found = openingsAfter(rule, new Date(after), zone, expected.length).map((opening) => {
          const { dueAt, closesAt } = windowOf(rule, opening, zone)
          return { opensAt: opening.getTime(), dueAt: dueAt.getTime(), closesAt: closesAt?.getTime() ?? null }
        })
        expect(found, `${JSON.stringify(rule)} after ${new Date(after).toISOString()}`).toEqual(expected)
        for (const [index, window] of found.entries()) {
          expect(window.dueAt).toBeGreaterThanOrEqual(window.opensAt)
          expect(window.closesAt ?? window.dueAt).toBeGreaterThanOrEqual(window.dueAt)
          expect(window.opensAt).toBeGreaterThan(found[index - 1]?.opensAt ?? after)
        }
      }
    }
  },
)
