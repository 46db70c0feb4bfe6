import { type Priority, priorities } from '../../../shared/task-status.ts'
import { dateOf, startOfDay } from '../../../shared/time/time.ts'
import { fold } from '../../../shared/words/fold.ts'
import { writesMonthFirst } from '../../../shared/words/formats.ts'
import { type Language, languageCodes, languages } from '../../../shared/words/languages.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { priorityLabels } from '../../components/labels/priority-icon.tsx'
import type { MentionablePerson, QuickAddVocabulary } from './parse.ts'

const WEEK = 7
/** Words before a time, in all languages: people write in several. */
const BEFORE_A_TIME = new Set(
  [
    ...['at', '@', 'um', 'a', 'las', 'la', 'alle', 'ore', 'as', 'o', 'godz.', 'godz', 'godzinie'],
    ...['о', 'об', 'saat', 'الساعة', 'في'],
  ].map(fold),
)

/** Ways to say the day after tomorrow that `Intl` does not have. */
const AFTER_TOMORROW = ['day after tomorrow', 'the day after tomorrow', 'بعد غد']

/**
 * The reader's words for priorities, also in English, and the words of all languages for days: people write in several.
 * Where two languages differ, the reader's counts. A weekday is the next after today. `now` is in ms.
 */
export function vocabularyFor(people: readonly MentionablePerson[], reader: Reader, now: number): QuickAddVocabulary {
  const ofPriorities = new Map<string, Priority>()
  for (const priority of priorities)
    for (const word of [priority, reader.i18n.t(priorityLabels[priority])]) ofPriorities.set(fold(word), priority)

  const days = new Map<string, string>()
  const dates = Array.from({ length: WEEK + 1 }, (_, ahead) =>
    dateOf(startOfDay(now, reader.timeZone, ahead) + HALF_A_DAY, reader.timeZone),
  )
  const own = languageCodes.find((code) => code === reader.i18n.locale) ?? 'en'
  // The reader's language comes last, and today after the same weekday of the next week.
  for (const code of [...languageCodes.filter((code) => code !== own), own])
    for (const [ahead, date] of [...dates.entries()].toReversed())
      for (const word of wordsOfDay(code, ahead, date)) days.set(word, date)
  for (const word of AFTER_TOMORROW) days.set(fold(word), dates[2] ?? '')
  return {
    people,
    priorities: ofPriorities,
    days,
    before: BEFORE_A_TIME,
    today: dateOf(now, reader.timeZone),
    isMonthFirst: writesMonthFirst(reader),
  }
}

/** The words of a language for the day so many days from today, folded: "tomorrow" or "in 2 days", and "sunday". */
function wordsOfDay(code: Language, ahead: number, date: string) {
  const { byDistance, byWeekday } = formatsOf(code)
  const distance = fold(byDistance.format(ahead, 'day'))
  return ahead === 0 ? [distance] : [fold(byWeekday.format(Date.parse(`${date}T12:00Z`))), distance]
}

/** They take long to make. */
const formats = new Map<Language, ReturnType<typeof newFormats>>()
function formatsOf(code: Language) {
  const known = formats.get(code) ?? newFormats(languages[code].tag)
  formats.set(code, known)
  return known
}
const newFormats = (tag: string) => ({
  byDistance: new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }),
  byWeekday: new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
})

const HALF_A_DAY = 12 * 3_600_000
