import { type Day, daysFromTo, wallClockSpans, weekOfDate } from './time/time.ts'
import { isConditional, type WageSource, type WageType } from './wage-types.ts'
import { contractAt } from './work-contracts.ts'
import type { TimeSpan } from './worked-time.ts'

/** Minutes by wage type and day, worked out from hours: pure functions, for the server and the screens. */

const MINUTE = 60_000

type Type = Pick<
  WageType,
  'code' | 'source' | 'windowStart' | 'windowEnd' | 'weekdays' | 'holidays' | 'overContract' | 'departmentId'
>

/** The minutes of a wage type on a day. */
export interface WageLine {
  /** "2026-11-20": the day on which the minutes were worked. */
  date: string
  /** The code of the wage type. */
  code: string
  minutes: number
}

/** The person whose minutes are counted. */
export interface WagePerson {
  departmentId: number | null
  /** Clock sessions in any order, from the Monday of the first day on. One that runs counts for nothing. */
  sessions: readonly (TimeSpan & { breaks: readonly (TimeSpan & { isPaid: boolean })[] })[]
  contracts: readonly { from: string; weeklyMinutes: number }[]
  /** The paid minutes of days on which they were absent. */
  absences?: readonly { date: string; source: WageSource; minutes: number }[]
}

interface Span {
  from: number
  to: number
}
/** A piece of paid time in milliseconds. Pieces of one person do not overlap. */
interface Piece extends Span {
  isBreak: boolean
}

/**
 * The wage type that counts all minutes of a source for people of a department: the department's own, else the one for
 * all departments. Null if there is none.
 */
export const baseTypeOf = <T extends Type>(types: readonly T[], source: WageSource, departmentId: number | null) => {
  const counted = types.filter((type) => type.source === source && !isConditional(type))
  const of = (department: number | null) => counted.find((type) => type.departmentId === department)
  return (departmentId !== null && of(departmentId)) || of(null) || null
}

/**
 * Makes the function that gives a person's minutes by wage type on each of these days. Each paid minute is in one line
 * of a wage type without a condition, so these lines of a day add up to its paid minutes, if there is such a wage type
 * for work. Wage types with conditions come on top. The minutes of each line of a day are rounded down once.
 */
export function wageLineFinder(
  types: readonly Type[],
  days: readonly Day[],
  holidays: ReadonlySet<string>,
  timeZone: string,
): (person: WagePerson) => WageLine[] {
  const weeks = weeksOf(days, timeZone)
  const counted = new Set(days.map(({ date }) => date))
  const conditional = types
    .filter(isConditional)
    .map((type) => ({ type, spans: spansOf(type, days, holidays, timeZone) }))
  return ({ departmentId, sessions, contracts, absences = [] }) => {
    const base = (source: WageSource) => baseTypeOf(types, source, departmentId)
    const [work, paidBreak] = [base('work'), base('paid_break')]
    const mine = conditional.filter(({ type }) => type.departmentId === null || type.departmentId === departmentId)
    const pieces = sessions.flatMap(piecesOf).sort((a, b) => a.from - b.from)
    const lines: WageLine[] = []
    const add = (date: string, code: string | undefined, minutes: number) => {
      if (code !== undefined && minutes > 0) lines.push({ date, code, minutes })
    }
    for (const week of weeks) {
      const limit = contractAt(contracts, week[0]?.date ?? '')?.weeklyMinutes || Number.POSITIVE_INFINITY
      let before = 0
      for (const day of week) {
        const paid = clipped(pieces, [day])
        const minutes = minutesIn(paid)
        if (counted.has(day.date)) {
          const breakMinutes = paidBreak ? minutesIn(paid.filter(({ isBreak }) => isBreak)) : 0
          add(day.date, work?.code, minutes - breakMinutes)
          add(day.date, paidBreak?.code, breakMinutes)
          for (const { type, spans } of mine) {
            const spansOfDay = spans.get(day.date)
            if (!spansOfDay) continue
            const counts = ({ isBreak }: Piece) => (type.source === 'work' ? !(isBreak && paidBreak) : isBreak)
            const over = type.overContract ? after(paid, (limit - before) * MINUTE) : paid
            add(day.date, type.code, minutesIn(clipped(over.filter(counts), spansOfDay)))
          }
        }
        before += minutes
      }
    }
    for (const { date, source, minutes } of absences) if (counted.has(date)) add(date, base(source)?.code, minutes)
    return lines
  }
}

/** The weeks that the days lie in, each from its Monday to the last of the days. */
function weeksOf(days: readonly Day[], timeZone: string): Day[][] {
  const [first, last] = [days[0]?.date, days.at(-1)?.date]
  if (first === undefined || last === undefined) return []
  const all = daysFromTo(weekOfDate(first, timeZone)[0]?.date ?? first, last, timeZone)
  return Array.from({ length: Math.ceil(all.length / 7) }, (_, at) => all.slice(7 * at, 7 * at + 7))
}

/** Sessions are needed from this day on: minutes over the contract depend on the whole week. */
export const firstNeededDay = (days: readonly Day[], timeZone: string) => weeksOf(days, timeZone)[0]?.[0] ?? days[0]

/** When a wage type counts, by day. */
function spansOf(type: Type, days: readonly Day[], holidays: ReadonlySet<string>, timeZone: string) {
  const { windowStart, windowEnd, weekdays } = type
  const isOn = ({ date }: Day) =>
    (weekdays.length === 0 || weekdays.includes(new Date(date).getUTCDay() || 7)) &&
    (type.holidays === 'any' || holidays.has(date) === (type.holidays === 'only'))
  const spans = (day: Day): Span[] =>
    windowStart === null || windowEnd === null ? [day] : wallClockSpans(day, windowStart, windowEnd, timeZone)
  return new Map(days.filter(isOn).map((day) => [day.date, spans(day)]))
}

/** The paid pieces of a session, in order. */
function piecesOf({ startTime, endTime, breaks }: WagePerson['sessions'][number]): Piece[] {
  if (endTime === null) return []
  const pieces: Piece[] = []
  let from = Date.parse(startTime)
  const to = Date.parse(endTime)
  const spans = breaks.map((one) => ({
    from: Date.parse(one.startTime),
    to: one.endTime === null ? to : Date.parse(one.endTime),
    isPaid: one.isPaid,
  }))
  for (const one of spans.sort((a, b) => a.from - b.from)) {
    pieces.push({ from, to: one.from, isBreak: false })
    if (one.isPaid) pieces.push({ from: one.from, to: one.to, isBreak: true })
    from = one.to
  }
  return [...pieces, { from, to, isBreak: false }].filter((piece) => piece.to > piece.from)
}

/** The parts of the pieces that lie within the spans. */
const clipped = (pieces: readonly Piece[], spans: readonly Span[]): Piece[] =>
  spans.flatMap(({ from, to }) =>
    pieces
      .filter((piece) => piece.from < to && piece.to > from)
      .map((piece) => ({ ...piece, from: Math.max(piece.from, from), to: Math.min(piece.to, to) })),
  )

/** The pieces without their first so many milliseconds. */
function after(pieces: readonly Piece[], milliseconds: number): Piece[] {
  let left = Math.max(0, milliseconds)
  return pieces.flatMap((piece) => {
    const skipped = Math.min(left, piece.to - piece.from)
    left -= skipped
    return skipped === piece.to - piece.from ? [] : [{ ...piece, from: piece.from + skipped }]
  })
}

const minutesIn = (pieces: readonly Span[]) =>
  Math.floor(pieces.reduce((sum, { from, to }) => sum + to - from, 0) / MINUTE)

/** The sum of the lines of each day and wage type. */
const byKey = (lines: readonly WageLine[]) => {
  const sums = new Map<string, WageLine>()
  for (const { date, code, minutes } of lines) {
    const key = `${date} ${code}`
    sums.set(key, { date, code, minutes: (sums.get(key)?.minutes ?? 0) + minutes })
  }
  return sums
}

/**
 * The lines that are to be added to the exported ones, so that these are right: each with its own day, below zero where
 * there was too much. By day, then by code.
 */
export function wageDifferences(now: readonly WageLine[], exported: readonly WageLine[]): WageLine[] {
  const negated = exported.map((line) => ({ ...line, minutes: -line.minutes }))
  return [...byKey([...now, ...negated]).values()]
    .filter(({ minutes }) => minutes !== 0)
    .sort((a, b) => (a.date === b.date ? Number(a.code > b.code) - Number(a.code < b.code) : a.date < b.date ? -1 : 1))
}
