/** What is tried first, besides a person's own words; each counts no more than a few signs. */
const COMMON_WORDS = [
  'password',
  'welcome',
  'qwertz',
  'letmein',
  'iloveyou',
  'muster',
  'hotel',
  'admin',
  'summer',
  'winter',
]
const ROWS = ['qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '01234567890']

/** Bits of chance that a sign adds: of letters as few as a language leaves them. */
const BITS_OF_LETTER = 3
const BITS_OF_OTHER = 4.5
/** For going from letters to digits, to signs, to capitals and back. */
const BITS_OF_SWITCH = 1
const BITS_OF_WORD = 6
/** For a sign that follows from the one before, as in "aaa", "123" and "qwe". */
const BITS_OF_RUN = 0.5

const FAIR = 28
const STRONG = 45

export const strengths = ['Weak', 'Fair', 'Strong'] as const
export type Strength = (typeof strengths)[number]

const kindOf = (sign: string) =>
  /\p{Ll}/u.test(sign) ? 'small' : /\p{Lu}/u.test(sign) ? 'large' : /\d/.test(sign) ? 'digit' : 'other'

const follows = (sign: string, before: string) =>
  sign === before || ROWS.some((row) => row.includes(before + sign) || row.includes(sign + before))

/**
 * How hard a password is to guess, as a rough estimate: what is common, the person's own words, repetitions and rows of the
 * keyboard count for little.
 */
export function strengthOf(password: string, own: readonly string[] = []): Strength {
  const words = [...COMMON_WORDS, ...own.flatMap((text) => text.toLowerCase().split(/[\s@.]+/))].filter(
    ({ length }) => length > 2,
  )
  let bits = 0
  let rest = password
  for (const word of words) {
    const at = rest.toLowerCase().indexOf(word)
    if (at === -1) continue
    bits += BITS_OF_WORD
    rest = rest.slice(0, at) + rest.slice(at + word.length)
  }
  let before = ''
  for (const sign of rest) {
    const [kind, small] = [kindOf(sign), sign.toLowerCase()]
    if (before && follows(small, before.toLowerCase())) bits += BITS_OF_RUN
    else bits += kind === 'other' ? BITS_OF_OTHER : BITS_OF_LETTER
    if (before && kind !== kindOf(before)) bits += BITS_OF_SWITCH
    before = sign
  }
  return bits < FAIR ? 'Weak' : bits < STRONG ? 'Fair' : 'Strong'
}
