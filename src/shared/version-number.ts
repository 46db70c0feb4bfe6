import { fold } from './words/fold.ts'

/** The numbers that people give to the editions of a document: "1.0", "3", "v2.4". */

/** A number with a word before it that means "version" in many languages; or parts of numbers with dots between. */
const COUNTED = /^(\p{L}{0,10}[.:]?\s*)((?:\d{1,6}\.){0,4})(\d{1,6})$/u
/** "2026.11.22", or "2026": a date, which has no next number. */
const IS_DATED = /^(?:19|20)\d\d(?:\.|$)/

const MAX_LENGTH = 20

/**
 * The number of the next edition: "1.1" after "1.0", "3" after "2". It skips numbers that are taken. Null for a text
 * without a next number, such as "2024-A".
 */
export function nextVersion(version: string, taken: readonly string[] = []): string | null {
  const [, word = '', parts = '', last] = COUNTED.exec(version.trim()) ?? []
  if (last === undefined || IS_DATED.test(parts + last)) return null
  for (let number = Number(last) + 1; ; number += 1) {
    const next = word + parts + String(number).padStart(last.length, '0')
    if (next.length > MAX_LENGTH) return null
    if (!taken.some((each) => isSameVersion(each, next))) return next
  }
}

/** Whether two versions are the same to a reader: "V 2.0" and "v2.0" are. */
export const isSameVersion = (one: string, other: string) => comparable(one) === comparable(other)

const comparable = (version: string) => fold(version).replace(/\s+/g, '')
