import { fold } from './words/fold.ts'

/** User names that are made of a person's name. */

/** Folded letters of other scripts, as people write them in passports or on keyboards of phones. */
const LATIN: Record<string, string> = {
  ...letters('абвгдезиклмнопрстуфыэ', 'abvhdeziklmnoprstufye'),
  ...{ ж: 'zh', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ю: 'iu', я: 'ia', ё: 'e', ь: '', ъ: '' },
  ...letters('ابتحدرزسصضطظعفقكلمنهوي', 'abthdrzssdtzafqklmnhwy'),
  ...{ ث: 'th', ج: 'j', خ: 'kh', ذ: 'dh', ش: 'sh', غ: 'gh', ء: '' },
}

function letters(from: string, to: string) {
  return Object.fromEntries(Array.from(from, (letter, at) => [letter, to[at] ?? '']))
}

/** Room for a number behind it. */
const MAX_BASE_LENGTH = 34
const MIN_BASE_LENGTH = 3
/** For a name without any letter that is known here. */
const UNKNOWN = 'person'

/** The user name that a name suggests: "rosa.diaz" for Rosa Díaz. It has no digit at its end. */
export function usernameBase({ firstName, lastName }: Record<'firstName' | 'lastName', string>): string {
  const base = [firstName, lastName]
    .map(inLatin)
    .filter((part) => part !== '')
    .join('.')
    .slice(0, MAX_BASE_LENGTH)
    .replace(/[.0-9-]+$/, '')
  return base.length < MIN_BASE_LENGTH ? UNKNOWN : base
}

/** A name in small Latin letters and digits, its parts with a hyphen between. */
const inLatin = (name: string) =>
  Array.from(fold(name), (letter) => LATIN[letter] ?? letter)
    .join('')
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** The user name with a number, if it is not the first of its kind: "rosa.diaz2". */
export const numberedUsername = (base: string, number: number): string => (number === 1 ? base : `${base}${number}`)
