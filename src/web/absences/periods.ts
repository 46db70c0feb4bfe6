import { daysLater } from '../../shared/time/time.ts'

/** The periods of the view of absences, and where an absence stands in one: pure functions on dates as 2026-11-16. */

export const absenceViews = ['year', 'quarter', 'month'] as const
export type AbsenceView = (typeof absenceViews)[number]

const MONTHS: Record<AbsenceView, number> = { year: 12, quarter: 3, month: 1 }

/** The first of the month that lies so many months after another one's. */
function monthLater(first: string, months: number) {
  const date = new Date(`${first.slice(0, 7)}-01T00:00:00.000Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** The year, the quarter or the month that holds a day, with both ends included. */
export function periodOf(view: AbsenceView, day: string): { from: string; to: string } {
  const month = Number(day.slice(5, 7)) - 1
  const from = monthLater(day, -(month % MONTHS[view]))
  return { from, to: daysLater(monthLater(from, MONTHS[view]), -1) }
}

/** The first day of the period so many periods later. */
export const periodLater = (view: AbsenceView, from: string, count: number) => monthLater(from, count * MONTHS[view])

/** The months of a period: their first days, and the place of each by its days from the beginning. */
export function monthsOf({ from, to }: { from: string; to: string }) {
  const months: { from: string; at: number; days: number }[] = []
  for (let first = from; first <= to; first = monthLater(first, 1))
    months.push({ from: first, at: dayNumber(from, first), days: dayNumber(first, monthLater(first, 1)) })
  return months
}

/** How many days lie between two dates. */
export const dayNumber = (from: string, day: string) => Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000)

/** The part of some days that lies in a period, as numbers of days from its beginning; null outside of it. */
export function partIn(period: { from: string; to: string }, { from, to }: { from: string; to: string }) {
  if (to < period.from || from > period.to) return null
  const at = dayNumber(period.from, from < period.from ? period.from : from)
  const last = dayNumber(period.from, to > period.to ? period.to : to)
  return { at, days: last - at + 1 }
}

/** How many people are away on each day of a period. A person counts once a day. */
export function awayPerDay(
  period: { from: string; to: string },
  absences: readonly { from: string; to: string; user: { id: string } }[],
): number[] {
  const counts = Array.from({ length: dayNumber(period.from, period.to) + 1 }, () => new Set<string>())
  for (const { user, ...days } of absences) {
    const part = partIn(period, days)
    if (part) for (let day = part.at; day < part.at + part.days; day += 1) counts[day]?.add(user.id)
  }
  return counts.map((people) => people.size)
}
