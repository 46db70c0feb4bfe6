/** Ranges of names, as "101–160", "A1 to A12" or "٢٠١–٢٦٠". */

const DIGIT = '[0-9٠-٩۰-۹]'
const DASH = '[-‐‑‒–—−~]|\\.{2,3}|…'
// untranslated: words that are understood, in ten languages, and not shown
const WORD = 'to|until|bis|a|al|hasta|à|au|até|ao|do|до|по|ile|إلى|الى|حتى'
/** The letters before the first number may stand before the last one too. A letter behind the numbers is the same. */
const RANGE = new RegExp(
  `^(.*?)(${DIGIT}{1,9})(\\p{L}?)\\s*(?:${DASH}|(?<=\\s)(?:${WORD})(?=\\s))\\s*(?:\\1)?(${DIGIT}{1,9})\\3$`,
  'iu',
)
/** A number with a few letters around it, as "101", "A12" or "B-7c". */
const CODE = new RegExp(`^\\p{L}{0,3}[-. ]?${DIGIT}{1,6}\\p{L}?$`, 'u')
/** A longer text is no range. */
const MAX_LENGTH = 200

interface Range {
  count: number
  /** Whether the last number is less than the first one. */
  isBackwards: boolean
  /** The first names, so many at most. */
  names: (most: number) => string[]
}

/** The names that a text stands for; undefined if it is no range. */
export function rangeIn(text: string): Range | undefined {
  const [, before = '', first = '', behind = '', last = ''] = RANGE.exec(text.slice(0, MAX_LENGTH)) ?? []
  if (first === '' || text.length > MAX_LENGTH) return undefined
  const [from, to] = [numberIn(first), numberIn(last)]
  const count = Math.max(1, to - from + 1)
  const names = (most: number) =>
    Array.from({ length: Math.min(count, most) }, (_, at) => `${before}${written(from + at, first)}${behind}`)
  return { count, isBackwards: to < from, names }
}

/** Whether a text is nothing but the number of a place, or a range of numbers. */
export const isCode = (text: string) => CODE.test(text.slice(0, MAX_LENGTH)) || (rangeIn(text)?.count ?? 0) > 1

/** Arabic and Persian digits have the values of their last four bits, as Latin ones do. */
const digitOf = (digit: string) => digit.charCodeAt(0) & 0xf
const numberIn = (digits: string) => Array.from(digits).reduce((sum, digit) => sum * 10 + digitOf(digit), 0)

/** A number in the digits of another one, and with its zeros at the beginning: 7 as in "01" is "07". */
function written(value: number, like: string) {
  const zero = like.charCodeAt(0) - digitOf(like)
  const width = digitOf(like) === 0 ? like.length : 0
  return Array.from(String(value).padStart(width, '0'), (digit) => String.fromCharCode(zero + Number(digit))).join('')
}
