/** Days in a time zone. No other file cuts them. `formats.ts` puts instants into words. */

const HOUR = 3_600_000

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Formatters are slow to make and few are needed: one for each zone. */
function clockOf(timeZone: string) {
  const cached = clocks.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', { ...CLOCK_PARTS, timeZone })
  clocks.set(timeZone, format)
  return format
}

const CLOCK_PARTS = {
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const satisfies Intl.DateTimeFormatOptions

/** The local time at an instant, as milliseconds since 1970 as if it were UTC. */
function wallClock(time: number, timeZone: string) {
  const parts: Record<string, number> = {}
  for (const { type, value } of clockOf(timeZone).formatToParts(time)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const milliseconds = ((time % 1000) + 1000) % 1000
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
}

/**
 * The instant of a local time, in milliseconds. If the local time occurs twice (clocks go back), it is the first. If it
 * does not occur (clocks go forward), it is the instant as far after the beginning of the gap.
 */
function instantAt(wall: number, timeZone: string) {
  const before = wall - (wallClock(wall - 86_400_000, timeZone) - (wall - 86_400_000))
  const after = wall - (wallClock(wall + 86_400_000, timeZone) - (wall + 86_400_000))
  const candidates = [Math.min(before, after), Math.max(before, after)]
  return candidates.find((candidate) => wallClock(candidate, timeZone) === wall) ?? before
}

/**
 * The instant of a date ("2026-11-20") and time ("17:30") in a zone, as ISO 8601. An empty time means the last
 * millisecond of the day, because a task with a due date alone may be done until the day ends.
 */
export function instantOf(date: string, time: string, timeZone: string) {
  // If the clocks go back at midnight, the last hour of the day comes twice. The day ends where the next one begins.
  if (time === '') return new Date(instantAt(Date.parse(`${date}T24:00:00.000Z`), timeZone) - 1).toISOString()
  return new Date(instantAt(Date.parse(`${date}T${time}:00.000Z`), timeZone)).toISOString()
}

/** The local date and time at an instant: the inverse of `instantOf`. */
export function dateTimeIn(iso: string, timeZone: string) {
  const wall = new Date(wallClock(Date.parse(iso), timeZone))
  const [date = '', clock = ''] = wall.toISOString().split('T')
  return { date, time: clock.slice(0, 5), endOfDay: clock === '23:59:59.999Z' }
}

/** The beginning of the day of an instant, or of the day `days` later. Both are in milliseconds. */
export function startOfDay(time: number, timeZone: string, days = 0) {
  const wall = new Date(wallClock(time, timeZone))
  return instantAt(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days), timeZone)
}

/** The local date at an instant (milliseconds): "2026-11-20". */
export const dateOf = (time: number, timeZone: string) => dateOfWall(wallClock(time, timeZone))

/** A calendar date with its beginning and the beginning of the next day in a zone, in milliseconds. */
export interface Day {
  date: string
  from: number
  to: number
}

/** The days, Monday first, of the week of an instant (milliseconds), or of the week `weeks` later. */
export function weekOf(time: number, timeZone: string, weeks = 0): Day[] {
  const wall = new Date(wallClock(time, timeZone))
  return daysFrom(wall, wall.getUTCDate() - ((wall.getUTCDay() + 6) % 7) + 7 * weeks, 7, timeZone)
}

/** The days of the month of an instant (milliseconds). */
export function monthOf(time: number, timeZone: string): Day[] {
  const wall = new Date(wallClock(time, timeZone))
  const length = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
  return daysFrom(wall, 1, length, timeZone)
}

/** The last `count` days up to and with the day of an instant (milliseconds). */
export function lastDays(time: number, timeZone: string, count: number): Day[] {
  const wall = new Date(wallClock(time, timeZone))
  return daysFrom(wall, wall.getUTCDate() - count + 1, count, timeZone)
}

/** The days from one date ("2026-11-20") to another, both included; none if the second is earlier. */
export const daysFromTo = (from: string, to: string, timeZone: string): Day[] => {
  const first = new Date(`${from}T00:00:00.000Z`)
  const count = Math.round((Date.parse(`${to}T00:00:00.000Z`) - first.getTime()) / 86_400_000) + 1
  return daysFrom(first, first.getUTCDate(), Math.max(0, count), timeZone)
}

/** `count` days from the day `first` of the month of a local time. `first` may lie outside of the month. */
function daysFrom(wall: Date, first: number, count: number, timeZone: string): Day[] {
  const walls = Array.from({ length: count + 1 }, (_, day) =>
    Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), first + day),
  )
  const starts = walls.map((midnight) => instantAt(midnight, timeZone))
  return walls.slice(0, count).map((midnight, day) => ({
    date: dateOfWall(midnight),
    from: starts[day] as number,
    to: starts[day + 1] as number,
  }))
}

/** The beginning of the first day and the end of the last, in milliseconds. */
export const boundsOf = (days: Day[]) => ({ from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 })

/** A local hour: when it begins, in milliseconds, its weekday (1 is Monday) and its number, from 0. */
export interface LocalHour {
  from: number
  weekday: number
  hour: number
}

/** The local hours of days in order. An hour that comes twice, because clocks go back, lasts for longer. */
export function hoursOf(days: Day[], timeZone: string): LocalHour[] {
  return days.flatMap(({ date, from, to }) => {
    const weekday = new Date(date).getUTCDay() || 7
    const offset = (time: number) => wallClock(time, timeZone) - time
    // The clocks change by whole quarters of an hour.
    const isEven = to - from === 24 * HOUR && offset(from) === offset(to) && from + offset(from) === Date.parse(date)
    const step = isEven ? HOUR : HOUR / 4
    const steps = Array.from({ length: (to - from) / step }, (_, at): LocalHour => {
      const time = from + at * step
      return { from: time, weekday, hour: isEven ? at : new Date(wallClock(time, timeZone)).getUTCHours() }
    })
    return steps.filter(({ hour }, at) => hour !== steps[at - 1]?.hour)
  })
}

/** From when to when, in milliseconds. */
interface Span {
  from: number
  to: number
}

/**
 * The spans of a day in which its wall clock shows a time from `start` up to `end` ("23:00", "06:00"), in order. If the
 * end is not after the start, these are its hours before the end and those from the start on. Of an hour that comes
 * twice both count. An hour that does not come counts for nothing.
 */
export function wallClockSpans({ date, from, to }: Day, start: string, end: string, timeZone: string): Span[] {
  const midnight = Date.parse(date)
  const at = (time: string) => Date.parse(`${date}T${time}:00.000Z`)
  const shown: Span[] =
    start < end
      ? [{ from: at(start), to: at(end) }]
      : [
          { from: midnight, to: at(end) },
          { from: at(start), to: midnight + 24 * HOUR },
        ]
  return evenParts(from, to, timeZone).flatMap((part) =>
    shown
      .map((span) => ({
        from: Math.max(part.from, span.from - part.offset),
        to: Math.min(part.to, span.to - part.offset),
      }))
      .filter((span) => span.to > span.from),
  )
}

/** The parts of a day between changes of the clocks, each with how far its wall clock is ahead of UTC. */
function evenParts(from: number, to: number, timeZone: string): (Span & { offset: number })[] {
  const offsetAt = (time: number) => wallClock(time, timeZone) - time
  const first = { from, to, offset: offsetAt(from) }
  if (to - from === 24 * HOUR && offsetAt(to) === first.offset) return [first]
  // The clocks change by whole quarters of an hour.
  const parts = [first]
  for (let time = from; time < to; time += HOUR / 4) {
    const last = parts.at(-1) ?? first
    const offset = offsetAt(time)
    if (offset === last.offset) continue
    last.to = time
    parts.push({ from: time, to, offset })
  }
  return parts
}

/** How many calendar days lie between two instants (milliseconds). */
export const daysBetween = (from: number, to: number, timeZone: string) =>
  Math.round((Date.parse(dateOf(to, timeZone)) - Date.parse(dateOf(from, timeZone))) / 86_400_000)

/** The days, Monday first, of the week of a date ("2026-11-20"). */
export const weekOfDate = (date: string, timeZone: string) =>
  weekOf(instantAt(Date.parse(`${date}T12:00:00.000Z`), timeZone), timeZone)

/** The date ("2026-11-20") `days` later. */
export const daysLater = (date: string, days: number) =>
  dateOf(Date.parse(`${date}T12:00:00.000Z`) + days * 86_400_000, 'UTC')

const dateOfWall = (wall: number) => new Date(wall).toISOString().slice(0, 10)
