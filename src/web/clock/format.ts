import type { Break } from '../../shared/clock-session.ts'
import { startOfDay } from '../../shared/time/time.ts'
import { formatExactTime } from '../../shared/words/exact-time.ts'
import { formatDay, formatTime, formatWeekdayName, localeOf } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'

const SECOND = 1000

/** "7:45". */
export const formatHourMinutes = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** "7:45", and a dash for zero minutes. */
export const formatCell = (minutes: number) => (minutes === 0 ? '–' : formatHourMinutes(minutes))

/** "+1:40" or "−0:20": how many minutes are above or below the agreed ones. */
export const formatBalance = (minutes: number) =>
  minutes === 0 ? '0:00' : `${minutes > 0 ? '+' : '−'}${formatHourMinutes(Math.abs(minutes))}`

/** "2:14:07", a running time. It is never negative, even if this device's clock is behind the server's. */
export function formatRunning(milliseconds: number) {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return [hours, String(minutes).padStart(2, '0'), String(seconds % 60).padStart(2, '0')].join(':')
}

/** "08:02", "yesterday 22:00" or "Nov 18, 22:00". */
export function formatSince(iso: string, now: number, reader: Reader) {
  const time = Date.parse(iso)
  const clock = formatTime(iso, reader)
  if (time >= startOfDay(now, reader.timeZone)) return clock
  if (time >= startOfDay(now, reader.timeZone, -1)) return reader.i18n.t('yesterday {time}', { time: clock })
  return reader.i18n.t('{date}, {time}', { date: formatDay(iso, reader), time: clock })
}

/** The part of a session within a day: "08:02 – 12:10", "00:00 – 06:10", "22:00 – 24:00", "08:02 – now". */
export function formatPart(
  { startTime, endTime }: { startTime: string; endTime: string | null },
  day: { from: number; to: number },
  now: number,
  reader: Reader,
) {
  const begin = new Date(Math.max(Date.parse(startTime), day.from)).toISOString()
  const end = endTime === null ? now : Date.parse(endTime)
  const start = formatExactTime(begin, reader)
  if (end >= day.to) return `${start} – ${endOfDay(day.to, reader)}`
  return endTime === null ? reader.i18n.t('{start} – now', { start }) : `${start} – ${formatExactTime(endTime, reader)}`
}

/** A break in words: "12:00 – 12:30", "12:00 – now (paid)". */
export function formatBreak({ startTime, endTime, isPaid }: Break, reader: Reader) {
  const start = formatExactTime(startTime, reader)
  const span =
    endTime === null ? reader.i18n.t('{start} – now', { start }) : `${start} – ${formatExactTime(endTime, reader)}`
  return isPaid ? reader.i18n.t('{span} (paid)', { span }) : span
}

/** "24:00", or "12:00 AM" in a language with the 12-hour clock. */
function endOfDay(midnight: number, reader: Reader) {
  const { hour12 } = new Intl.DateTimeFormat(localeOf(reader), { hour: 'numeric' }).resolvedOptions()
  return hour12 ? formatTime(new Date(midnight).toISOString(), reader) : '24:00'
}

/** "Mon 16", of the day at a position (0 to 6) of a week that begins with Monday. */
export const formatWeekdayOf = (date: string, at: number, { i18n }: Pick<Reader, 'i18n'>) =>
  i18n.t('{weekday} {day}', { weekday: formatWeekdayName(at + 1, { i18n }, 'short'), day: Number(date.slice(8)) })

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
/** "Mo", of the day at a position (0 to 6) of a week that begins with Monday. */
export const formatShortestWeekday = (at: number, i18n: Reader['i18n']) =>
  i18n.t(
    '{day, select, mon {Mo} tue {Tu} wed {We} thu {Th} fri {Fr} sat {Sa} other {Su}} ##weekday in one or two letters',
    { day: days[at] },
  )
