import type { I18n } from '@lingui/core'

/** The reader for which words are made: `i18n` has the language, `timeZone` is the deployment's, in IANA's form. */
export interface Reader {
  i18n: I18n
  timeZone: string
}
