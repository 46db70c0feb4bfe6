import { fold, searchable, searchWords } from '../../../shared/words/fold.ts'

const NOT_A_WORD = /[^\p{L}\p{N}]+/gu

/**
 * The stored form of a text that tasks are searched by: without case and accents, and words with umlauts also as people
 * write them who have none. Each word has a space before it somewhere, even if it follows a bracket or a hyphen, so
 * that a search finds the beginnings of words.
 */
export function searchTextOf(text: string) {
  const folded = searchable(text)
  const words = folded.replace(NOT_A_WORD, ' ')
  return words === folded ? ` ${folded}` : ` ${folded} ${words}`
}

/** The texts by which a task is found. */
interface SearchedTask {
  title: string
  description?: string | null
  tags?: string[]
  place?: string | null
}

/** The columns that lists of tasks are sorted by and searched in: the title; and title, description, tags and place. */
export const searchColumns = ({ title, description, tags = [], place }: SearchedTask) => ({
  foldedTitle: fold(title),
  searchText: searchTextOf([title, description ?? '', ...tags, ...(place ? [place] : [])].join(' ')),
})

/** Words of up to so many letters match only the beginnings of words. */
const MAX_PREFIX_LENGTH = 2
/** Names of departments match more exactly: a search for "PIN" does not mean every task of Housekeeping. */
export const SHORT_IN_DEPARTMENTS = 3
const MAX_WORDS = 10

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/**
 * The words of a search, each with its patterns for `like`; one of them must match.
 *
 * @param short words of up to so many letters match only the beginnings of words
 */
export const patternsOf = (search: string, short = MAX_PREFIX_LENGTH): string[][] =>
  wordsOf(search, short).map(({ forms, before }) => forms.map((form) => `%${before}${escaped(form)}%`))

/** Whether a text that `searchTextOf` made has all words of a search, by the same rule. */
export const hasAllWords = (searchText: string, search: string) =>
  wordsOf(search).every(({ forms, before }) => forms.some((form) => searchText.includes(before + form)))

/** Short words match the beginnings of words, longer ones any place. */
const wordsOf = (search: string, short = MAX_PREFIX_LENGTH) =>
  searchWords(search)
    .slice(0, MAX_WORDS)
    .map((forms) => ({ forms, before: (forms[0]?.length ?? 0) <= short ? ' ' : '' }))
