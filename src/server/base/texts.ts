import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type I18n, setupI18n } from '@lingui/core'
import { firstSpoken, infoOf, type Language, type ShownLanguage } from '../../shared/words/languages.ts'
import { keepValues, type Message, translate } from '../../shared/words/message.ts'
import { projectRoot } from './project-root.ts'

const loaded = new Map<ShownLanguage, I18n>()

/** Puts messages into words of a language. Its catalogue is read when it is first needed, and stays. */
export function i18nFor(language: ShownLanguage): I18n {
  const before = loaded.get(language)
  if (before) return before
  const messages = JSON.parse(readFileSync(join(projectRoot, `dist/locales/${language}.json`), 'utf8'))
  const i18n = keepValues(
    setupI18n({ locale: language, locales: infoOf(language).tag, messages: { [language]: messages } }),
    infoOf(language).dir,
  )
  // Without this, Lingui warns of each plain English text, which is its own key.
  i18n.setMessagesCompiler((text) => [text])
  loaded.set(language, i18n)
  return i18n
}

/** A message in English, for logs and other texts without a reader. */
export const inEnglish = (message: Message) => translate(i18nFor('en'), message)

/** The languages of a header Accept-Language, the most wanted first. */
const wanted = (header: string) =>
  header
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';')
      const quality = params.find((param) => param.trim().startsWith('q='))
      return { tag: tag.trim(), quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)

/** Characters of the header that are read. Browsers send some dozen. */
const MAX_HEADER = 500

/** A reader's language: the person's choice, else the browser's first that Muster speaks, else the deployment's. */
export function languageOf(
  person: { language: Language | null } | null | undefined,
  acceptLanguage: string | undefined,
  byDefault: Language,
): ShownLanguage {
  return person?.language ?? firstSpoken(wanted((acceptLanguage ?? '').slice(0, MAX_HEADER))) ?? byDefault
}
