import type { I18n } from '@lingui/core'

/**
 * Texts that are put into the reader's language later. The English sentence is the key of its translations. Values
 * stand in braces, plurals in the syntax of ICU: `msg('{count, plural, one {# task} other {# tasks}}', { count })`.
 */
export interface Message {
  id: string
  values?: Values
}

/** A value in a message; a message within a message is translated first (`translate`). */
export type Values = Record<string, string | number | Date | Message>

/** Marks an English sentence for translation. `i18n.t(message)` puts it into words. */
export const msg = (id: string, values?: Values): Message => (values ? { id, values } : { id })

/**
 * The English words of a text without its context. A text with two meanings has a context where it has the rarer one,
 * because other languages have two words for it: "Open ##task".
 */
export const withoutContext = (text: string) => text.replace(/ ##.*$/s, '')

/**
 * Lets values pass as they are. Lingui decodes `\\u0041` in a finished text, also where somebody has typed it; a
 * backslash that is encoded itself comes out as one. In a text from right to left, words that run the other way are
 * isolated, so that the words beside them keep their place.
 */
export function keepValues(i18n: I18n, dir: 'ltr' | 'rtl'): I18n {
  const word = i18n._.bind(i18n) as (...args: unknown[]) => string
  const kept = (value: unknown) => {
    if (typeof value !== 'string') return value
    const text = value.replaceAll('\\', '\\u005c')
    return dir === 'rtl' && LEFT_TO_RIGHT.test(value) ? `\u2068${text}\u2069` : text
  }
  const all = (values: object = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, kept(value)]))
  const keeping = (text: string | { id: string; values?: object }, values?: object, ...rest: unknown[]) =>
    typeof text === 'object' ? word({ ...text, values: all(text.values) }) : word(text, all(values), ...rest)
  return Object.assign(i18n, { _: keeping, t: keeping })
}

/** Latin, Greek and Cyrillic letters. */
const LEFT_TO_RIGHT = /[a-z\u00c0-\u052f]/i

/** The part of Lingui's `I18n` that translates. */
export interface Translator {
  t(message: { id: string; values?: Record<string, unknown> }): string
}

/** The words of a message, with the messages among its values. */
export function translate(i18n: Translator, { id, values }: Message): string {
  if (!values) return i18n.t({ id })
  const worded = Object.entries(values).map(([name, value]) => [
    name,
    isMessage(value) ? translate(i18n, value) : value,
  ])
  return i18n.t({ id, values: Object.fromEntries(worded) })
}

const isMessage = (value: Values[string]): value is Message =>
  typeof value === 'object' && !(value instanceof Date) && 'id' in value

/** The messages with values that contracts hold, by their English words. */
const composed = new Map<string, Message>()

/**
 * A message in English, for contracts: zod takes nothing but a text. `contractMessage` finds the message again. Call it
 * while a module loads, never with a client's values, because the message is kept.
 */
export function english(id: string, values?: Record<string, string | number>): string {
  if (!values) return id
  const text = plainEnglish({ id, values })
  composed.set(text, { id, values })
  return text
}

/** The English words of a message. Its plurals have the forms `one` and `other`, without values within them. */
export const plainEnglish = ({ id, values = {} }: Message): string =>
  id
    .replace(PLURAL, (_, name: string, one: string, other: string) =>
      (values[name] === 1 ? one : other).replaceAll('#', String(values[name])),
    )
    .replace(/\{(\w+)\}/g, (braces, name: string) => {
      const value = values[name] ?? braces
      return isMessage(value) ? plainEnglish(value) : String(value)
    })

const PLURAL = /\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g

/** The message of an English text of a contract. */
export const contractMessage = (text: string): Message => composed.get(text) ?? { id: text }
