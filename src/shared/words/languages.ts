/** The languages that Muster speaks. */

interface LanguageInfo {
  /** Its name in itself. */
  name: string
  /** How `Intl` writes numbers, dates and times: a BCP 47 tag. */
  tag: string
  dir: 'ltr' | 'rtl'
}

/**
 * Every language that people can choose. English keeps the 24-hour clock of the specified texts. Arabic has the digits
 * 0 to 9, as everything else that people write and read in Muster.
 */
export const languages = {
  en: { name: 'English', tag: 'en-US-u-hc-h23', dir: 'ltr' },
  de: { name: 'Deutsch', tag: 'de', dir: 'ltr' },
  es: { name: 'Español', tag: 'es', dir: 'ltr' },
  fr: { name: 'Français', tag: 'fr', dir: 'ltr' },
  it: { name: 'Italiano', tag: 'it', dir: 'ltr' },
  pt: { name: 'Português', tag: 'pt-PT', dir: 'ltr' },
  pl: { name: 'Polski', tag: 'pl', dir: 'ltr' },
  uk: { name: 'Українська', tag: 'uk', dir: 'ltr' },
  tr: { name: 'Türkçe', tag: 'tr', dir: 'ltr' },
  ar: { name: 'العربية', tag: 'ar-u-nu-latn', dir: 'rtl' },
} as const satisfies Record<string, LanguageInfo>

export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as [Language, ...Language[]]

/** English with accents and a third longer, to find missing translations and screens without room. Not for people. */
export const PSEUDO = 'en-XA'
/** A language that texts can be shown in. */
export type ShownLanguage = Language | typeof PSEUDO

const pseudo: LanguageInfo = { name: 'Pseudo', tag: 'en-US-u-hc-h23', dir: 'ltr' }
export const infoOf = (language: ShownLanguage): LanguageInfo => (language === PSEUDO ? pseudo : languages[language])

export const isLanguage = (code: unknown): code is Language =>
  typeof code === 'string' && Object.hasOwn(languages, code)

/** The first of these BCP 47 tags that Muster speaks, in any region: "de-AT" is German. */
export function firstSpoken(tags: readonly string[]): ShownLanguage | undefined {
  for (const tag of tags) {
    if (tag.toLowerCase() === PSEUDO.toLowerCase()) return PSEUDO
    const [code = ''] = tag.toLowerCase().split(/[-_]/)
    if (isLanguage(code)) return code
  }
  return undefined
}
