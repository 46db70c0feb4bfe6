import type { Day } from '../time/time.ts'
import { contractAt } from '../work-contracts.ts'
import { type PlannedWork, pieceOfShift } from './plan-warnings.ts'
import type { localReader } from './shift-times.ts'

/** Figures of one person's plan: pure functions, for the server and the screens. */

const MINUTE = 60_000

/** Paid minutes of shifts between two instants (ms), rounded down once: all but their breaks. */
export function plannedMinutesBetween(shifts: readonly PlannedWork[], from: number, to: number) {
  const within = (span: { from: number; to: number }) => Math.max(0, Math.min(span.to, to) - Math.max(span.from, from))
  const paid = shifts.map((shift) => {
    const piece = pieceOfShift(shift)
    return piece.breaks.reduce((time, one) => time - within(one), within(piece))
  })
  return Math.floor(paid.reduce((sum, time) => sum + time, 0) / MINUTE)
}

/** Minutes that the contract asks for on these days: a seventh of a week's for each day. Null without a contract. */
export function contractMinutesOf(contracts: readonly { from: string; weeklyMinutes: number }[], days: readonly Day[]) {
  const ofDays = days.map(({ date }) => contractAt(contracts, date))
  if (ofDays.every((contract) => contract === null)) return null
  return Math.round(ofDays.reduce((sum, contract) => sum + (contract?.weeklyMinutes ?? 0), 0) / 7)
}

/** A shift is a night if so many minutes of it lie between 23:00 and 06:00. */
const NIGHT_MINUTES = 180
const MINUTES_OF_DAY = 24 * 60
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const sharedMinutes = (from: number, to: number, begin: number, end: number) =>
  Math.max(0, Math.min(to, end) - Math.max(from, begin))

/** Whether a shift in local time is a night: at least three hours between 23:00 and 06:00. */
export function isNight({ start, end }: { start: string; end: string }) {
  const from = minuteOf(start)
  const to = end > start ? minuteOf(end) : minuteOf(end) + MINUTES_OF_DAY
  const nights = [-1, 0, 1].map((day) => {
    const begin = day * MINUTES_OF_DAY + 23 * 60
    return sharedMinutes(from, to, begin, begin + 7 * 60)
  })
  return nights.reduce((sum, minutes) => sum + minutes, 0) >= NIGHT_MINUTES
}

/** How many shifts are nights, and on how many days of weekends one begins. */
export function nightsAndWeekends(shifts: readonly PlannedWork[], local: ReturnType<typeof localReader>) {
  const begun = shifts.map(({ startTime, endTime }) => {
    const { date, time } = local(startTime)
    return { date, start: time, end: local(endTime).time }
  })
  const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00.000Z`).getUTCDay())
  return {
    nights: begun.filter(isNight).length,
    weekendDays: new Set(begun.map(({ date }) => date).filter(isWeekend)).size,
  }
}
