import type { Priority } from '../../../shared/task-status.ts'
import { fold } from '../../../shared/words/fold.ts'
import { MAX_NAME_WORDS } from '../../components/people/mention.ts'

/** Names that a new task may mention besides its title. */

export interface MentionablePerson {
  id: string
  firstName: string
  lastName: string
}

/** The words that are understood. The keys of maps are folded (`fold`). */
export interface QuickAddVocabulary {
  people: readonly MentionablePerson[]
  priorities: ReadonlyMap<string, Priority>
  /** Dates as 2026-11-20 by their words: "today", "friday", "day after tomorrow". */
  days: ReadonlyMap<string, string>
  /** Words that stand before a time: "at", "um". */
  before: ReadonlySet<string>
  today: string
  /** Whether the reader's language writes March 1 as 3/1, the month before the day. */
  isMonthFirst: boolean
}

/** A part that was understood. `raw` are the words as they were typed. */
export type ParsedPart =
  | { kind: 'person'; id: string; raw: string }
  | { kind: 'priority'; priority: Priority; raw: string }
  | { kind: 'tag'; tag: string; raw: string }
  | { kind: 'date'; date: string; time?: string; raw: string }

export interface Parsed {
  /** The words that are left. */
  title: string
  parts: ParsedPart[]
}

const MAX_TAG_LENGTH = 40
/** Signs that end a sentence or a list, and belong to no tag or name. */
const TRAILING = /[.,;:!?،؛؟]+$/u

/**
 * Takes persons (`@ana`), priorities (`!high`), tags (`#linen`) and a date out of the words of a new task. A sign
 * counts only at the beginning of a word, and only before something known: other words stay in the title. A date with
 * its time is only taken from the end, because its words also occur within titles ("Set up the Friday buffet").
 *
 * `isTyping`: more may follow. Then the last word is left alone, a name that may go on, and the date.
 */
export function parse(text: string, vocabulary: QuickAddVocabulary, { isTyping = false } = {}): Parsed {
  const words = text.split(/\s+/u).filter(Boolean)
  const isLastOpen = isTyping && !/\s$/u.test(text)
  const parts: ParsedPart[] = []
  const left: string[] = []
  for (let at = 0; at < words.length; ) {
    const isOpen = isLastOpen && at === words.length - 1
    const found = isOpen ? undefined : partAt(words, at, vocabulary, isTyping)
    if (found) parts.push(found.part)
    else left.push(words[at] as string)
    at += found?.length ?? 1
  }
  // The sentence may end behind it. The full stop of "1.12." belongs to the date.
  const bare = left.map((word, at) => (at === left.length - 1 ? word.replace(TRAILING, '') : word))
  const when = isTyping ? undefined : (dateAtEnd(left, vocabulary) ?? dateAtEnd(bare, vocabulary))
  // A task needs a title: a date alone is one.
  if (when && left.length > when.length) {
    const raw = left.splice(left.length - when.length).join(' ')
    parts.push({ kind: 'date', date: when.date, ...(when.time !== undefined && { time: when.time }), raw })
  }
  return { title: left.join(' '), parts }
}

/** The part that begins with this word, and of how many words it is. */
function partAt(words: string[], at: number, vocabulary: QuickAddVocabulary, isTyping: boolean) {
  const word = words[at] as string
  const rest = word.slice(1)
  if (word.startsWith('@')) return personAt(words, at, vocabulary.people, isTyping)
  if (word.startsWith('!')) {
    const priority = vocabulary.priorities.get(fold(rest.replace(TRAILING, '')))
    return priority && { part: { kind: 'priority', priority, raw: word } as const, length: 1 }
  }
  if (word.startsWith('#')) {
    const tag = rest.replace(TRAILING, '')
    // "#12" is a number: of a room, for example.
    const isTag = /\p{L}/u.test(tag) && tag.length <= MAX_TAG_LENGTH
    return isTag ? { part: { kind: 'tag', tag, raw: word } as const, length: 1 } : undefined
  }
  return undefined
}

/** The person whose name begins after the @: the longest name that fits one person alone. */
function personAt(words: string[], at: number, people: readonly MentionablePerson[], isTyping: boolean) {
  for (let length = Math.min(MAX_NAME_WORDS, words.length - at); length > 0; length -= 1) {
    const raw = words.slice(at, at + length).join(' ')
    const name = fold(raw.slice(1).replace(TRAILING, ''))
    const fitting = name === '' ? [] : people.filter((person) => namesOf(person).includes(name))
    const [person] = fitting
    if (!person || fitting.length > 1) continue
    // "@ana s" may become "@ana silva", who is the same or another person.
    const following = words[at + length]
    const mayGoOn = following === undefined || people.some((other) => goesOn(other, `${name} ${fold(following)}`))
    if (isTyping && mayGoOn && at + length >= words.length - 1) return undefined
    return { part: { kind: 'person', id: person.id, raw } as const, length }
  }
  return undefined
}

/** The date at the end of the words, with its time before or behind it, and of how many words both are. */
function dateAtEnd(words: readonly string[], vocabulary: QuickAddVocabulary) {
  const last = dayAtEnd(words, vocabulary)
  if (last) {
    const before = timeAtEnd(words.slice(0, -last.length), vocabulary)
    return { date: last.date, time: before?.time, length: last.length + (before?.length ?? 0) }
  }
  const time = timeAtEnd(words, vocabulary)
  const day = time && dayAtEnd(words.slice(0, -time.length), vocabulary)
  return day && { date: day.date, time: time.time, length: day.length + time.length }
}

/** The most words of a day: "the day after tomorrow". */
const MAX_DAY_WORDS = 4

/** The day at the end of the words, the longest that there is, and of how many it is. */
function dayAtEnd(words: readonly string[], vocabulary: QuickAddVocabulary) {
  for (let length = Math.min(MAX_DAY_WORDS, words.length); length > 0; length -= 1) {
    const date = dayOf(words.slice(-length).join(' '), vocabulary)
    if (date !== undefined) return { date, length }
  }
  return undefined
}

/** The time at the end of the words, and of how many it is: "10:00", "at 10", "um 10 Uhr", "a las 10". */
function timeAtEnd(words: readonly string[], { before }: QuickAddVocabulary) {
  for (const spoken of [2, 1]) {
    let said = 0
    while (before.has(fold(words.at(-1 - spoken - said) ?? ''))) said += 1
    const time = words.length < spoken ? undefined : timeOf(words.slice(-spoken).join(' '), said > 0)
    if (time !== undefined) return { time, length: spoken + said }
  }
  return undefined
}

/**
 * A day by its word, or as 2026-12-01, 2026/12/01, 1.12., 1.12.2026, 01.12.26, 1/12/2026 or 12/1/2026. Without a year
 * it is the next such day. A slash needs a year, since "1/2" may be a half. The month stands where the reader's
 * language writes it, unless no date has it there.
 */
function dayOf(word: string, { days, today, isMonthFirst }: QuickAddVocabulary): string | undefined {
  const text = fold(word.replace(/,$/u, ''))
  const known = days.get(text)
  if (known !== undefined) return known
  const iso = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (iso) return existing(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text)
  if (slashed) {
    const [first, second, year] = [Number(slashed[1]), Number(slashed[2]), wholeYear(slashed[3] as string)]
    const [monthFirst, dayFirst] = [existing(year, first, second), existing(year, second, first)]
    return isMonthFirst ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst)
  }
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?$/.exec(text)
  if (!dotted) return undefined
  const [day, month] = [Number(dotted[1]), Number(dotted[2])]
  if (dotted[3]) return existing(wholeYear(dotted[3]), month, day)
  const year = Number(today.slice(0, 4))
  // February 29 may be years away.
  for (let next = year; next <= year + 8; next += 1) {
    const date = existing(next, month, day)
    if (date !== undefined && date >= today) return date
  }
  return undefined
}

/** 2026 for "26". */
const wholeYear = (digits: string) => Number(digits) + (digits.length === 2 ? 2000 : 0)

/** The date as 2026-12-01; undefined if no calendar has it, or if it is in no year that a task may be due in. */
function existing(year: number, month: number, day: number) {
  if (year < 1970 || year > 2999) return undefined
  const date = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
  const time = Date.parse(`${date}T12:00:00.000Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined
}

/** Words and signs behind an hour, folded. In Turkish "14:00'te" is "at 14:00". */
const AFTER_AN_HOUR =
  /^(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|a\.m\.|p\.m\.|[صم]|h|uhr|heures?|horas?|годин\p{L}?|'[dt][ae])?$/u

/** A time as 10:00: "10:00", "9.30", "10am", "10 pm", "10h", "10 Uhr"; a bare "10" only behind a word such as "at". */
function timeOf(text: string, isSaid: boolean): string | undefined {
  const match = AFTER_AN_HOUR.exec(fold(text))
  if (!match) return undefined
  const [, hours, minutes = '0', half] = match
  if (!isSaid && match[2] === undefined && half === undefined) return undefined
  const isLate = /^[pم]/u.test(half ?? '')
  const isHalf = isLate || /^[aص]/u.test(half ?? '')
  const typed = Number(hours)
  if (isHalf && (typed < 1 || typed > 12)) return undefined
  const hour = isHalf ? (typed % 12) + (isLate ? 12 : 0) : typed
  if (hour > 23 || Number(minutes) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}`
}

const namesOf = ({ firstName, lastName }: MentionablePerson) => [
  ...new Set(
    [firstName, lastName, `${firstName} ${lastName}`, `${lastName} ${firstName}`].map((name) => fold(name.trim())),
  ),
]
const goesOn = (person: MentionablePerson, beginning: string) =>
  namesOf(person).some((name) => name.startsWith(beginning))
