import { i18nFor } from '../../src/server/base/texts.ts'
import type { ShownLanguage } from '../../src/shared/words/languages.ts'
import type { Reader } from '../../src/shared/words/reader.ts'

/** Somebody who reads a language in a time zone. */
export const readerOf = (timeZone: string, language: ShownLanguage = 'en'): Reader => ({
  i18n: i18nFor(language),
  timeZone,
})
