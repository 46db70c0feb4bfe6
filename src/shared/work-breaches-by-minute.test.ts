import { expect, test } from 'vitest'
import { diceOf } from '../../sample/story.ts'
import { DAY, MINUTE, type Minute, minutesBetween } from '../../test/support/by-minute.ts'
import { isLongRun } from '../../test/support/long-run.ts'
import { type Breach, breachesOf } from './work-breaches.ts'
import type { WorkPiece } from './work-pieces.ts'
import { type BreakableRule, type WorkRules, workRulePresets } from './work-rules.ts'

/**
 * Breaches of random weeks around a change of the clocks, worked out in a second way: minute by minute on a line of
 * time, with the local date of each minute. It uses neither our days and weeks nor our lengths.
 */

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const ROUNDS = isLongRun ? 100 : 5
const [WEEKS_BEFORE, WEEKS, WEEKS_AFTER] = [3, 2, 2]

/** A Monday with a change of the clocks in the week that it begins, or the next: forward and back. */
const mondays: [zone: string, monday: string][] = [
  ['Europe/Berlin', '2026-03-23T00:00+01:00'],
  ['Europe/Berlin', '2026-10-19T00:00+02:00'],
  ['America/New_York', '2026-03-02T00:00-05:00'],
  ['America/New_York', '2026-10-26T00:00-04:00'],
  ['Australia/Lord_Howe', '2026-03-30T00:00+11:00'],
  ['Australia/Lord_Howe', '2026-09-28T00:00+10:30'],
]

/** The states of a minute: nothing, paid work, an unpaid break, a paid break. */
const [FREE, WORK, BREAK, PAID_BREAK] = [0, 1, 2, 3] as const

/** The runs of minutes in which a person does the same, or is at work: from which minute to which. */
function runsOf(line: Uint8Array, isIn: (state: number) => boolean) {
  const runs: { from: number; to: number }[] = []
  for (let at = 0; at < line.length; at += 1) {
    if (!isIn(line[at] ?? 0)) continue
    const last = runs.at(-1)
    if (last?.to === at) last.to += 1
    else runs.push({ from: at, to: at + 1 })
  }
  return runs
}

const isFree = (state: number) => state === FREE
const isBreak = (state: number) => state === BREAK || state === PAID_BREAK
const isPaid = (state: number) => state === WORK || state === PAID_BREAK

/** The same runs, joined over gaps. */
function joined(runs: { from: number; to: number }[], joins: (gap: number) => boolean) {
  const groups: { from: number; to: number }[] = []
  for (const { from, to } of runs) {
    const last = groups.at(-1)
    if (last && joins(from - last.to)) last.to = to
    else groups.push({ from, to })
  }
  return groups
}

function byMinute(
  line: Uint8Array,
  minutes: Minute[],
  rules: WorkRules,
  range: { from: number; to: number },
  contract: number | null,
) {
  const found: Omit<Breach, 'value'>[] = []
  const add = (rule: BreakableRule, at: number, limit: number) =>
    found.push({ rule, at: minutes[at]?.time ?? 0, limit })
  const work = runsOf(line, (state) => state !== FREE)
  const dayOf = (at: number) => Math.floor((minutes[at]?.wall ?? 0) / DAY)
  // January 1 of 1970 was a Thursday.
  const weekOf = (at: number) => Math.floor((dayOf(at) + 3) / 7)
  const paidOfDay = new Map<number, number>()
  const daysOfWeek = new Map<number, { from: number; to: number; days: Set<number> }>()
  for (let at = 0; at < line.length; at += 1) {
    const [day, week] = [dayOf(at), weekOf(at)]
    if (isPaid(line[at] ?? 0)) paidOfDay.set(day, (paidOfDay.get(day) ?? 0) + 1)
    const ofWeek = daysOfWeek.get(week) ?? { from: at, to: at, days: new Set() }
    ofWeek.to = at + 1
    ofWeek.days.add(day)
    daysOfWeek.set(week, ofWeek)
  }
  const ofWeek = (week: number) =>
    [...(daysOfWeek.get(week)?.days ?? [])].reduce((sum, day) => sum + (paidOfDay.get(day) ?? 0), 0)
  const gaps = runsOf(line, isFree)
  for (const [week, { from, to }] of daysOfWeek) {
    const total = ofWeek(week)
    if (rules.weekMinutes !== null && total > rules.weekMinutes) add('weekMinutes', from, rules.weekMinutes)
    const overtime = rules.overtimeWeekMinutes ?? contract
    if (overtime !== null && total > overtime) add('overtimeWeekMinutes', from, overtime)
    const averaged = Array.from({ length: rules.averageWeeks }, (_, back) => ofWeek(week - back))
    const average = averaged.reduce((sum, one) => sum + one, 0) / rules.averageWeeks
    if (rules.averageMinutes !== null && average >= rules.averageMinutes + 1)
      add('averageMinutes', from, rules.averageMinutes)
    const rests = gaps.filter(
      (gap) =>
        // Before and after the line somebody is free for ever.
        (gap.from === 0 || gap.to === line.length || gap.to - gap.from >= rules.weekRestMinutes) &&
        Math.min(gap.to, to) - Math.max(gap.from, from) >= 1440,
    )
    if (rests.length === 0) add('weekRestMinutes', from, rules.weekRestMinutes)
  }
  const stretches = joined(work, (gap) => gap <= 90)
  const begun = new Set(stretches.map(({ from }) => dayOf(from)))
  for (const day of begun) {
    const row = Array.from({ length: (rules.daysInRow ?? 0) + 1 }, (_, back) => day - back)
    const first = minutes.findIndex((_, at) => dayOf(at) === day)
    if (rules.daysInRow !== null && row.every((one) => begun.has(one))) add('daysInRow', first, rules.daysInRow)
  }
  for (const { from, to } of stretches) {
    const part = line.subarray(from, to)
    const pauses = [...runsOf(part, isBreak), ...runsOf(part, isFree)].map((run) => run.to - run.from)
    const taken = pauses.filter((length) => length >= rules.breakPiece).reduce((sum, length) => sum + length, 0)
    const worked = part.filter((state) => state === WORK).length
    const broken = rules.breaks.findLast((rule) => worked > rule.afterMinutes && taken < rule.breakMinutes)
    if (broken) add('breaks', from, broken.breakMinutes)
  }
  const isWithin = ({ at }: { at: number }) => at >= range.from && at < range.to
  return found.filter(isWithin)
}

/** Random work: shifts at any time of the day, some in two sessions, some with breaks, on most days. */
function randomWork(minutes: Minute[], dice: ReturnType<typeof diceOf>) {
  const line = new Uint8Array(minutes.length)
  const pieces: WorkPiece[] = []
  const timeOf = (at: number) => minutes[Math.min(at, minutes.length - 1)]?.time ?? 0
  let at = Math.floor(dice.between(1, 2_000))
  const busy = dice.between(0.3, 1)
  while (at < minutes.length - 3_000) {
    const parts = dice.roll() < 0.25 ? 2 : 1
    for (let part = 0; part < parts; part += 1) {
      const length = Math.floor(dice.between(30, dice.roll() < 0.1 ? 1_600 : 660 / parts))
      line.fill(WORK, at, at + length)
      const breaks: { from: number; to: number; isPaid: boolean }[] = []
      let from = at + Math.floor(dice.between(1, 300))
      while (dice.roll() < 0.6 && from < at + length - 2) {
        const to = Math.min(at + length - 1, from + dice.oneOf([5, 14, 15, 20, 30, 45, 60]))
        const paid = dice.roll() < 0.3
        line.fill(paid ? PAID_BREAK : BREAK, from, to)
        breaks.push({ from: timeOf(from), to: timeOf(to), isPaid: paid })
        from = to + Math.floor(dice.between(1, 300))
      }
      pieces.push({ from: timeOf(at), to: timeOf(at + length), breaks })
      at += length + Math.floor(part < parts - 1 ? dice.oneOf([5, 30, 90, 91, 240]) : 0)
    }
    at += Math.floor(dice.roll() < busy ? dice.between(420, 1_000) : dice.between(1_000, 4_000))
  }
  return { line, pieces }
}

const randomRules = (dice: ReturnType<typeof diceOf>): WorkRules => ({
  ...workRulePresets[dice.oneOf(['eu', 'de', 'fr', 'us'] as const)],
  restMinutes: dice.oneOf([0, 480, 600, 660, 720]),
  weekRestMinutes: dice.oneOf([1_440, 2_100, 2_880]),
  weekMinutes: dice.oneOf([null, 1_800, 2_400, 2_880]),
  averageMinutes: dice.oneOf([null, 1_200, 2_000, 2_400]),
  averageWeeks: dice.oneOf([2, 4, WEEKS_BEFORE + 1]),
  daysInRow: dice.oneOf([null, 1, 3, 6]),
  overtimeWeekMinutes: dice.oneOf([null, 2_400]),
})

const shownAs = (breaches: Omit<Breach, 'value'>[]) =>
  breaches.map(({ rule, at, limit }) => `${new Date(at).toISOString()} ${rule} ${limit}`).sort()

test.each(mondays)(
  `breaches of random weeks in %s, from %s (seed ${seed})`,
  (zone, monday) => {
    const dice = diceOf(seed + Date.parse(monday) / MINUTE)
    const from = Date.parse(monday)
    const range = { from, to: from + WEEKS * 7 * DAY }
    // Whole weeks: the hours that a change of the clocks adds or takes do not matter at the far ends.
    const minutes = minutesBetween(zone, from - WEEKS_BEFORE * 7 * DAY, range.to + WEEKS_AFTER * 7 * DAY)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { line, pieces } = randomWork(minutes, dice)
      const rules = randomRules(dice)
      const contract = dice.oneOf([null, 1_200, 2_310])
      const all = breachesOf(pieces, rules, range, zone, () => contract)
      const [ofRest, others] = [all.filter(isOfRest), all.filter((breach) => !isOfRest(breach))]
      const context = JSON.stringify({ seed, round, rules, contract })
      expect(shownAs(others), context).toEqual(shownAs(byMinute(line, minutes, rules, range, contract)))
      expectRests(line, minutes, rules, { breaches: ofRest, all: pieces, context })
    }
  },
  120_000,
)

const isOfRest = ({ rule }: Breach) => rule === 'restMinutes' || rule === 'dayMinutes'

/** The rule as it is written: a chain breaks it if it spans more than 24 hours less the rest, else it does not. */
function expectRests(
  line: Uint8Array,
  minutes: Minute[],
  rules: WorkRules,
  { breaches, all, context }: { breaches: Breach[]; all: WorkPiece[]; context: string },
) {
  const begin = minutes[0]?.time ?? 0
  const work = runsOf(line, (state) => state !== FREE)
  // All of the time, also outside of the range.
  const everywhere = { from: begin, to: begin + line.length * MINUTE }
  const found = breachesOf(all, { ...workRulePresets.none, restMinutes: rules.restMinutes }, everywhere, 'UTC')
  const chains = joined(work, (gap) => gap < rules.restMinutes)
  for (const { from, to } of chains) {
    const within = found.filter(({ at }) => at >= begin + from * MINUTE && at < begin + to * MINUTE)
    const isBroken = rules.restMinutes > 0 && to - from > 1_440 - rules.restMinutes
    expect(within.length > 0, context).toBe(isBroken)
    if (isBroken) expect(within[0]?.at, context).toBe(begin + from * MINUTE)
    for (const { at, value } of within) {
      // From the beginning on, no rest in the 24 hours is long enough.
      const first = (at - begin) / MINUTE
      const rests = runsOf(line.subarray(first, first + 1_440), isFree).map((run) => run.to - run.from)
      expect(Math.max(0, ...rests), context).toBeLessThan(rules.restMinutes)
      expect(value, context).toBeLessThan(rules.restMinutes)
    }
  }
  expect(breaches.every(({ value, limit, rule }) => (rule === 'restMinutes' ? value < limit : value > limit))).toBe(
    true,
  )
}
