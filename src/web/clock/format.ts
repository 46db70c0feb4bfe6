import { dateOf, formatDay, formatTime, startOfDay } from '../../shared/time.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** "7:45", and a dash for zero minutes. */
export const formatCell = (minutes: number) =>
  minutes === 0 ? '–' : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** "2:14:07", a running time. It is never negative, even if this device's clock is behind the server's. */
export function formatRunning(milliseconds: number) {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return [hours, String(minutes).padStart(2, '0'), String(seconds % 60).padStart(2, '0')].join(':')
}

/** "08:02", "yesterday 22:00" or "Nov 18, 22:00". */
export function formatSince(iso: string, now: number, timeZone: string) {
  const time = Date.parse(iso)
  const clock = formatTime(iso, timeZone)
  if (time >= startOfDay(now, timeZone)) return clock
  return time >= startOfDay(now, timeZone, -1) ? `yesterday ${clock}` : `${formatDay(iso, timeZone)}, ${clock}`
}

/** The part of a session within a day: "08:02 – 12:10", "00:00 – 06:10", "22:00 – 24:00", "08:02 – now". */
export function formatPart(
  { startTime, endTime }: { startTime: string; endTime: string | null },
  day: { from: number; to: number },
  now: number,
  timeZone: string,
) {
  const begin = new Date(Math.max(Date.parse(startTime), day.from)).toISOString()
  const end = endTime === null ? now : Date.parse(endTime)
  const ending = end >= day.to ? '24:00' : endTime === null ? 'now' : formatTime(endTime, timeZone)
  return `${formatTime(begin, timeZone)} – ${ending}`
}

/** A week's first and last day: "Nov 16 – 22, 2026", "Nov 30 – Dec 6, 2026". */
export function formatWeek(monday: string, sunday: string) {
  const noon = (date: string) => `${date}T12:00:00.000Z`
  const [first, last] = [formatDay(noon(monday), 'UTC'), formatDay(noon(sunday), 'UTC')]
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  return `${first} – ${isOneMonth ? Number(sunday.slice(8)) : last}, ${sunday.slice(0, 4)}`
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
/** "Mon 16". */
export const formatWeekdayOf = (date: string, at: number) => `${weekdays[at]} ${Number(date.slice(8))}`

/** The date (YYYY-MM-DD) `days` later. */
export const daysLater = (date: string, days: number) =>
  dateOf(Date.parse(`${date}T12:00:00.000Z`) + days * 24 * HOUR, 'UTC')
