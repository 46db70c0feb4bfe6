import { firstSpoken, isLanguage, type Language, PSEUDO, type ShownLanguage } from '../shared/words/languages.ts'

/** What may decide in which language somebody reads. */
export interface LanguageWishes {
  /** What the person has chosen for themselves; null for none, or before it is known who they are. */
  person: Language | null
  /** What was chosen in this browser, as it is stored. */
  chosen: string | null
  /** What the browser asks for, the most wanted first: BCP 47 tags. */
  browser: readonly string[]
  /** The deployment's. */
  byDefault: Language
}

/** The language for a person. Whoever looks for texts without a translation sees the pseudo-language whoever is signed in. */
export const languageFor = ({ person, chosen, browser, byDefault }: LanguageWishes): ShownLanguage =>
  (chosen !== PSEUDO && person) || (firstSpoken([chosen ?? '', ...browser]) ?? byDefault)

/** What is stored of the language that was shown last, with its direction: "ar rtl". `start.js` reads it too. */
export const shownText = (language: Language, dir: 'ltr' | 'rtl') => `${language} ${dir}`

/** The language in such a text; null if there is none. */
export function languageOfShown(text: string | null): Language | null {
  const [language] = (text ?? '').split(' ')
  return isLanguage(language) ? language : null
}
