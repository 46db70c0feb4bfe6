import type { Section } from '../../../shared/briefing.ts'

/** Words that somebody reads in a minute who stands in a corridor. */
const WORDS_A_MINUTE = 160
/** Seconds to look at an item and decide, beside its words. */
const SECONDS_AN_ITEM = 2
/** Nobody reads longer than this before the first step. */
export const MAX_SECONDS = 120

/** "Changed: Thu, Dec 10, 06:00 – 14:00, before: 08:00 – 16:00". */
const WORDS_OF_PLAN = 12

const countWords = (...texts: (string | null | undefined)[]) =>
  texts.reduce((sum, text) => sum + (text ? text.trim().split(/\s+/).length : 0), 0)

const wordsOf = (section: Section): number => {
  switch (section.kind) {
    case 'handed_over':
      return section.items.reduce(
        (sum, { task, text, next, ifThen }) => sum + countWords(task?.title, text, next, ifThen),
        0,
      )
    case 'procedures':
      return section.items.reduce((sum, { title, changeNote }) => sum + countWords(title, changeNote), 0)
    case 'plan':
      return section.items.length * WORDS_OF_PLAN
    case 'held':
      return section.items.reduce((sum, { title, message }) => sum + countWords(title, message), 0)
    default:
      return section.items.reduce((sum, { title }) => sum + countWords(title), 0)
  }
}

/** How long it takes to read the items of a section, in seconds. */
export const secondsOf = (section: Section) =>
  (wordsOf(section) / WORDS_A_MINUTE) * 60 + section.items.length * SECONDS_AN_ITEM

/** The first sections that can be read in two minutes come unfolded. Handed-over items are always open. */
export function unfolded(sections: readonly Section[]): Section['kind'][] {
  let seconds = 0
  return sections
    .filter((section, at) => {
      seconds += secondsOf(section)
      return at === 0 || section.kind === 'handed_over' || seconds <= MAX_SECONDS
    })
    .map(({ kind }) => kind)
}
