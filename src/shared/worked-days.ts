import type { Day } from './time/time.ts'
import type { TimeSpan } from './worked-time.ts'

/** The work of days, in one pass over many sessions: a pure function, for the server and the screens. */

const MINUTE = 60_000

/** A clock session in milliseconds since 1970; a null end means that it runs. */
export interface TimedSession {
  from: number
  to: number | null
  breaks: readonly { from: number; to: number | null; isPaid: boolean }[]
}

/** Paid minutes of a day: from which minute of the day to which, and whether they were a paid break. */
export type PaidMinutes = [from: number, to: number, isBreak: boolean]

export interface WorkedDay {
  date: string
  /** Paid minutes, rounded down once: as `paidMinutesBetween`. */
  minutes: number
  /** Minutes of breaks, paid or not, rounded down once. */
  breakMinutes: number
  /** The paid minutes of the day, in order. */
  paid: PaidMinutes[]
}

/** Sessions as replies have them, in milliseconds. */
export const timed = (
  sessions: readonly (TimeSpan & { breaks?: readonly (TimeSpan & { isPaid: boolean })[] | undefined })[],
): TimedSession[] =>
  sessions.map(({ breaks = [], ...session }) => ({
    ...inTime(session),
    breaks: breaks.map((one) => ({ ...inTime(one), isPaid: one.isPaid })),
  }))

const inTime = ({ startTime, endTime }: TimeSpan) => ({
  from: Date.parse(startTime),
  to: endTime === null ? null : Date.parse(endTime),
})

/** The work of each of these days, which follow each other. A running session counts up to `now` (ms). */
export function workedDays(sessions: readonly TimedSession[], days: readonly Day[], now: number): WorkedDay[] {
  const sums = days.map(() => ({ paid: 0, breaks: 0, spans: [] as PaidMinutes[] }))
  for (const session of sessions.toSorted((a, b) => a.from - b.from)) {
    const to = session.to ?? now
    for (let at = firstDay(days, session.from); at < days.length && (days[at] as Day).from < to; at += 1)
      add(sums[at] as Sum, session, days[at] as Day, now)
  }
  return days.map(({ date }, at) => {
    const { paid, breaks, spans } = sums[at] as Sum
    return {
      date,
      minutes: Math.floor(paid / MINUTE),
      breakMinutes: Math.floor(breaks / MINUTE),
      paid: joined(spans),
    }
  })
}

interface Sum {
  paid: number
  breaks: number
  spans: PaidMinutes[]
}

/** The first day that ends after a time. */
function firstDay(days: readonly Day[], time: number) {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((days[middle] as Day).to <= time) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds the part of a session that lies within a day. */
function add(sum: Sum, { from, to, breaks }: TimedSession, day: Day, now: number) {
  const end = Math.min(to ?? now, day.to)
  let at = Math.max(from, day.from)
  if (end <= at) return
  sum.paid += end - at
  const push = (until: number, isBreak: boolean) => {
    if (until > at) sum.spans.push([minuteOf(at, day), minuteOf(until, day), isBreak])
    at = Math.max(at, until)
  }
  for (const one of breaks.length > 1 ? breaks.toSorted((a, b) => a.from - b.from) : breaks) {
    const [begin, over] = [Math.max(one.from, day.from), Math.min(one.to ?? now, day.to)]
    if (over <= begin) continue
    push(begin, false)
    sum.breaks += over - begin
    if (one.isPaid) push(over, true)
    else {
      sum.paid -= over - begin
      at = Math.max(at, over)
    }
  }
  push(end, false)
}

const minuteOf = (time: number, { from }: Day) => Math.floor((time - from) / MINUTE)

/** The same minutes in as few spans as there can be: a session that was cut in two has worked the same. */
function joined(spans: PaidMinutes[]): PaidMinutes[] {
  const found: PaidMinutes[] = []
  for (const [from, to, isBreak] of spans) {
    if (from === to) continue
    const last = found.at(-1)
    if (last && last[1] === from && last[2] === isBreak) last[1] = to
    else found.push([from, to, isBreak])
  }
  return found
}

/**
 * A text that two lists of days share exactly if the same minutes of the same days are paid: as many, at the same time
 * of the day, and the same ones of them as breaks.
 */
export const fingerprintOf = (days: readonly WorkedDay[]) =>
  days.map(({ date, minutes, paid }) => `${date} ${minutes} ${paid.map((one) => one.join('-')).join()}`).join('\n')
