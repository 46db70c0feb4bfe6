import { fold, spellOut } from '../../../shared/words/fold.ts'

/**
 * Divides documents and queries into words. Most languages put spaces between words. Chinese, Japanese, Thai and others
 * do not, and Korean often joins words. A run of their characters is indexed as its overlapping pairs, as search
 * engines do: 東京都 as 東京, 京都 and 都. A search finds any part of the run as pairs that follow each other.
 */

const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]'
/**
 * Matches runs of letters that are all spaced, or all unspaced. `letter` is the class of characters that count as
 * letters, `within` matches signs between spaced ones.
 */
const runOf = (letter: string, within = '(?!)') =>
  new RegExp(`(?:(?=${letter})${UNSPACED})+|(?:(?!${UNSPACED})${letter}|${within})+`, 'gu')
const RUN = runOf('[\\p{L}\\p{N}]')
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u')
/** White space within a run of unspaced characters: a line may end within a word. */
const SPACE_IN_RUN = new RegExp(`(?<=${UNSPACED})\\s+(?=${UNSPACED})`, 'gu')

const MAX_WORD_LENGTH = 100
/** PostgreSQL's limit for the position of a word. A word beyond it is found, but not as part of a phrase. */
const MAX_POSITION = 16_383

export interface PageWord {
  text: string
  /** The word as people write it who have no umlauts, if that is another one: "mueller" beside "muller". */
  spelled?: string
  /** Whether it is found anywhere in a run of characters, and not only at the beginning of a word. */
  isUnspaced: boolean
}

/** Folded text. Folding takes Korean syllables apart: here each is one character again. */
const folded = (text: string) => fold(text).normalize('NFC')

/** The runs of a text, folded, each with its other spelling. `tidy` changes the folded text before. */
function runsOf(text: string, tidy = (text: string) => text): [run: string, spelled: string][] {
  const runs: string[] = tidy(folded(text)).match(RUN) ?? []
  const spelledText = spellOut(text)
  const spelled = spelledText === text ? runs : (tidy(folded(spelledText)).match(RUN) ?? [])
  return runs.map((run, index) => [run, spelled[index] ?? run])
}

/** The words of a query, folded, each once. */
export function wordsOf(text: string): PageWord[] {
  const words = new Map<string, PageWord>()
  for (const [run, other] of runsOf(text)) {
    const [word, spelled] = [cut(run), cut(other)]
    words.set(word, { text: word, isUnspaced: IS_UNSPACED.test(word), ...(spelled !== word && { spelled }) })
  }
  return [...words.values()]
}

/** The words of a page with their positions, as PostgreSQL writes a `tsvector`. Empty if the page has no words. */
export function vectorOf(text: string): string {
  const positions = new Map<string, number[]>()
  let position = 0
  const add = (lexeme: string) => {
    const known = positions.get(lexeme)
    if (known) known.push(position)
    else positions.set(lexeme, [position])
  }
  for (const [run, spelled] of runsOf(text, (folded) => folded.replace(SPACE_IN_RUN, ''))) {
    for (const lexeme of IS_UNSPACED.test(run) ? pairsOf(run) : [cut(run)]) {
      position = Math.min(position + 1, MAX_POSITION)
      add(lexeme)
    }
    if (spelled !== run) add(cut(spelled))
  }
  // Lexemes are letters and digits alone: nothing in them needs to be escaped.
  return Array.from(positions, ([lexeme, list]) => `'${lexeme}':${list.join(',')}`).join(' ')
}

/** A `tsquery` for pages that have, for each word, a word that begins with it. */
export const queryOf = (words: PageWord[]) =>
  words
    .map(({ text, spelled, isUnspaced }) => {
      if (isUnspaced) return phraseOf(text)
      return spelled === undefined ? `'${text}':*` : `('${text}':* | '${spelled}':*)`
    })
    .join(' & ')

/** Each character with the next. The last one stands alone, so that a search finds it by itself as well. */
const pairsOf = (run: string) => {
  const characters = Array.from(run)
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

/** The pairs of a query, one after the other. A single character is a prefix: it begins a pair anywhere. */
function phraseOf(text: string) {
  const pairs = pairsOf(text)
  if (pairs.length === 1) return `'${text}':*`
  return `(${pairs
    .slice(0, -1)
    .map((pair) => `'${pair}'`)
    .join(' <-> ')})`
}

/** Cuts long words, by whole characters: the database cannot hold half of one. */
const cut = (word: string) =>
  word.length > MAX_WORD_LENGTH ? Array.from(word).slice(0, MAX_WORD_LENGTH).join('') : word

/** Where a word of a search stands in the original text: from `begin` up to, but without, `end`. */
export interface Hit {
  begin: number
  end: number
}

/** An apostrophe within a Cyrillic word, which folding leaves out. */
const APOSTROPHE = "(?<=\\p{sc=Cyrillic}\\p{M}*)['’‘ʼ`′´](?=\\p{sc=Cyrillic})"
const WRITTEN_RUN = runOf('[\\p{L}\\p{N}\\p{M}]', APOSTROPHE)
const UNSPACED_RUN = new RegExp(`${UNSPACED}[${UNSPACED.slice(1, -1)}\\p{M}\\s]*`, 'gu')

/** All hits in the text, in order. Hits that overlap are joined. */
export function hitsIn(text: string, words: PageWord[]): Hit[] {
  const [unspaced, spaced] = [true, false].map((kind) => words.filter(({ isUnspaced }) => isUnspaced === kind))
  const hits = [...spacedHits(text, spaced ?? []), ...unspacedHits(text, unspaced ?? [])]
  const joined: Hit[] = []
  for (const hit of hits.sort((a, b) => a.begin - b.begin)) {
    const last = joined.at(-1)
    if (last && hit.begin < last.end) last.end = Math.max(last.end, hit.end)
    else joined.push(hit)
  }
  return joined
}

/** Words of the text that begin with one of these words. */
function spacedHits(text: string, words: PageWord[]): Hit[] {
  if (words.length === 0) return []
  return Array.from(text.matchAll(WRITTEN_RUN)).flatMap(({ 0: run, index }) => {
    const forms = [folded(run), folded(spellOut(run))]
    const isHit = words.some(({ text, spelled = text }) =>
      forms.some((form) => form.startsWith(text) || form.startsWith(spelled)),
    )
    return isHit ? [{ begin: index, end: index + run.length }] : []
  })
}

/** Parts of unspaced runs of the text that are one of these words, also across the end of a line. */
function unspacedHits(text: string, words: PageWord[]): Hit[] {
  if (words.length === 0) return []
  const hits: Hit[] = []
  const foldedCharacters = new Map<string, string>()
  for (const { 0: run, index } of text.matchAll(UNSPACED_RUN)) {
    let foldedRun = ''
    /** For each unit of `foldedRun`: where the character that it comes from stands in the text. */
    const origins: Hit[] = []
    let begin = index
    for (const character of run) {
      const piece = foldedCharacters.get(character) ?? folded(character).trim()
      foldedCharacters.set(character, piece)
      const end = begin + character.length
      for (let unit = 0; unit < piece.length; unit += 1) origins.push({ begin, end })
      foldedRun += piece
      begin = end
    }
    for (const { text: word } of words) hits.push(...occurrences(foldedRun, word, origins))
  }
  return hits
}

function occurrences(foldedRun: string, word: string, origins: Hit[]): Hit[] {
  const hits: Hit[] = []
  for (let at = foldedRun.indexOf(word); at !== -1; at = foldedRun.indexOf(word, at + word.length)) {
    const [first, last] = [origins[at], origins[at + word.length - 1]]
    if (first && last) hits.push({ begin: first.begin, end: last.end })
  }
  return hits
}
