import { fold } from '../../../shared/words/fold.ts'
import { MAX_WORDS, plainShort, type RuleWord, type Unit, type WordKind, whenWords } from './words.ts'

/** A line as tokens, and the words of ten languages that stand at them. */

/** Reads when work comes again from the words of a line: "Mo-Fr 07:00", "1x im Quartal", "todos los lunes a las 8". */

/** The days and times in a text. */
export interface SaidTimes {
  /** Three cron fields. */
  days?: string
  /** As "06:00", or as it is written if it is no time of day. */
  opens?: string
  due?: string
  /** The words that leave the day open, as "monthly". */
  loose?: string
}

/** A piece of a line that says when. `isUnclear`: it says when, and no rule of a routine says that. */
export interface Piece extends SaidTimes {
  next: number
  isUnclear?: boolean
  /** The half of the day that it names. */
  part?: 'am' | 'pm' | 'night'
  /** "monthly" and the like: the day may stand in another piece. */
  cadence?: Unit
  /** It stands for days only beside a sign or a time. */
  isCadence?: boolean
}

interface Token {
  folded: string
  isWord: boolean
  isNumber: boolean
  start: number
  end: number
}

/** Replaces Arabic and Persian digits by Latin ones. No character changes its place. */
export const withLatinDigits = (text: string) =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf)).replaceAll('٫', '.')

/**
 * Words, numbers and signs. Letters before digits, as in "b12" or "2v3f8", are a code, which says no time;
 * "14h30" and "8Uhr30" are times.
 */
const TOKEN =
  /(?<![\p{L}\p{M}\d])(?:[\p{L}\p{M}]+|\d+(?!(?:[hг]|uhr)\d\d(?![\p{L}\d]))[\p{L}\p{M}]+)\d[\p{L}\p{M}\d]*|[\p{L}\p{M}]+(?:['’ʼ`](?=\p{Script=Cyrillic})[\p{L}\p{M}]+)*|\d+|[^\s\p{L}\p{M}\d]/giu

/** A longer line is no title. */
export const MAX_RULE_WORDS = 80

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const found of text.matchAll(TOKEN)) {
    if (tokens.length >= MAX_RULE_WORDS) break
    const [raw] = found
    const isWord = /[\p{L}\p{M}]/u.test(raw)
    const folded = isWord ? fold(raw).replaceAll("'", '') : raw
    tokens.push({
      folded,
      isWord,
      isNumber: !isWord && /^\d/.test(raw),
      start: found.index,
      end: found.index + raw.length,
    })
  }
  return tokens
}

export const DASH = /^[-–—−]$/

export const SIGN_BETWEEN = /^[-–—−,;:|·•/()[\]+&.*]$/

export interface FoundRule {
  word: RuleWord
  next: number
  name: string
}

export class RuleReader {
  readonly text: string
  readonly tokens: Token[]
  readonly #words: ReadonlyMap<string, RuleWord[]>
  readonly #plain: ReadonlySet<string>
  readonly #beginsPiece: (reader: RuleReader, index: number) => boolean
  readonly #found: (FoundRule[] | undefined)[] = []

  constructor(text: string, language: string, beginsPiece: (reader: RuleReader, index: number) => boolean) {
    this.text = withLatinDigits(text)
    this.tokens = tokensOf(this.text)
    this.#words = whenWords(language)
    this.#plain = plainShort(language)
    this.#beginsPiece = beginsPiece
  }

  /** Whether something that says when begins at a token. */
  isPiece(index: number) {
    return this.#beginsPiece(this, index)
  }

  /** The longest words of these kinds at a token, and the token behind them. */
  at(index: number, ...kinds: WordKind[]): FoundRule | undefined {
    this.#found[index] ??= this.#wordsAt(index)
    return this.#found[index]?.find(({ word }) => kinds.includes(word.kind))
  }

  /** Whether the words of the text know nothing that begins with this token. */
  isPlain(index: number) {
    this.#found[index] ??= this.#wordsAt(index)
    return this.#found[index]?.length === 0 && this.tokens[index]?.isNumber === false
  }

  /** All that the words at a token may be, the longest first. */
  #wordsAt(index: number): FoundRule[] {
    const found: FoundRule[] = []
    let name = ''
    let next = index
    for (let count = 0; count < MAX_WORDS && next < this.tokens.length; ) {
      const token = this.tokens[next]
      if (!token || !(token.isWord || token.isNumber)) {
        // "segunda-feira", "m-c": a hyphen, or the sign of an ordinal, within a name.
        if (name === '' || !/^[-'’ªº°.]$/.test(token?.folded ?? '') || !this.#touches(next)) break
        next += 1
        continue
      }
      name = name === '' ? token.folded : `${name} ${token.folded}`
      count += 1
      next += 1
      for (const word of this.#words.get(name) ?? []) found.push({ word, next, name })
    }
    return found.sort((a, b) => b.next - a.next)
  }

  /** Whether a sign stands directly behind the token before it and before the one behind it. */
  #touches(index: number) {
    const [before, token, after] = [this.tokens[index - 1], this.tokens[index], this.tokens[index + 1]]
    return before?.end === token?.start && token?.end === after?.start
  }

  /** The token behind words that say nothing by themselves, at most so many. */
  skip(index: number, kinds: WordKind[], most = 3): number[] {
    const places = [index]
    let next = index
    while (places.length <= most) {
      const found = this.at(next, ...kinds)
      const isMark = /^['’.º°ª]$/.test(this.tokens[next]?.folded ?? '')
      if (!found && !isMark) break
      next = found?.next ?? next + 1
      places.push(next)
    }
    return places.reverse()
  }

  sign(index: number) {
    const token = this.tokens[index]
    return token && !token.isWord && !token.isNumber ? token.folded : undefined
  }

  number(index: number) {
    const token = this.tokens[index]
    return token?.isNumber ? Number(token.folded) : undefined
  }

  raw(from: number, to: number) {
    return this.text.slice(this.tokens[from]?.start ?? 0, this.tokens[to - 1]?.end ?? 0)
  }

  isEnd(index: number) {
    return index >= this.tokens.length
  }

  isPlainShort(name: string) {
    return this.#plain.has(name)
  }
}

export const FILL: WordKind[] = ['fill', 'every', 'per', 'at']
