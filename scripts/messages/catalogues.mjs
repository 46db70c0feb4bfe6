import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.mjs'

/**
 * The languages with a catalogue, `locales/<code>.po`; English is the source. As in `src/shared/words/languages.ts`.
 */
export const locales = ['en', 'de', 'es', 'fr', 'it', 'pt', 'pl', 'uk', 'tr', 'ar']
/** English with accents and longer, made of the English catalogue. */
const PSEUDO = 'en-XA'

const folder = join(root, 'locales')
/** English texts are the ids. Their places in the code are not stored: moved code changes no catalogue. */
const options = {
  explicitIdAsDefault: true,
  origins: false,
  printLinguiId: false,
  printPlaceholdersInComments: false,
}
const compiled = join(root, 'dist/locales')
export const catalogueFile = (/** @type {string} */ locale) => join(folder, `${locale}.po`)
const compiledFile = (/** @type {string} */ locale) => join(compiled, `${locale}.json`)

/**
 * Reads a catalogue: each English text with its translation; empty if it has none.
 * @param {string} locale
 * @returns {Promise<Record<string, string>>}
 */
export async function readCatalogue(locale) {
  const file = catalogueFile(locale)
  if (!existsSync(file)) return {}
  const { formatter } = await import('@lingui/format-po')
  const catalogue = await formatter(options).parse(readFileSync(file, 'utf8'), {
    locale,
    sourceLocale: 'en',
    filename: file,
  })
  const living = Object.entries(catalogue).filter(([, { obsolete }]) => !obsolete)
  return Object.fromEntries(living.map(([id, { translation }]) => [id, translation]))
}

/**
 * Writes the texts of the sources into every catalogue. Translations stay; a text that is used no more goes. A new text
 * has no translation yet.
 * @param {Iterable<string>} texts English texts
 */
export async function writeCatalogues(texts) {
  const sorted = [...texts]
  for (const locale of locales) writeFileSync(catalogueFile(locale), await catalogueText(locale, sorted))
}

/**
 * The content of a language's catalogue with these English texts, and with the translations that it has.
 * @param {string} locale
 * @param {string[]} texts
 */
export async function catalogueText(locale, texts) {
  const { formatter } = await import('@lingui/format-po')
  const translations = await readCatalogue(locale)
  const entries = texts
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((id) => [id, { message: id, translation: locale === 'en' ? id : (translations[id] ?? '') }])
  const context = { locale, sourceLocale: 'en', filename: catalogueFile(locale), existing: null }
  const po = await formatter(options).serialize(Object.fromEntries(entries), context)
  return po.replace(/^"(X-Generator|POT-Creation-Date):.*\n/gm, '')
}

/** Compiles the catalogues into `dist/locales/` if they have changed since. */
export async function ensureCompiled() {
  const newest = Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs))
  const isFresh = [...locales, PSEUDO].every(
    (locale) => (statSync(compiledFile(locale), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= newest,
  )
  if (!isFresh) await compileCatalogues()
}

/** Compiles every catalogue. A text without a translation stays English. */
export async function compileCatalogues() {
  const { compileMessage } = await import('@lingui/message-utils/compileMessage')
  const english = Object.keys(await readCatalogue('en'))
  mkdirSync(compiled, { recursive: true })
  for (const locale of locales) {
    const translations = locale === 'en' ? {} : await readCatalogue(locale)
    const messages = english.map((id) => [id, plain(compileMessage(translations[id] || withoutContext(id)))])
    // Plain English texts are their own keys.
    const needed = locale === 'en' ? messages.filter(([id, message]) => message !== id) : messages
    writeFileSync(compiledFile(locale), JSON.stringify(Object.fromEntries(needed)))
  }
  const pseudo = english.map((id) => [id, pseudoOf(plain(compileMessage(withoutContext(id))))])
  writeFileSync(compiledFile(PSEUDO), JSON.stringify(Object.fromEntries(pseudo)))
}

/** A text without its context, "Open ##task", as in `src/shared/words/message.ts`. @param {string} text */
export const withoutContext = (text) => text.replace(/ ##.*$/s, '')

/** A message of nothing but text as a text. @param {unknown} message */
const plain = (message) =>
  Array.isArray(message) && message.length === 1 && typeof message[0] === 'string' ? message[0] : message

const LETTERS = new Map(
  Object.entries({ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú', n: 'ñ', c: 'ç' }),
)

/** The pseudo-language: accents, a third longer, marks that show glued and other texts. @param {any} message */
function pseudoOf(message) {
  const accented = (/** @type {string} */ text) =>
    text.replace(/<\/?\d+\/?>|[A-Za-z]/g, (found) => LETTERS.get(found) ?? found)
  /** @type {(token: any) => any} */
  const within = (token) => {
    if (typeof token === 'string') return accented(token)
    if (!Array.isArray(token) || typeof token[2] !== 'object' || token[2] === null) return token
    const branches = Object.entries(token[2]).map(([name, branch]) => [
      name,
      Array.isArray(branch) ? branch.map(within) : branch,
    ])
    return [token[0], token[1], Object.fromEntries(branches)]
  }
  const tokens = Array.isArray(message) ? message.map(within) : [accented(message)]
  const length = JSON.stringify(message).length
  const whole = ['⟦', ...tokens, `${'·'.repeat(Math.ceil(length / 3))}⟧`]
  return whole.every((token) => typeof token === 'string') ? whole.join('') : whole
}
