import { fold } from '../../../shared/words/fold.ts'
import { type Language, languageCodes } from '../../../shared/words/languages.ts'
import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { it } from './languages/it.ts'
import { pl } from './languages/pl.ts'
import { pt } from './languages/pt.ts'
import { tr } from './languages/tr.ts'
import { uk } from './languages/uk.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Words and their meanings, in the language of the reader and in the others. */

/** The kind of a word. */
export type WordKind =
  | 'every'
  /** An article or a preposition: nothing by itself. */
  | 'fill'
  /** "per": something is counted. */
  | 'per'
  /** An hour without minutes may follow it, as in "at 8". */
  | 'at'
  | 'to'
  | 'until'
  | 'and'
  | 'except'
  | 'first'
  | 'last'
  /** "every other": Muster has no rule for it. */
  | 'other'
  /** How often: "once", or "times" behind a number. */
  | 'once'
  | 'often'
  | 'times'
  | 'weekday'
  /** A weekday cut short, which may be a word as well. */
  | 'short'
  | 'days'
  /** Days that the words leave open: a note says so. */
  | 'loose'
  | 'unit'
  | 'am'
  | 'pm'
  | 'night'
  | 'noon'
  | 'midnight'
  | 'half'
  | 'toHalf'
  | 'month'
  /** A time that no rule of a routine says: hourly, when needed. */
  | 'unsayable'

export interface RuleWord {
  kind: WordKind
  /** Three cron fields, the number of a weekday from Sunday, or a unit. */
  value: string
}

const words: Record<Language, Vocabulary> = { en, de, es, fr, it, pt, pl, uk, tr, ar }

const cadences = {
  day: '* * *',
  week: '* * 1',
  month: '1 * *',
  quarter: '1 1,4,7,10 *',
  half: '1 1,7 *',
  year: '1 1 *',
} as const
export type Unit = keyof typeof cadences | 'hour'

/** The days of something that comes once in so much time: the first day of each, as nothing says which. */
export const daysOfUnit = (unit: Unit): string | undefined => (unit === 'hour' ? undefined : cadences[unit])

/** "montag(|s)" as "montag" and "montags". */
function formsOf(pattern: string): string[] {
  const [, before = '', choice, after = ''] = /^([^(]*)\(([^)]*)\)(.*)$/u.exec(pattern) ?? []
  return choice === undefined ? [pattern] : choice.split('|').flatMap((part) => formsOf(`${before}${part}${after}`))
}

const listOf = (text: string | undefined) => (text ?? '').split(',').filter(Boolean).flatMap(formsOf)

function* entriesOf(language: Language): Generator<[string, RuleWord]> {
  const own = words[language]
  const all = (kind: WordKind, text: string | undefined, value = '') =>
    listOf(text).map((word): [string, RuleWord] => [word, { kind, value }])
  for (const [day, names] of own.weekdays.entries()) yield* all('weekday', names, String(day))
  for (const [unit, names] of Object.entries(own.units)) yield* all('unit', names, unit)
  yield* all('days', own.daily, cadences.day)
  yield* all('loose', own.weekly, cadences.week)
  yield* all('loose', own.monthly, cadences.month)
  yield* all('loose', own.quarterly, cadences.quarter)
  yield* all('loose', own.halfYearly, cadences.half)
  yield* all('loose', own.yearly, cadences.year)
  yield* all('days', own.workdays, '* * 1-5')
  yield* all('loose', own.looseWorkdays, '* * 1-5')
  yield* all('days', own.weekend, '* * 0,6')
  yield* all('loose', own.looseWeekend, '* * 0,6')
  yield* all('days', own.monthEnd, 'L * *')
  yield* all('loose', own.monthStart, '1 * *')
  const plain = [
    ...([
      'every',
      'fill',
      'per',
      'at',
      'to',
      'until',
      'and',
      'except',
      'first',
      'last',
      'other',
      'once',
      'often',
    ] as const),
    ...(['times', 'am', 'pm', 'night', 'noon', 'midnight', 'half', 'toHalf', 'unsayable'] as const),
  ]
  for (const kind of plain) yield* all(kind, own[kind])
  yield* all('month', own.months)
  for (const [day, names] of own.short.entries()) yield* all('short', names, String(day))
}

/** Words that are long enough to be nothing else in another language. */
const isClear = ({ kind }: RuleWord) => kind !== 'short'

/** The most words in one entry. */
export const MAX_WORDS = 5

/**
 * The words that a reader of one language may mean, folded. Where languages differ, the reader's own comes first, then
 * English. Shortened weekdays of a third language are left to `isShort`.
 */
export function whenWords(language: string): ReadonlyMap<string, RuleWord[]> {
  const known = lexicons.get(language)
  if (known) return known
  const first = languageCodes.filter((code) => code === language)
  const order = [...new Set<Language>([...first, 'en', ...languageCodes])]
  const lexicon = new Map<string, RuleWord[]>()
  for (const code of order) {
    for (const [text, word] of entriesOf(code)) {
      const name = fold(text).replaceAll("'", ' ').trim()
      const before = lexicon.get(name) ?? []
      if (before.some(({ kind, value }) => kind === word.kind && (value === word.value || !isClear(word)))) continue
      lexicon.set(name, [...before, word])
    }
  }
  lexicons.set(language, lexicon)
  return lexicon
}

const lexicons = new Map<string, ReadonlyMap<string, RuleWord[]>>()

/** The weekdays, cut short, that stand for themselves in a language, folded. */
export function plainShort(language: string): ReadonlySet<string> {
  const code = languageCodes.find((each) => each === language) ?? 'en'
  const risky = new Set((words[code].everyday ?? '').split(','))
  return new Set(
    words[code].short
      .flatMap(listOf)
      .map(fold)
      .filter((word) => !risky.has(word)),
  )
}
