import { fold, hasWords, searchable, searchWords } from './fold.ts'

/** How well a name matches, the best first. */
export const matchRanks = { begins: 0, wordsBegin: 1, contains: 2, none: 3 } as const
export type MatchRank = (typeof matchRanks)[keyof typeof matchRanks]

const NOT_A_WORD = /[^\p{L}\p{N}]+/gu

/**
 * Returns how well names match a search, without case and accents: the name begins with it; each of its words begins a
 * word of the name; each is somewhere in the name; or not at all.
 */
export function nameMatcher(search: string): (name: string) => MatchRank {
  const whole = fold(search.trim())
  const words = searchWords(search)
  return (name) => {
    const text = searchable(name)
    if (words.length === 0 || !hasWords(text, words)) return matchRanks.none
    if (text.startsWith(whole)) return matchRanks.begins
    const spaced = ` ${text} ${text.replace(NOT_A_WORD, ' ')}`
    const beginnings = words.map((forms) => forms.map((form) => ` ${form}`))
    return hasWords(spaced, beginnings) ? matchRanks.wordsBegin : matchRanks.contains
  }
}
