import { expect, test } from 'vitest'
import { diceOf } from '../../../sample/story.ts'
import { DAY, dayMatcherOf, MINUTE, type Minute, minutesBetween, valuesIn } from '../../../test/support/by-minute.ts'
import { isLongRun } from '../../../test/support/long-run.ts'
import { occurrencesAfter } from './recurrence.ts'

/**
 * Evaluates random rules in a second way, minute by minute, as Vixie cron does: it matches the local time of each real
 * minute with the rule. It uses neither `cron-rule.ts` nor croner.
 */

/** Zones and instants at which their clocks change: forward and back, by an hour or half an hour, also at midnight. */
const changes: [zone: string, change: string][] = [
  ['Europe/Lisbon', '2026-03-29T01:00Z'],
  ['Europe/Lisbon', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
]
const [DAYS_BEFORE, DAYS_AFTER] = [2, 8]
const RULES = isLongRun ? 60 : 12
const COMPARED = 20

/** Every real minute of the days around a change. */
const minutesAround = (zone: string, change: number): Minute[] =>
  minutesBetween(zone, change - DAYS_BEFORE * DAY, change + DAYS_AFTER * DAY)

/** Makes the function that matches a rule with a local time. */
function matcherOf(rule: string) {
  const [minute = '', hour = '', ...days] = rule.split(' ')
  const [minutes, hours, isOnDay] = [valuesIn(minute, 0, 59), valuesIn(hour, 0, 23), dayMatcherOf(days.join(' '))]
  return (wall: number) => {
    const shown = new Date(wall)
    return minutes.has(shown.getUTCMinutes()) && hours.has(shown.getUTCHours()) && isOnDay(wall)
  }
}

const isHourly = (rule: string) => /^\S+ (\*|0-23 )/.test(rule)

/** When a rule fires: hourly rules at every real minute, fixed times once per local time, also skipped ones. */
function firedBy(rule: string, minutes: Minute[]) {
  const fits = matcherOf(rule)
  let shownUpTo = Number.NEGATIVE_INFINITY
  return minutes
    .filter(({ wall }) => {
      if (isHourly(rule)) return fits(wall)
      const isFirst = shownUpTo === Number.NEGATIVE_INFINITY
      const from = isFirst ? wall : shownUpTo + MINUTE
      shownUpTo = Math.max(shownUpTo, wall)
      for (let local = from; local <= wall; local += MINUTE) if (fits(local)) return true
      return false
    })
    .map(({ time }) => time)
}

const minuteFields = ['0', '30', '59', '*/20', '15,45', '5-55/25']
const hourFields = ['*', '*/2', '0-23', '9', '0', '1', '2', '3', '0-3', '1-23/2', '2,23', '0,1,2,3']
const dayFields = [
  ...[
    '*',
    '*',
    '*/2',
    '*/10',
    '1-31',
    '1-31/1',
    '1-31/2',
    '1-15,16-31',
    '1',
    '6',
    '29',
    '1-7',
    '4,5,25,26',
    '*,5',
    'L',
    '4,l',
    '5,*',
  ],
]
const monthFields = ['*', '*', '*', '1-12', 'jan-dec', '*/1', '3,4,9-11', 'mar,apr,sep,oct,nov', 'oct', '3']
const weekdayFields = [
  ...[
    '*',
    '*',
    '*/2',
    '*/3',
    '0-6',
    '0-7',
    '1-7',
    'mon-7',
    'sun-sat',
    '0,1,2,3,4,5,6',
    '0-6/2',
    '1-5',
    'mon',
    'sun',
    '7',
  ],
  ...['5-7', 'tue,thu', 'sat,sun', '*/1'],
]

test.each(changes)('random rules fire as Vixie cron would, minute by minute, in %s around %s', (zone, change) => {
  const at = Date.parse(change)
  const minutes = minutesAround(zone, at)
  const end = (minutes.at(-1) as Minute).time
  const { oneOf } = diceOf(at / MINUTE)
  for (let round = 0; round < RULES; round += 1) {
    const rule = [minuteFields, hourFields, dayFields, monthFields, weekdayFields].map(oneOf).join(' ')
    const fired = firedBy(rule, minutes)
    for (const from of [minutes[0]?.time ?? 0, at - 3 * 60 * MINUTE, at - MINUTE]) {
      const expected = fired.filter((time) => time > from).slice(0, COMPARED)
      const found = occurrencesAfter(rule, new Date(from), zone, COMPARED).map(Number)
      const inIso = (times: number[]) => times.map((time) => new Date(time).toISOString())
      expect(inIso(found.filter((time) => time <= end)), `${rule} after ${inIso([from])}`).toEqual(inIso(expected))
    }
  }
})
