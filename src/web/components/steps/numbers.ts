import { localeOf } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** The largest number that a step takes. */
const MAX = 1e9

/** A typed number, with a comma or a point, in the language's digits or 0 to 9; undefined if it is none. */
export function numberIn(text: string, i18n: Reader['i18n']): number | undefined {
  const digits = new Map(
    [...new Intl.NumberFormat(localeOf({ i18n }), { useGrouping: false }).format(9_876_543_210)].map((digit, at) => [
      digit,
      String(9 - at),
    ]),
  )
  const plain = [...text.trim()]
    .map((sign) => digits.get(sign) ?? sign)
    .join('')
    .replace(/[\s\u061c\u200e\u200f]/g, '')
    .replace(/^[−–]/, '-')
    .replace(/[,٫]/, '.')
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
  return Math.abs(number) <= MAX ? number : undefined
}
