import type { Period } from '../../src/shared/analytics.ts'

/** Days as `Intl` tells them, without `src/shared/time/time.ts`, for tests that count figures a second way. */

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Zones with a night on which the clocks change, forward or back; some change at midnight, some by half an hour. */
export const nights: [zone: string, night: string][] = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/St_Johns', '2026-11-01'],
  ['America/Santiago', '2026-09-06'],
  ['America/Havana', '2026-11-01'],
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Beirut', '2026-03-29'],
  ['Asia/Beirut', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Chatham', '2026-09-27'],
  ['Asia/Kathmandu', '2026-12-31'],
  ['UTC', '2028-02-29'],
]

export const timeOf = (time: number | null) => time && new Date(time).toISOString()

/** The day that a clock in the zone shows, and the day so many days later, both as "2026-11-20". */
const formats = new Map<string, Intl.DateTimeFormat>()
export function dayIn(zone: string, time: number) {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  formats.set(zone, format)
  return format.format(time)
}
export const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** The first and the last day of a period. */
export function daysIn(period: Period, today: string): [first: string, last: string] {
  if (period === 'day') return [today, today]
  if (period === 'month') {
    const next = dayAfter(`${today.slice(0, 7)}-28`, 4)
    return [`${today.slice(0, 7)}-01`, dayAfter(next, -Number(next.slice(8)))]
  }
  const monday = dayAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  return [monday, dayAfter(monday, 6)]
}

/** The weekday, from 1 for Monday, and the hour that a clock in the zone shows. */
const clocks = new Map<string, Intl.DateTimeFormat>()
export function hourIn(zone: string, time: number) {
  const options = { timeZone: zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' } as const
  const format = clocks.get(zone) ?? new Intl.DateTimeFormat('en-GB', options)
  clocks.set(zone, format)
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.get('weekday') ?? '') + 1
  return { weekday, hour: Number(parts.get('hour')) }
}
