import { dateOf, startOfDay } from '../time/time.ts'
import type { Reader } from './reader.ts'

/** Dates, times and numbers in the words of a reader. No other file puts them into words. Examples are English. */

type Language = Pick<Reader, 'i18n'>

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are slow to make and few are needed: one for each language, set of options and zone. */
function formatOf(options: Intl.DateTimeFormatOptions, { i18n, timeZone }: Reader) {
  const locale = localeOf({ i18n })
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, format)
  return format
}

/** The BCP 47 tag by which `Intl` formats and sorts. */
export const localeOf = ({ i18n }: Language) => (i18n.locales as string | undefined) ?? i18n.locale

/** "Nov 3". */
export const formatDay = (iso: string, reader: Reader) =>
  formatOf({ month: 'short', day: 'numeric' }, reader).format(Date.parse(iso))

const DATE = { month: 'short', day: 'numeric', year: 'numeric' } as const

/** "Nov 3, 2026". */
export const formatDate = (iso: string, reader: Reader) => formatOf(DATE, reader).format(Date.parse(iso))

/** "Mon, Nov 23, 2026". */
export const formatWeekdayDate = (iso: string, reader: Reader) =>
  formatOf({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }, reader).format(Date.parse(iso))

/** "Friday, November 20", of milliseconds. */
export const formatWeekday = (time: number, reader: Reader) =>
  formatOf({ weekday: 'long', month: 'long', day: 'numeric' }, reader).format(time)

/** The name of a weekday, 0 for Sunday: "Mon", or "Monday". */
export const formatWeekdayName = (day: number, reader: Language, length: 'short' | 'long') =>
  formatOf({ weekday: length }, { i18n: reader.i18n, timeZone: 'UTC' }).format(Date.UTC(2026, 10, 1 + day))

/** Whether a date in digits has the month before the day, as "11/3/2026" for November 3. */
export const writesMonthFirst = ({ i18n }: Language) =>
  formatOf({ year: 'numeric', month: 'numeric', day: 'numeric' }, { i18n, timeZone: 'UTC' })
    .formatToParts(0)
    .find(({ type }) => type === 'month' || type === 'day')?.type === 'month'

/** Whether the reader's language is English, of any country. */
export const isEnglish = (reader: Language) => /^en\b/.test(localeOf(reader))

/** Invisible signs, by which some languages keep the digits of a date in order. */
const INVISIBLE = /\p{Cf}/gu

/** "11/20/2026", or "20.11.2026": a date "2026-11-20" in digits alone, as people type it. */
export const formatDigits = (date: string, { i18n }: Language) =>
  formatOf(
    { year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory', numberingSystem: 'latn' },
    { i18n, timeZone: 'UTC' },
  )
    .format(Date.parse(date))
    .replace(INVISIBLE, '')

/** "." or ",": what stands before the decimals of a number. */
export const decimalSign = ({ i18n }: Language) => i18n.number(0.5).slice(1, 2)

/** "November 2026", of a month as 2026-11. */
export const formatMonth = (month: string, { i18n }: Language) =>
  formatOf({ month: 'long', year: 'numeric' }, { i18n, timeZone: 'UTC' }).format(
    Date.parse(`${month}-15T12:00:00.000Z`),
  )

/** "Mar", of a day: 2027-03-28. */
export const formatShortMonth = (date: string, { i18n }: Language) =>
  formatOf({ month: 'short' }, { i18n, timeZone: 'UTC' }).format(Date.parse(date))

/** "17:30", or "5:30 PM" in a language with the 12-hour clock. */
export const formatTime = (iso: string, reader: Reader) =>
  formatOf({ hour: '2-digit', minute: '2-digit' }, reader).format(Date.parse(iso))

/** "17:30:05", of milliseconds. */
export const formatClock = (time: number, reader: Reader) =>
  formatOf({ hour: '2-digit', minute: '2-digit', second: '2-digit' }, reader).format(time)

/** "Nov 20, 2026, 17:30". */
export const formatDateTime = (iso: string, reader: Reader) =>
  reader.i18n.t('{date}, {time}', { date: formatDate(iso, reader), time: formatTime(iso, reader) })

/** `Intl` puts thin spaces around the dash of a range, every other text here has full ones. */
const THIN_SPACE = '\u2009'

/**
 * "Nov 16 – 22, 2026", "Dec 28 – Jan 3, 2027", or "Nov 16, 2026" for one day, of dates as 2026-11-16. Without one of
 * them "since Nov 16, 2026" or "until Nov 22, 2026".
 */
export function formatDays(from: string | undefined, to: string | undefined, { i18n }: Language) {
  const reader = { i18n, timeZone: 'UTC' }
  const [first, last] = [from, to].map((date) => date && `${date}T12:00:00.000Z`)
  if (!first || !last)
    return first
      ? i18n.t('since {day}', { day: formatDate(first, reader) })
      : i18n.t('until {day}', { day: last && formatDate(last, reader) })
  if (first.slice(0, 4) !== last.slice(0, 4)) return `${formatDay(first, reader)} – ${formatDate(last, reader)}`
  const range = formatOf(DATE, reader).formatRange(Date.parse(first), Date.parse(last))
  return range.replaceAll(THIN_SPACE, ' ')
}

/** "Nov 19, 22:00 – Nov 20, 06:10", or "Nov 20, 08:00 – 16:30" within a day. Without an end it is "now". */
export function formatSpan(start: string, end: string | null, reader: Reader) {
  const { i18n, timeZone } = reader
  const moment = (iso: string) =>
    i18n.t('{date}, {time}', { date: formatDay(iso, reader), time: formatTime(iso, reader) })
  if (end === null) return i18n.t('{start} – now', { start: moment(start) })
  const isOneDay = dateOf(Date.parse(start), timeZone) === dateOf(Date.parse(end), timeZone)
  return `${moment(start)} – ${isOneDay ? formatTime(end, reader) : moment(end)}`
}

/** The word for the day so many days from today, where the language has one: "today", "tomorrow". */
export const formatDayWord = (days: number, reader: Language) =>
  new Intl.RelativeTimeFormat(localeOf(reader), { numeric: 'auto' }).format(days, 'day')

const MINUTE = 60_000
/** Minutes. */
const HALF_A_DAY = 12 * 60

/**
 * How long ago an instant was: "just now", "5 min ago", "3 h ago", "yesterday", "4 days ago". From a week on it is the
 * date, "Nov 3", and in another year "Nov 3, 2025". `now` is in milliseconds.
 */
export function formatAgo(iso: string, now: number, reader: Reader) {
  const { i18n, timeZone } = reader
  const time = Date.parse(iso)
  const minutes = Math.floor((now - time) / MINUTE)
  if (minutes < 1) return i18n.t('just now')
  if (minutes < 60) return i18n.t('{minutes} min ago', { minutes })
  if (minutes < HALF_A_DAY || time >= startOfDay(now, timeZone))
    return i18n.t('{hours} h ago', { hours: Math.floor(minutes / 60) })
  if (time >= startOfDay(now, timeZone, -1)) return i18n.t('yesterday')
  for (let days = 2; days < 7; days += 1)
    if (time >= startOfDay(now, timeZone, -days))
      return i18n.t('{days, plural, one {# day ago} other {# days ago}}', { days })
  return dayOrDate(iso, now, reader)
}

/**
 * How far ahead an instant is: "in less than a minute", "in 5 min", "in 1 h 30 min", "tomorrow", "in 4 days". From a
 * week on it is the date, "Nov 30", and in another year "Nov 30, 2027". `now` is in milliseconds.
 */
export function formatIn(iso: string, now: number, reader: Reader) {
  const { i18n, timeZone } = reader
  const time = Date.parse(iso)
  const minutes = Math.ceil((time - now) / MINUTE)
  if (minutes < 1) return i18n.t('in less than a minute')
  if (minutes < 60) return i18n.t('in {minutes} min', { minutes })
  const hours = Math.floor(minutes / 60)
  if (minutes < HALF_A_DAY && minutes % 60 !== 0)
    return i18n.t('in {hours} h {minutes} min', { hours, minutes: minutes % 60 })
  if (minutes < HALF_A_DAY || time < startOfDay(now, timeZone, 1)) return i18n.t('in {hours} h', { hours })
  if (time < startOfDay(now, timeZone, 2)) return i18n.t('tomorrow')
  for (let days = 2; days < 7; days += 1)
    if (time < startOfDay(now, timeZone, days + 1))
      return i18n.t('{days, plural, one {in # day} other {in # days}}', { days })
  return dayOrDate(iso, now, reader)
}

function dayOrDate(iso: string, now: number, reader: Reader) {
  const year = (time: number) => dateOf(time, reader.timeZone).slice(0, 4)
  return year(Date.parse(iso)) === year(now) ? formatDay(iso, reader) : formatDate(iso, reader)
}

/** "30,000". */
export const formatCount = (count: number, { i18n }: Language) => i18n.number(count)

/** "5.3", without the decimal from 100 on. */
export const formatDecimal = (value: number, { i18n }: Language) =>
  i18n.number(value, { maximumFractionDigits: value < 100 ? 1 : 0 })

/** "3.4": one digit after the decimal sign. */
export const formatTenths = (number: number, { i18n }: Language) =>
  i18n.number(number, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** British English has no comma before the last "and", as the texts of Muster. */
const listLocaleOf = (reader: Language) => localeOf(reader).replace(/^en\b.*/, 'en-GB')

/** "2 tasks, 1 project and 3 people". */
export const formatList = (parts: string[], reader: Language) =>
  new Intl.ListFormat(listLocaleOf(reader), { type: 'conjunction' }).format(parts)

/** "Monday, Wednesday, and Friday": in English with a comma before "and". */
export const formatListWithComma = (parts: string[], reader: Language) =>
  new Intl.ListFormat(localeOf(reader), { type: 'conjunction' }).format(parts)

/** "Name, Email, Role": a list without "and". Some languages have one all the same. */
export const formatSeries = (parts: string[], reader: Language) =>
  new Intl.ListFormat(listLocaleOf(reader), { type: 'unit' }).format(parts)

const collators = new Map<string, Intl.Collator>()

/** Compares two texts for sorting, as the reader's language orders them. */
export function compareTexts(a: string, b: string, reader: Language) {
  const locale = localeOf(reader)
  const collator = collators.get(locale) ?? new Intl.Collator(locale, { sensitivity: 'base', numeric: true })
  collators.set(locale, collator)
  return collator.compare(a, b)
}
