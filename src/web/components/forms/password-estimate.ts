/** Words that attackers try first, besides a person's own. Each counts as a few characters only. */
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

/** Bits of entropy that a character adds. Letters add less, because words of a language are predictable. */
const BITS_OF_LETTER = 3
const BITS_OF_OTHER = 4.5
/** For a change between small letters, capitals, digits and other characters. */
const BITS_OF_SWITCH = 1
const BITS_OF_WORD = 6
/** For a character that follows from the one before, as in "aaa", "123" and "qwe". */
const BITS_OF_RUN = 0.5

/** Bits from which a password is fair or strong. */
const MIN_FAIR = 28
const MIN_STRONG = 45

export const strengths = ['Weak', 'Fair', 'Strong'] as const
export type Strength = (typeof strengths)[number]

const kindOf = (character: string) =>
  /\p{Ll}/u.test(character) ? 'small' : /\p{Lu}/u.test(character) ? 'large' : /\d/.test(character) ? 'digit' : 'other'

const follows = (character: string, before: string) =>
  character === before || ROWS.some((row) => row.includes(before + character) || row.includes(character + before))

/**
 * Estimates roughly how hard a password is to guess. Common words, the person's own words, repetitions and rows of the
 * keyboard count little. `own`: the person's name, e-mail and the like.
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
  for (const character of rest) {
    const [kind, small] = [kindOf(character), character.toLowerCase()]
    if (before && follows(small, before.toLowerCase())) bits += BITS_OF_RUN
    else bits += kind === 'other' ? BITS_OF_OTHER : BITS_OF_LETTER
    if (before && kind !== kindOf(before)) bits += BITS_OF_SWITCH
    before = character
  }
  return bits < MIN_FAIR ? 'Weak' : bits < MIN_STRONG ? 'Fair' : 'Strong'
}
