import type { I18n } from '@lingui/core'

/** Whom words are made for: `i18n` has the language, `timeZone` is the deployment's, in IANA's form. */
export interface Reader {
  i18n: I18n
  timeZone: string
}
