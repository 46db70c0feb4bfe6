/** The only place that cuts days in the deployment's time zone and puts points in time into words. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are costly to make and few are needed: one for each set of options and zone. */
function formatOf(options: Intl.DateTimeFormatOptions, timeZone: string) {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  formats.set(key, made)
  return made
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

/** What the clock on the wall shows at an instant, as if that were UTC: milliseconds since 1970. */
function wallClock(time: number, timeZone: string) {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(CLOCK_PARTS, timeZone).formatToParts(time)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const milliseconds = ((time % 1000) + 1000) % 1000
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
}

/**
 * The instant at which the wall clock shows this: where it shows it twice (clocks go back) the first, where it never does
 * (clocks go forward) the moment as far after the gap's beginning.
 */
function instantAt(wall: number, timeZone: string) {
  const before = wall - (wallClock(wall - 86_400_000, timeZone) - (wall - 86_400_000))
  const after = wall - (wallClock(wall + 86_400_000, timeZone) - (wall + 86_400_000))
  const candidates = [Math.min(before, after), Math.max(before, after)]
  return candidates.find((candidate) => wallClock(candidate, timeZone) === wall) ?? before
}

const pad = (value: number) => String(value).padStart(2, '0')

/**
 * The due instant of a picked date ("2026-11-20") and time ("17:30") in a zone, as ISO 8601; without a time the last
 * millisecond of that day (decisions, section 3).
 */
export function instantOf(date: string, time: string, timeZone: string) {
  // Where clocks go back at midnight the day's last hour comes twice: its end is where the next day begins.
  if (time === '') return new Date(instantAt(Date.parse(`${date}T24:00:00.000Z`), timeZone) - 1).toISOString()
  return new Date(instantAt(Date.parse(`${date}T${time}:00.000Z`), timeZone)).toISOString()
}

/** The date and time that the clock in a zone shows at an instant; the other direction of `instantOf`. */
export function dateTimeIn(iso: string, timeZone: string) {
  const wall = new Date(wallClock(Date.parse(iso), timeZone))
  const [date = '', clock = ''] = wall.toISOString().split('T')
  return { date, time: clock.slice(0, 5), endOfDay: clock === '23:59:59.999Z' }
}

/** The beginning of the day, in a zone, that an instant lies in, and of the day `days` later, in milliseconds. */
export function startOfDay(time: number, timeZone: string, days = 0) {
  const wall = new Date(wallClock(time, timeZone))
  return instantAt(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days), timeZone)
}

/** The day that an instant lies in, in a zone: "2026-11-20". */
export const dateOf = (time: number, timeZone: string) => dateOfWall(wallClock(time, timeZone))

/** A day of the calendar and the instants, in milliseconds, between which it lies in some zone. */
export interface Day {
  date: string
  from: number
  to: number
}

/** The week, Monday first, that an instant lies in, in a zone, or the one `weeks` later. */
export function weekOf(time: number, timeZone: string, weeks = 0): Day[] {
  const wall = new Date(wallClock(time, timeZone))
  return daysFrom(wall, wall.getUTCDate() - ((wall.getUTCDay() + 6) % 7) + 7 * weeks, 7, timeZone)
}

/** The month that an instant lies in, in a zone. */
export function monthOf(time: number, timeZone: string): Day[] {
  const wall = new Date(wallClock(time, timeZone))
  const length = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
  return daysFrom(wall, 1, length, timeZone)
}

/** So many days, in a zone, of which the last is the one that an instant lies in. */
export function lastDays(time: number, timeZone: string, count: number): Day[] {
  const wall = new Date(wallClock(time, timeZone))
  return daysFrom(wall, wall.getUTCDate() - count + 1, count, timeZone)
}

/** Days from one on that is counted from the beginning of the month that the wall clock shows. */
function daysFrom(wall: Date, first: number, count: number, timeZone: string): Day[] {
  const walls = Array.from({ length: count + 1 }, (_, day) =>
    Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), first + day),
  )
  const starts = walls.map((each) => instantAt(each, timeZone))
  return walls.slice(0, count).map((each, day) => ({
    date: dateOfWall(each),
    from: starts[day] as number,
    to: starts[day + 1] as number,
  }))
}

/** Where a row of days begins and ends. */
export const boundsOf = (days: Day[]) => ({ from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 })

/** How many midnights, in a zone, lie between two instants. */
export const daysBetween = (from: number, to: number, timeZone: string) =>
  Math.round((Date.parse(dateOf(to, timeZone)) - Date.parse(dateOf(from, timeZone))) / 86_400_000)

/** The week, Monday first, with this day ("2026-11-20") in it, in a zone. */
export const weekWith = (date: string, timeZone: string) =>
  weekOf(instantAt(Date.parse(`${date}T12:00:00.000Z`), timeZone), timeZone)

const dateOfWall = (wall: number) => new Date(wall).toISOString().slice(0, 10)

/** "Nov 3" (specification: 'MMM d'). */
export const formatDay = (iso: string, timeZone: string) =>
  formatOf({ month: 'short', day: 'numeric' }, timeZone).format(Date.parse(iso))

/** "Nov 3, 2026" (specification: 'MMM d, yyyy'). */
export const formatDate = (iso: string, timeZone: string) =>
  formatOf({ month: 'short', day: 'numeric', year: 'numeric' }, timeZone).format(Date.parse(iso))

/** "Mon, Nov 23, 2026". */
export const formatWeekdayDate = (iso: string, timeZone: string) =>
  formatOf({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }, timeZone).format(Date.parse(iso))

/** "Nov 16 – Nov 22", or "Nov 16" for one day; of days of the calendar, as 2026-11-16, where one may be left open. */
export function formatDays(from: string | undefined, to: string | undefined) {
  const [first, last] = [from, to].map((date) => date && formatDay(`${date}T12:00:00.000Z`, 'UTC'))
  if (first && last) return from === to ? first : `${first} – ${last}`
  return first ? `since ${first}` : `until ${last}`
}

/** "17:30". */
export function formatTime(iso: string, timeZone: string) {
  const wall = new Date(wallClock(Date.parse(iso), timeZone))
  return `${pad(wall.getUTCHours())}:${pad(wall.getUTCMinutes())}`
}

/** "17:30:05". */
export const formatClock = (time: number, timeZone: string) =>
  new Date(wallClock(time, timeZone)).toISOString().slice(11, 19)

/** "Friday, November 20". */
export const formatWeekday = (time: number, timeZone: string) =>
  formatOf({ weekday: 'long', month: 'long', day: 'numeric' }, timeZone).format(time)

/** "Nov 19, 22:00 – Nov 20, 06:10", or "Nov 20, 08:00 – 16:30" within a day; an end that is still to come is "now". */
export function formatSpan(start: string, end: string | null, timeZone: string) {
  const moment = (iso: string) => `${formatDay(iso, timeZone)}, ${formatTime(iso, timeZone)}`
  if (end === null) return `${moment(start)} – now`
  const isOneDay = dateOf(Date.parse(start), timeZone) === dateOf(Date.parse(end), timeZone)
  return `${moment(start)} – ${isOneDay ? formatTime(end, timeZone) : moment(end)}`
}

const MINUTE = 60_000
const HALF_A_DAY = 12 * 60

/** "just now", "5 min ago", "3 h ago", "yesterday", "4 days ago"; from a week on "Nov 3", of another year "Nov 3, 2025". */
export function formatAgo(iso: string, now: number, timeZone: string) {
  const time = Date.parse(iso)
  const minutes = Math.floor((now - time) / MINUTE)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < HALF_A_DAY || time >= startOfDay(now, timeZone)) return `${Math.floor(minutes / 60)} h ago`
  if (time >= startOfDay(now, timeZone, -1)) return 'yesterday'
  for (let days = 2; days < 7; days += 1) if (time >= startOfDay(now, timeZone, -days)) return `${days} days ago`
  const thisYear = formatOf({ year: 'numeric' }, timeZone)
  return thisYear.format(time) === thisYear.format(now) ? formatDay(iso, timeZone) : formatDate(iso, timeZone)
}

/**
 * "in less than a minute", "in 5 min", "in 1 h 30 min", "tomorrow", "in 4 days"; from a week on "Nov 30", of another year
 * "Nov 30, 2027". For what is to come.
 */
export function formatIn(iso: string, now: number, timeZone: string) {
  const time = Date.parse(iso)
  const minutes = Math.ceil((time - now) / MINUTE)
  if (minutes < 1) return 'in less than a minute'
  if (minutes < 60) return `in ${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (minutes < HALF_A_DAY) return `in ${hours} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
  if (time < startOfDay(now, timeZone, 1)) return `in ${hours} h`
  if (time < startOfDay(now, timeZone, 2)) return 'tomorrow'
  for (let days = 2; days < 7; days += 1) if (time < startOfDay(now, timeZone, days + 1)) return `in ${days} days`
  const thisYear = formatOf({ year: 'numeric' }, timeZone)
  return thisYear.format(time) === thisYear.format(now) ? formatDay(iso, timeZone) : formatDate(iso, timeZone)
}
