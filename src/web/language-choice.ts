import { firstSpoken, isLanguage, type Language, PSEUDO, type ShownLanguage } from '../shared/words/languages.ts'

/** The facts that may decide in which language somebody reads. */
export interface LanguageWishes {
  /** The person's own choice; null for none, or before it is known who they are. */
  person: Language | null
  /** This browser's choice, as it is stored. */
  chosen: string | null
  /** The browser's languages, the most wanted first: BCP 47 tags. */
  browser: readonly string[]
  /** The deployment's. */
  byDefault: Language
}

/** The language for a person. The pseudo-language, for missing translations, goes before their choice. */
export const languageFor = ({ person, chosen, browser, byDefault }: LanguageWishes): ShownLanguage =>
  (chosen !== PSEUDO && person) || (firstSpoken([chosen ?? '', ...browser]) ?? byDefault)

/** The stored language that was shown last, with its direction: "ar rtl". `start.js` reads it too. */
export const shownText = (language: Language, dir: 'ltr' | 'rtl') => `${language} ${dir}`

/** The language in such a text; null if there is none. */
export function languageOfShown(text: string | null): Language | null {
  const [language] = (text ?? '').split(' ')
  return isLanguage(language) ? language : null
}
