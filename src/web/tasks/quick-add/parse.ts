import { fold } from '../../../shared/fold.ts'
import type { Priority } from '../../../shared/task-status.ts'

/** What the words of a new task may say besides its title. */

export interface MentionablePerson {
  id: string
  firstName: string
  lastName: string
}

/** The words that are understood. The keys of maps are folded (`fold`). */
export interface Vocabulary {
  people: readonly MentionablePerson[]
  priorities: ReadonlyMap<string, Priority>
  /** Dates as 2026-11-20 by their words: "today", "friday". */
  days: ReadonlyMap<string, string>
}

/** What was understood. `raw` are the words as they were typed. */
export type Part =
  | { kind: 'person'; id: string; raw: string }
  | { kind: 'priority'; priority: Priority; raw: string }
  | { kind: 'tag'; tag: string; raw: string }
  | { kind: 'date'; date: string; raw: string }

export interface Parsed {
  /** The words that are left. */
  title: string
  parts: Part[]
}

const MAX_TAG_LENGTH = 40
/** A name is written in so many words at most. */
const MAX_NAME_WORDS = 5
/** Signs that end a sentence or a list, and belong to no tag or name. */
const TRAILING = /[.,;:!?،؛؟]+$/u

/**
 * Takes persons (`@ana`), priorities (`!high`), tags (`#linen`) and a date out of the words of a new task. A sign counts only at the
 * beginning of a word, and only before something known: whatever is not understood stays in the title. A date is only taken from the
 * end, because its words also occur within titles ("Set up the Friday buffet").
 *
 * `isTyping`: more may follow. Then the last word is left alone, a name that may go on, and the date.
 */
export function parse(text: string, vocabulary: Vocabulary, { isTyping = false } = {}): Parsed {
  const words = text.split(/\s+/u).filter(Boolean)
  const isLastOpen = isTyping && !/\s$/u.test(text)
  const parts: Part[] = []
  const left: string[] = []
  for (let at = 0; at < words.length; ) {
    const isOpen = isLastOpen && at === words.length - 1
    const found = isOpen ? undefined : partAt(words, at, vocabulary, isTyping)
    if (found) parts.push(found.part)
    else left.push(words[at] as string)
    at += found?.length ?? 1
  }
  const last = left.at(-1)
  const date = !isTyping && last !== undefined ? vocabulary.days.get(fold(last)) : undefined
  // A task needs a title: a single word is one.
  if (date !== undefined && last !== undefined && left.length > 1) {
    left.pop()
    parts.push({ kind: 'date', date, raw: last })
  }
  return { title: left.join(' '), parts }
}

/** The part that begins with this word, and of how many words it is. */
function partAt(words: string[], at: number, vocabulary: Vocabulary, isTyping: boolean) {
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

const namesOf = ({ firstName, lastName }: MentionablePerson) => [
  ...new Set(
    [firstName, lastName, `${firstName} ${lastName}`, `${lastName} ${firstName}`].map((name) => fold(name.trim())),
  ),
]
const goesOn = (person: MentionablePerson, beginning: string) =>
  namesOf(person).some((name) => name.startsWith(beginning))

/** The name that is being typed after an @ at the end of a text, and where it begins; undefined if there is none. */
export function mentionAtEnd(text: string): { query: string; from: number } | undefined {
  const match = /(?:^|\s)@([^@#!]*)$/u.exec(text)
  if (!match) return undefined
  const query = match[1] ?? ''
  if (query.trim().split(/\s+/u).length > MAX_NAME_WORDS) return undefined
  return { query, from: text.length - query.length - 1 }
}
