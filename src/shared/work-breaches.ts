import { boundsOf, type Day, weekOf } from './time/time.ts'
import {
  breaksIn,
  grouped,
  inMinutes,
  MINUTE_MS,
  overlapOf,
  paidOf,
  spanLength,
  stretchesOf,
  sum,
  type WorkPiece,
  type WorkSpan,
} from './work-pieces.ts'
import { type BreakableRule, breakableRules, type WorkRules, workRulePresets } from './work-rules.ts'

/** Breaches of the work rules, worked out from hours: pure functions, for the server and the screens. */

const DAY = 24 * 60 * MINUTE_MS
/** Without a rule about the daily rest, a gap of so many minutes still divides one day's work from the next. */
const REST_WITHOUT_RULE = 8 * 60

/** A rule that somebody's hours break. */
export interface Breach {
  rule: BreakableRule
  /** In milliseconds: the beginning of the work, of the week, or of the day that is one too many. */
  at: number
  /** The value of the hours in minutes, for `daysInRow` in days, and the limit of the rule. */
  value: number
  limit: number
}

/** Whether the organisation has this rule. */
export const isRuleOn = (rules: WorkRules, rule: BreakableRule) => {
  const value = rules[rule]
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== 0
}

/**
 * Makes the function that finds the breaches of a person's work which begin between `from` and `to` (in milliseconds),
 * earliest first. It takes pieces in the order of time, which reach as far back as the rules look, and a week beyond
 * the end. Days and weeks are cut on the wall clock of the time zone; lengths are real minutes.
 *
 * - `restMinutes`: a chain of pieces whose gaps are shorter spans more than 24 hours less the rest. A longer chain is
 *   divided after the longest rest that begins within 24 hours, and its parts are judged in turn.
 * - `weekRestMinutes`: no gap of that length has 24 hours in the week.
 * - `dayMinutes`: such a chain, or a part of one, has more paid minutes.
 * - `weekMinutes`, `overtimeWeekMinutes`: a week has more. Without a number of the organisation, overtime begins after
 *   the minutes of the person's contract, if the function is given them.
 * - `averageMinutes`: this week and those before, `averageWeeks` in all, have more on the average.
 * - `daysInRow`: work begins on a day and on so many days before it.
 * - `breaks`: a stretch of more than `afterMinutes` has fewer minutes of break. Its longest rule counts.
 */
export function breachFinder(
  rules: WorkRules,
  { from, to }: WorkSpan,
  timeZone: string,
): (work: WorkPiece[], contractMinutesAt?: ContractMinutesAt) => Breach[] {
  const calendar = calendarOf(rules, { from, to }, timeZone)
  const finders = finderOf(rules, calendar)
  const isWithin = ({ at }: Breach) => at >= from && at < to
  return (work, contractMinutesAt) => {
    const isAsked = (rule: BreakableRule) =>
      isRuleOn(rules, rule) || (rule === 'overtimeWeekMinutes' && contractMinutesAt !== undefined)
    const looked = lookedAt(work, rules, calendar)
    const breaches = breakableRules.flatMap((rule) => (isAsked(rule) ? finders[rule](looked, contractMinutesAt) : []))
    return breaches.filter(isWithin).sort((a, b) => a.at - b.at)
  }
}

/** The minutes a week of a person's contract, by the Monday ("2026-11-16"); null without one. */
export type ContractMinutesAt = (monday: string) => number | null | undefined

/** The rules that a person's work breaks, as `breachFinder` says. */
export const breachesOf = (
  work: WorkPiece[],
  rules: WorkRules,
  range: WorkSpan,
  timeZone: string,
  contractMinutesAt?: ContractMinutesAt,
): Breach[] => breachFinder(rules, range, timeZone)(work, contractMinutesAt)

/** The rules about breaks alone, where the others do not matter. */
export const onlyBreakRules = ({ breaks, breakPiece }: WorkRules): WorkRules => ({
  ...workRulePresets.none,
  breaks,
  breakPiece,
})

/** The weeks that the rules look at, with their days. */
interface Calendar {
  days: Day[]
  /** How many weeks at the beginning are there only for the averages and rows of later ones. */
  before: number
  weekCount: number
}

function calendarOf(
  { averageMinutes, averageWeeks, daysInRow }: WorkRules,
  { from, to }: WorkSpan,
  zone: string,
): Calendar {
  const forAverage = averageMinutes === null ? 0 : averageWeeks - 1
  // A row of days is counted over four weeks more than its limit.
  const forRow = daysInRow === null ? 0 : Math.ceil(daysInRow / 7) + 4
  const before = Math.max(forAverage, forRow)
  const weeks: Day[][] = []
  for (let at = -before; at <= 0 || boundsOf(weeks.at(-1) ?? []).to < to; at += 1) weeks.push(weekOf(from, zone, at))
  return { days: weeks.flat(), before, weekCount: weeks.length }
}

/** A person's work, and figures of it that several rules need. Each is worked out once. */
interface LookedAt {
  work: WorkPiece[]
  stretches(): WorkPiece[][]
  periods(): Period[]
  /** The paid minutes of each week. */
  weeks(): number[]
}

function lookedAt(work: WorkPiece[], rules: WorkRules, { days }: Calendar): LookedAt {
  return {
    work,
    stretches: once(() => stretchesOf(work)),
    periods: once(() => periodsOf(work, rules)),
    weeks: once(() => minutesOfWeeks(work, days)),
  }
}

function once<R extends object>(find: () => R) {
  let found: R | undefined
  return () => {
    found ??= find()
    return found
  }
}

type Finder = (looked: LookedAt, contractMinutesAt?: ContractMinutesAt) => Breach[]

function finderOf(rules: WorkRules, calendar: Calendar): Record<BreakableRule, Finder> {
  const { days, before, weekCount } = calendar
  const weeks = Array.from({ length: weekCount - before }, (_, at) => {
    const first = (before + at) * 7
    return { ...boundsOf(days.slice(first, first + 7)), monday: days[first]?.date ?? '', number: before + at }
  })
  /** Finds weeks with more minutes than the organisation's limit, or, without one, than the limit of the week. */
  const overMinutesOfWeek = (
    rule: 'weekMinutes' | 'overtimeWeekMinutes',
    looked: LookedAt,
    limitAt?: ContractMinutesAt,
  ) => {
    const minutes = looked.weeks()
    return weeks.flatMap(({ from, monday, number }) =>
      over(rule, from, minutes[number] ?? 0, rules[rule] ?? (limitAt?.(monday) || null)),
    )
  }
  return {
    restMinutes: ({ periods }) =>
      periods().flatMap(({ pieces, rest }) =>
        rest === null ? [] : [{ rule: 'restMinutes', at: startOf(pieces), value: rest, limit: rules.restMinutes }],
      ),
    weekRestMinutes: ({ work }) =>
      weeks.flatMap((week) => {
        const value = weekRestWithin(work, week, rules.weekRestMinutes)
        return value === null ? [] : [{ rule: 'weekRestMinutes', at: week.from, value, limit: rules.weekRestMinutes }]
      }),
    dayMinutes: ({ periods }) =>
      periods().flatMap(({ pieces }) =>
        over('dayMinutes', startOf(pieces), inMinutes(sum(pieces.map(paidOf))), rules.dayMinutes),
      ),
    weekMinutes: (looked) => overMinutesOfWeek('weekMinutes', looked),
    averageMinutes: (looked) => {
      const minutes = looked.weeks()
      return weeks.flatMap(({ from, number }) => {
        const averaged = minutes.slice(number - rules.averageWeeks + 1, number + 1)
        return over('averageMinutes', from, Math.floor(sum(averaged) / rules.averageWeeks), rules.averageMinutes)
      })
    },
    daysInRow: ({ stretches }) => {
      const begun = new Set(stretches().map((stretch) => dayAt(days, startOf(stretch))))
      const found: Breach[] = []
      let inRow = 0
      for (const [at, day] of days.entries()) {
        inRow = begun.has(at) ? inRow + 1 : 0
        found.push(...over('daysInRow', day.from, inRow, rules.daysInRow))
      }
      return found
    },
    breaks: ({ stretches }) =>
      stretches().flatMap((stretch) => {
        const { worked, taken } = breaksIn(stretch, rules.breakPiece)
        const broken = rules.breaks.filter(
          (rule) => inMinutes(worked) > rule.afterMinutes && taken < rule.breakMinutes * MINUTE_MS,
        )
        const limit = broken.at(-1)?.breakMinutes
        if (limit === undefined) return []
        return [{ rule: 'breaks', at: startOf(stretch), value: inMinutes(taken), limit }]
      }),
    // Somebody who works on call has a contract of no minutes.
    overtimeWeekMinutes: (looked, contractMinutesAt) =>
      overMinutesOfWeek('overtimeWeekMinutes', looked, contractMinutesAt),
  }
}

const over = (rule: BreakableRule, at: number, value: number, limit: number | null): Breach[] =>
  limit !== null && value > limit ? [{ rule, at, value, limit }] : []

const startOf = (pieces: WorkPiece[]) => pieces[0]?.from ?? 0
const endOf = (pieces: WorkPiece[]) => Math.max(...pieces.map(({ to }) => to))

/** Work between two daily rests. `rest` is the longest rest in minutes if it is too short, else null. */
interface Period {
  pieces: WorkPiece[]
  rest: number | null
}

function periodsOf(work: WorkPiece[], { restMinutes }: WorkRules): Period[] {
  const chains = grouped(work, (gap) => gap < (restMinutes || REST_WITHOUT_RULE) * MINUTE_MS)
  return chains.flatMap((chain) => dividedByRest(chain, restMinutes * MINUTE_MS))
}

/** Divides a chain of work that spans more than a day leaves for it. */
function dividedByRest(chain: WorkPiece[], rest: number): Period[] {
  const periods: Period[] = []
  const end = endOf(chain)
  let first = 0
  while (first < chain.length) {
    const begin = chain[first]?.from ?? 0
    if (rest === 0 || end - begin <= DAY - rest) return [...periods, { pieces: chain.slice(first), rest: null }]
    const { longest, next } = longestRest(chain, first)
    periods.push({ pieces: chain.slice(first, next), rest: inMinutes(longest) })
    first = next
  }
  return periods
}

/** The longest rest that begins within 24 hours after the beginning of a piece, and the piece that follows it. */
function longestRest(chain: WorkPiece[], first: number) {
  const dayLater = (chain[first]?.from ?? 0) + DAY
  let [longest, next, end] = [0, chain.length, Number.NEGATIVE_INFINITY]
  for (const [at, piece] of chain.entries()) {
    if (at > first && end < dayLater && piece.from - end > longest) [longest, next] = [piece.from - end, at]
    end = Math.max(end, piece.to)
  }
  // After the chain the rest is long enough, but only a part of it lies within the 24 hours.
  if (dayLater - end > longest) return { longest: dayLater - end, next: chain.length }
  // Somebody who has worked for more than 24 hours begins anew with the next piece.
  if (longest === 0) next = chain.findIndex(({ from }) => from >= dayLater)
  return { longest, next: next === -1 ? chain.length : next }
}

/** The longest free time of a week in minutes, if no gap is as long as the rule asks; else null. */
function weekRestWithin(work: WorkPiece[], week: WorkSpan, restMinutes: number): number | null {
  const needed = restMinutes * MINUTE_MS
  let [longest, end] = [0, Number.NEGATIVE_INFINITY]
  for (const { from, to } of [...work, { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY }]) {
    const gap = { from: end, to: from }
    const inWeek = overlapOf(gap, week)
    if (spanLength(gap) >= needed && inWeek >= Math.min(DAY, needed)) return null
    longest = Math.max(longest, inWeek)
    end = Math.max(end, to)
  }
  return inMinutes(longest)
}

/** The number of the day of an instant: -1 before the first day, and the number of days after the last. */
function dayAt(days: Day[], time: number) {
  if (time >= boundsOf(days).to) return days.length
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((days[middle]?.from ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The paid minutes of each week of these days: each day is rounded down, as in the hours that people see. */
function minutesOfWeeks(work: WorkPiece[], days: Day[]): number[] {
  const paid = new Array<number>(days.length).fill(0)
  const add = (span: WorkSpan, sign: 1 | -1) => {
    for (let at = Math.max(0, dayAt(days, span.from)); at < days.length; at += 1) {
      const day = days[at] as Day
      if (day.from >= span.to) break
      paid[at] = (paid[at] ?? 0) + sign * overlapOf(span, day)
    }
  }
  for (const piece of work) {
    add(piece, 1)
    for (const one of piece.breaks) if (!one.isPaid) add(one, -1)
  }
  const minutes = new Array<number>(days.length / 7).fill(0)
  for (const [at, ofDay] of paid.entries())
    minutes[Math.floor(at / 7)] = (minutes[Math.floor(at / 7)] ?? 0) + inMinutes(ofDay)
  return minutes
}
