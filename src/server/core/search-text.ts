import { fold, searchable } from '../../shared/fold.ts'

const NOT_A_WORD = /[^\p{L}\p{N}]+/gu

/**
 * The stored form of a text that tasks are searched by: without case and accents, and words with umlauts also as people write them
 * who have none. Each word has a space before it somewhere, even if it follows a bracket or a hyphen, so that a search finds the
 * beginnings of words.
 */
export function searchTextOf(text: string) {
  const folded = searchable(text)
  const words = folded.replace(NOT_A_WORD, ' ')
  return words === folded ? ` ${folded}` : ` ${folded} ${words}`
}

/** What a task is found by. */
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
