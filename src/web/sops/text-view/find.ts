import type { SopTextBlock, SopTextPage } from '../../../shared/sops.ts'
import { fold, SPELLED, spellOut } from '../../../shared/words/fold.ts'

/** Finds words without case and accents, as everywhere: "mueller" and "muller" find Müller. */

/** A match in a text: from `begin` up to, but without, `end`. `at` is its number among all matches. */
export interface Match {
  at: number
  begin: number
  end: number
}

/** The matches of a page, by block. */
export type PageMatches = Map<number, Match[]>

export interface Matches {
  total: number
  pages: Map<number, PageMatches>
  /** The page of each match. */
  pageOf: number[]
}

/** Further ones are neither counted nor marked: with one letter there would be a hundred thousand. */
const MAX_MATCHES = 2_000
const SPACES = /\s+/g

interface Forms {
  folded: string
  spelled: string
}
const known = new WeakMap<SopTextBlock, Forms>()

/** A block in both forms in which it is searched. They are kept for the next search. */
function formsOf(block: SopTextBlock): Forms {
  let forms = known.get(block)
  if (!forms) {
    const [folded, spelledText] = [tidy(fold(block.text)), spellOut(block.text)]
    forms = { folded, spelled: spelledText === block.text ? folded : tidy(fold(spelledText)) }
    known.set(block, forms)
  }
  return forms
}

const tidy = (text: string) => text.replace(SPACES, ' ')

/** All matches of any of the words, in order. */
export function findMatches(pages: readonly SopTextPage[], words: readonly string[]): Matches {
  const wanted = [...new Set(words.map((word) => tidy(fold(word)).trim()))].filter((word) => word !== '')
  const found: Matches = { total: 0, pages: new Map(), pageOf: [] }
  if (wanted.length === 0) return found
  for (const { page, blocks } of pages) {
    for (const [at, block] of blocks.entries()) {
      if (found.total >= MAX_MATCHES) return found
      const { folded, spelled } = formsOf(block)
      if (!wanted.some((word) => folded.includes(word) || spelled.includes(word))) continue
      const spans = spansIn(block.text, wanted, spelled !== folded).slice(0, MAX_MATCHES - found.total)
      const matches = spans.map((span, index) => ({ ...span, at: found.total + index }))
      found.total += matches.length
      for (const _ of matches) found.pageOf.push(page)
      const ofPage = found.pages.get(page) ?? new Map()
      found.pages.set(page, ofPage.set(at, matches))
    }
  }
  return found
}

interface Span {
  begin: number
  end: number
}

function spansIn(text: string, wanted: string[], hasSpelled: boolean): Span[] {
  const spans = [false, true].slice(0, hasSpelled ? 2 : 1).flatMap((isSpelled) => occurrences(text, wanted, isSpelled))
  const joined: Span[] = []
  for (const span of spans.sort((one, other) => one.begin - other.begin || other.end - one.end)) {
    const last = joined.at(-1)
    if (last && span.begin < last.end) last.end = Math.max(last.end, span.end)
    else joined.push({ ...span })
  }
  return joined
}

const foldedCharacters = new Map<string, string>()

function foldCharacter(character: string, isSpelled: boolean) {
  const key = isSpelled ? `spelled ${character}` : character
  let folded = foldedCharacters.get(key)
  if (folded === undefined) {
    folded = /\s/.test(character) ? ' ' : fold((isSpelled && SPELLED[character.toLowerCase()]) || character)
    if (foldedCharacters.size < 10_000) foldedCharacters.set(key, folded)
  }
  return folded
}

const IS_CYRILLIC = /\p{sc=Cyrillic}/u

/** Folds character by character, to know where each folded one comes from. */
function occurrences(text: string, wanted: string[], isSpelled: boolean): Span[] {
  let folded = ''
  const origins: Span[] = []
  const characters = Array.from(text)
  let begin = 0
  for (const [at, character] of characters.entries()) {
    const end = begin + character.length
    let piece = foldCharacter(character, isSpelled)
    // Folding leaves out an apostrophe within a Cyrillic word, and joins spaces.
    if (piece === "'" && IS_CYRILLIC.test(characters[at - 1] ?? '') && IS_CYRILLIC.test(characters[at + 1] ?? ''))
      piece = ''
    if (piece === ' ' && folded.endsWith(' ')) piece = ''
    const last = origins.at(-1)
    // A mark belongs to the letter before it.
    if (piece === '' && last) last.end = end
    for (let unit = 0; unit < piece.length; unit += 1) origins.push({ begin, end })
    folded += piece
    begin = end
  }
  return wanted.flatMap((word) => {
    const spans: Span[] = []
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      const [first, last] = [origins[at], origins[at + word.length - 1]]
      if (first && last) spans.push({ begin: first.begin, end: last.end })
    }
    return spans
  })
}
