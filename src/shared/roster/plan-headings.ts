import { fold } from '../words/fold.ts'
import { infoOf, type Language, languageCodes } from '../words/languages.ts'
import { type Message, msg } from '../words/message.ts'

/** The days that the headings of a pasted plan name: pure functions. */

const DAY_MS = 86_400_000
/** Characters of a heading that are looked at. */
const MAX_HEADING = 100

export interface HeadingOptions {
  /** The days that the screen shows, in order. A heading without a month or a year means one of them, or near them. */
  days: readonly string[]
  language: Language
  /** Whether the reader writes 12/7 for December 7. */
  isMonthFirst: boolean
}

/** The day that a heading names, why it names none, or null for a heading about something else. */
export type ReadHeading = { date: string } | { fault: Message } | null

const dayOf = (date: string) => new Date(`${date}T00:00:00.000Z`).getUTCDay()
const withoutPoints = (text: string) => fold(text).replaceAll('.', '').trim()

/** The names of weekdays or months in all languages. Where two languages mean different ones, the reader's counts. */
function namesOf(language: Language, dates: readonly Date[], options: readonly Intl.DateTimeFormatOptions[]) {
  const names = new Map<string, number>()
  const kind = options[0]?.weekday ? 'weekday' : 'month'
  for (const code of [language, ...languageCodes]) {
    for (const option of options) {
      const format = new Intl.DateTimeFormat(infoOf(code).tag, { ...option, timeZone: 'UTC' })
      for (const [number, date] of dates.entries()) {
        const name = withoutPoints(format.formatToParts(date).find(({ type }) => type === kind)?.value ?? '')
        // "segunda-feira" is "segunda", too.
        for (const form of [name, name.split('-')[0] ?? '']) if (!names.has(form)) names.set(form, number)
      }
    }
  }
  names.delete('')
  return names
}

const SUNDAY = Date.UTC(2026, 10, 1)

/** Makes the function that reads headings. `after` is the day of the heading before it, for weekdays without a date. */
export function headingReader({ days, language, isMonthFirst }: HeadingOptions) {
  const weekdays = namesOf(
    language,
    Array.from({ length: 7 }, (_, day) => new Date(SUNDAY + day * DAY_MS)),
    [{ weekday: 'long' }, { weekday: 'short' }],
  )
  const months = namesOf(
    language,
    Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 7))),
    // With a day beside them the names of some languages are declined.
    [{ month: 'long', day: 'numeric' }, { month: 'short', day: 'numeric' }, { month: 'long' }, { month: 'short' }],
  )
  const first = days[0] ?? ''
  const near = Date.parse(first) + (days.length * DAY_MS) / 2

  /** The date of a day and a month, in the year named, or in the one that brings it nearest. */
  function dateOf(day: number, month: number, year: number | undefined): string | undefined {
    const shown = Number(first.slice(0, 4))
    const years = year === undefined ? [shown - 1, shown, shown + 1] : [year < 100 ? 2000 + year : year]
    const found = years.flatMap((each) => {
      const date = new Date(Date.UTC(each, month - 1, day))
      const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && each >= 1970 && each < 3000
      return exists ? [date] : []
    })
    found.sort((a, b) => Math.abs(a.getTime() - near) - Math.abs(b.getTime() - near))
    return found[0]?.toISOString().slice(0, 10)
  }

  return (text: string, after?: string): ReadHeading => {
    const folded = fold(text.slice(0, MAX_HEADING)).replace(/\s+/g, ' ').trim()
    const fault = (): ReadHeading => ({ fault: msg('"{text}" is no day', { text: text.trim().slice(0, 40) }) })
    const words = folded.match(/\p{L}+(?:-\p{L}+)*/gu) ?? []
    const weekday = words.map((word) => weekdays.get(word)).find((day) => day !== undefined)
    const isOn = (date: string | undefined) => date !== undefined && (weekday === undefined || dayOf(date) === weekday)
    // Times of a shift: "06:00", "6-14".
    if (/\d[:h]\d\d/.test(folded) || /^\D*\d{1,2}\s?-\s?\d{1,2}\D*$/.test(folded)) return null
    const numbers = (folded.match(/\d+/g) ?? []).map(Number)
    const iso = /(\d{4})[-./](\d{1,2})[-./](\d{1,2})/.exec(folded)
    if (iso) {
      const date = dateOf(Number(iso[3]), Number(iso[2]), Number(iso[1]))
      return date === undefined ? fault() : { date }
    }
    const [one, two, three] = numbers
    if (one === undefined) {
      if (weekday === undefined) return null
      const date = days.find((each) => isOn(each) && (after === undefined || each > after)) ?? days.find(isOn)
      return date === undefined ? fault() : { date }
    }
    const month = words.map((word) => months.get(word)).find((found) => found !== undefined)
    if (two === undefined || (two > 31 && month !== undefined)) {
      // "Mar 10" is a Tuesday in some languages. It is, if the days have such a one.
      const shown = days.find((each) => Number(each.slice(8)) === one && isOn(each))
      if (shown !== undefined && (weekday !== undefined || month === undefined)) return { date: shown }
      const named = month === undefined ? undefined : dateOf(one, month + 1, two)
      if (named !== undefined) return { date: named }
      return weekday === undefined && month === undefined && words.length > 0 ? null : fault()
    }
    const dayFirst = dateOf(one, two, three)
    const monthFirst = dateOf(two, one, three)
    const isMonthBefore = isMonthFirst && !folded.includes('.')
    const found = (isMonthBefore ? [monthFirst, dayFirst] : [dayFirst, monthFirst]).find(isOn)
    if (found !== undefined) return { date: found }
    return weekday === undefined && words.length > 0 ? null : fault()
  }
}
