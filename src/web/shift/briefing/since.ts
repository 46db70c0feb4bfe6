import { dateOf, daysBetween } from '../../../shared/time/time.ts'
import { formatDay, formatTime, formatWeekdayName } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

const DAYS_OF_A_WEEK = 7

/** "15:24" of today, "Fri 15:24" of the last days, "Nov 3, 15:24" of earlier ones. `now` is in milliseconds. */
export function formatLeft(iso: string, now: number, reader: Reader) {
  const { i18n, timeZone } = reader
  const time = formatTime(iso, reader)
  const days = daysBetween(Date.parse(iso), now, timeZone)
  if (days === 0) return time
  if (days >= DAYS_OF_A_WEEK) return i18n.t('{date}, {time}', { date: formatDay(iso, reader), time })
  const weekday = new Date(`${dateOf(Date.parse(iso), timeZone)}T12:00:00Z`).getUTCDay()
  return i18n.t('{weekday} {time}', { weekday: formatWeekdayName(weekday, { i18n }, 'short'), time })
}
