import { fold } from '../../../shared/fold.ts'

/**
 * The words of documents and of what is searched for in them. Most languages put spaces between words; Chinese, Japanese, Thai
 * and others do not, and Korean joins words as it likes. A run of their characters is indexed as its overlapping pairs, as
 * search engines do: 東京都 as 東京, 京都 and 都. Any part of it is then found as pairs that follow each other.
 */

const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]'
/** Letters of both kinds; `letter` says what counts as one. */
const runOf = (letter: string) => new RegExp(`(?:(?=${letter})${UNSPACED})+|(?:(?!${UNSPACED})${letter})+`, 'gu')
const RUN = runOf('[\\p{L}\\p{N}]')
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u')
/** A line may end within a word. */
const SPACE_WITHIN = new RegExp(`(?<=${UNSPACED})\\s+(?=${UNSPACED})`, 'gu')

const MOST_IN_A_WORD = 100
/** PostgreSQL's bounds on the places of a word; what is beyond is found, but not as part of a phrase. */
const LAST_PLACE = 16_383

export interface Word {
  text: string
  /** Whether it may stand anywhere in a run of characters, and not only at the beginning of a word. */
  isUnspaced: boolean
}

/** Folded, with Korean syllables in one character each again. */
const folded = (text: string) => fold(text).normalize('NFC')

/** The words of what is searched for, folded, each once. */
export function wordsOf(text: string): Word[] {
  const words = folded(text).match(RUN) ?? []
  return [...new Set(words.map(cut))].map((word) => ({ text: word, isUnspaced: IS_UNSPACED.test(word) }))
}

/** The words of a page as a `tsvector` is written, with the place of each; empty when it has none. */
export function vectorOf(text: string): string {
  const places = new Map<string, number[]>()
  let place = 0
  for (const [run] of folded(text).replace(SPACE_WITHIN, '').matchAll(RUN)) {
    for (const lexeme of IS_UNSPACED.test(run) ? pairsOf(run) : [cut(run)]) {
      place = Math.min(place + 1, LAST_PLACE)
      const known = places.get(lexeme)
      if (known) known.push(place)
      else places.set(lexeme, [place])
    }
  }
  // Letters and digits alone: nothing in them needs to be escaped.
  return Array.from(places, ([lexeme, at]) => `'${lexeme}':${at.join(',')}`).join(' ')
}

/** What a `tsquery` asks for: all of the words, or such as begin so. */
export const queryOf = (words: Word[]) =>
  words.map((word) => (word.isUnspaced ? phraseOf(word.text) : `'${word.text}':*`)).join(' & ')

/** Each character with the next; the last one stands alone, so that it can be found by itself as well. */
const pairsOf = (run: string) => {
  const characters = Array.from(run)
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
}

/** A single character begins a pair wherever it stands. */
function phraseOf(text: string) {
  const pairs = pairsOf(text)
  if (pairs.length === 1) return `'${text}':*`
  return `(${pairs
    .slice(0, -1)
    .map((pair) => `'${pair}'`)
    .join(' <-> ')})`
}

/** By characters: half of one is nothing that the database can hold. */
const cut = (word: string) => (word.length > MOST_IN_A_WORD ? Array.from(word).slice(0, MOST_IN_A_WORD).join('') : word)

/** Where words of a search stand in a text as it is written. */
export interface Hit {
  begin: number
  end: number
}

const WRITTEN_RUN = runOf('[\\p{L}\\p{N}\\p{M}]')
const UNSPACED_RUN = new RegExp(`${UNSPACED}[${UNSPACED.slice(1, -1)}\\p{M}\\s]*`, 'gu')

/** All places, in order; such as overlap are one. */
export function hitsIn(text: string, words: Word[]): Hit[] {
  const [unspaced, spaced] = [true, false].map((kind) => words.filter(({ isUnspaced }) => isUnspaced === kind))
  const hits = [...beginningsIn(text, spaced ?? []), ...partsIn(text, unspaced ?? [])]
  const apart: Hit[] = []
  for (const hit of hits.sort((a, b) => a.begin - b.begin)) {
    const last = apart.at(-1)
    if (last && hit.begin < last.end) last.end = Math.max(last.end, hit.end)
    else apart.push(hit)
  }
  return apart
}

/** Words of the text that begin like one of these. */
function beginningsIn(text: string, words: Word[]): Hit[] {
  if (words.length === 0) return []
  return Array.from(text.matchAll(WRITTEN_RUN)).flatMap(({ 0: run, index }) => {
    const plain = folded(run)
    return words.some((word) => plain.startsWith(word.text)) ? [{ begin: index, end: index + run.length }] : []
  })
}

/** Parts of the text's unspaced runs that are one of these, also across the end of a line. */
function partsIn(text: string, words: Word[]): Hit[] {
  if (words.length === 0) return []
  const hits: Hit[] = []
  const known = new Map<string, string>()
  for (const { 0: run, index } of text.matchAll(UNSPACED_RUN)) {
    let plain = ''
    /** Where the character stands in the text that each unit of `plain` is from. */
    const from: Hit[] = []
    let begin = index
    for (const character of run) {
      const piece = known.get(character) ?? folded(character).trim()
      known.set(character, piece)
      const end = begin + character.length
      for (let unit = 0; unit < piece.length; unit += 1) from.push({ begin, end })
      plain += piece
      begin = end
    }
    for (const { text: word } of words) {
      for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + word.length)) {
        const [first, last] = [from[at], from[at + word.length - 1]]
        if (first && last) hits.push({ begin: first.begin, end: last.end })
      }
    }
  }
  return hits
}
