import { occurrencesAfter } from './recurrence.ts'
import { dateTimeIn, instantOf } from './time.ts'

/**
 * When a routine opens, and when its windows are due and close. The calendar alone decides. Times are those on the
 * wall: a window "22:00 to 06:00" ends at 06:00 in the nights of the clock change too.
 */

/** The fields that decide the times of a routine; `shared/routines.ts` describes them. */
export interface RoutineRule {
  days: string | null
  everyDays: number | null
  from: string | null
  opensAt: string
  dueAfterMinutes: number
  closesAfterMinutes: number | null
}

const DAY_MS = 86_400_000
const dayOf = (date: string) => Date.parse(`${date}T00:00:00.000Z`) / DAY_MS
const dateOfDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The five fields of a rule that opens on these days: day of month, month, weekday. */
const cronOf = (days: string, opensAt: string) => `${Number(opensAt.slice(3))} ${Number(opensAt.slice(0, 2))} ${days}`

/**
 * The next `count` openings after an instant, fewer if the rule has no more before the year 3000. An opening that the
 * change of the clocks leaves out comes at the next existing minute; one that would occur twice comes the first time.
 *
 * @throws if the days are no rule; the contract has checked them
 */
export function openingsAfter(rule: RoutineRule, after: Date, timeZone: string, count: number): Date[] {
  const { days, everyDays, from, opensAt } = rule
  if (days !== null) return occurrencesAfter(cronOf(days, opensAt), after, timeZone, count)
  if (everyDays === null || from === null) throw new Error('A routine needs days, or a number of days and a beginning')
  const first = dayOf(from)
  const today = dayOf(dateTimeIn(after.toISOString(), timeZone).date)
  let day = first + Math.max(0, Math.ceil((today - first) / everyDays)) * everyDays
  const openings: Date[] = []
  for (; openings.length < count && dateOfDay(day) < '3000'; day += everyDays) {
    const opening = openingOn(dateOfDay(day), opensAt, timeZone)
    if (opening && opening > after) openings.push(opening)
  }
  return openings
}

/** The opening of one day; undefined for a day that the zone leaves out, as Samoa did 30 December 2011. */
function openingOn(date: string, opensAt: string, timeZone: string): Date | undefined {
  const onThisDay = `${Number(date.slice(8))} ${Number(date.slice(5, 7))} *`
  const before = new Date(Date.parse(instantOf(date, '00:00', timeZone)) - 1)
  const [opening] = occurrencesAfter(cronOf(onThisDay, opensAt), before, timeZone, 1)
  return opening && opening.getTime() - before.getTime() < 2 * DAY_MS ? opening : undefined
}

/** When the window that opens at an instant is due and closes; `closesAt` is null for one that stays open. */
export function windowOf(
  { dueAfterMinutes, closesAfterMinutes }: Pick<RoutineRule, 'dueAfterMinutes' | 'closesAfterMinutes'>,
  opensAt: Date,
  timeZone: string,
): { dueAt: Date; closesAt: Date | null } {
  const after = (minutes: number) => laterOnTheWall(opensAt, minutes, timeZone)
  return { dueAt: after(dueAfterMinutes), closesAt: closesAfterMinutes === null ? null : after(closesAfterMinutes) }
}

const MINUTE_MS = 60_000
/** A window may be longer or shorter by a change of the clocks. */
const CLOCK_CHANGE_MS = 180 * MINUTE_MS
/** A routine opens at most once a day, so no more openings are due on a day of up to 25 hours with that margin. */
const MAX_DUE_ON_A_DAY = 4

/**
 * The windows of a rule that are due within a span of one day, in milliseconds, whenever they open.
 *
 * @throws if the days are no rule; the contract has checked them
 */
export function windowsDueWithin(
  rule: RoutineRule,
  { from, to }: { from: number; to: number },
  timeZone: string,
): { opensAt: Date; dueAt: Date }[] {
  const begin = from - rule.dueAfterMinutes * MINUTE_MS - CLOCK_CHANGE_MS
  return openingsAfter(rule, new Date(begin - 1), timeZone, MAX_DUE_ON_A_DAY)
    .map((opensAt) => ({ opensAt, dueAt: windowOf(rule, opensAt, timeZone).dueAt }))
    .filter(({ dueAt }) => dueAt.getTime() >= from && dueAt.getTime() < to)
}

/** So many minutes later by the clock on the wall; never earlier than the instant itself. */
function laterOnTheWall(instant: Date, minutes: number, timeZone: string): Date {
  const { date, time } = dateTimeIn(instant.toISOString(), timeZone)
  const wall = new Date(Date.parse(`${date}T${time}:00.000Z`) + minutes * 60_000).toISOString()
  return new Date(Math.max(instant.getTime(), Date.parse(instantOf(wall.slice(0, 10), wall.slice(11, 16), timeZone))))
}
