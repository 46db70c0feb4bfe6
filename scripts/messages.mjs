import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { catalogueFile, compileCatalogues, locales, readCatalogue, writeCatalogues } from './messages/catalogues.mjs'
import { elementsOf, findTexts, missingPlurals, valuesOf } from './messages/find.mjs'
import { numbersIn, numbersWithoutPlural } from './messages/plurals.mjs'
import { root } from './run.mjs'

/**
 * The texts of Muster and their translations.
 *
 *   npm run messages                      writes new texts into every catalogue, drops unused ones, and compiles them
 *   npm run messages -- missing           lists what is not translated; a language after it chooses one
 *   npm run messages -- check             says what is wrong: `npm run check` calls it
 *   npm run messages -- check --complete  the same, and nothing may be untranslated: for the long run and a release
 */
await ensureInstalled()
const [command, ...words] = process.argv.slice(2)
if (command === 'check') {
  const faults = [...(await check()), ...(words.includes('--complete') ? await untranslated(locales) : [])]
  for (const fault of faults.slice(0, 200)) console.error(fault)
  if (faults.length > 0)
    console.error(`${faults.length} faults in texts. CONTRIBUTING.md, "A new text", says what to do.`)
  process.exitCode = faults.length > 0 ? 1 : 0
} else if (command === 'missing') {
  await listMissing(words.length > 0 ? words : locales)
} else {
  const { texts, faults } = findAll()
  for (const fault of faults) console.error(fault)
  await writeCatalogues(texts)
  await compileCatalogues()
  console.log(`${texts.size} texts`)
}

/** The texts of all sources, and their faults. */
function findAll() {
  /** @type {Set<string>} */
  const texts = new Set()
  /** @type {string[]} */
  const faults = []
  /** @type {string[]} */
  const numbers = []
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue
    const file = `src/${name.replaceAll('\\', '/')}`
    const found = findTexts(file, readFileSync(join(root, file), 'utf8'))
    for (const message of found.messages) {
      texts.add(message.id)
      numbers.push(...message.numbers)
    }
    for (const { line, text } of found.faults) faults.push(`${file}:${line} ${text}`)
  }
  return { texts, faults: [...faults, ...faultsOfPlurals(texts, new Set([...numbersIn(texts), ...numbers]))] }
}

/** Texts that count things without plural forms. @param {Set<string>} texts @param {Set<string>} numbers */
function faultsOfPlurals(texts, numbers) {
  const faults = []
  for (const text of texts) {
    const names = numbersWithoutPlural(text, numbers)
    if (names.length > 0) faults.push(`“${text}” counts without plural forms: {${names.join('}, {')}}`)
  }
  return faults
}

/** Everything that is wrong with texts and translations, one line each. A missing translation is not wrong. */
async function check() {
  const { texts, faults } = findAll()
  for (const locale of locales) {
    const catalogue = await readCatalogue(locale)
    const where = nameOf(locale)
    for (const id of texts) if (!(id in catalogue)) faults.push(`${where} lacks “${id}”: run npm run messages`)
    for (const [id, translation] of Object.entries(catalogue)) {
      if (!texts.has(id)) faults.push(`${where} has “${id}”, which nothing uses: run npm run messages`)
      else if (locale !== 'en' && translation !== '')
        faults.push(...wrong(id, translation, locale).map((fault) => `${where} “${id}” ${fault}`))
    }
  }
  return faults
}

/** The texts that languages show in English, one line each. @param {string[]} languages */
async function untranslated(languages) {
  const lines = []
  for (const locale of languages)
    for (const id of await missingIn(locale)) lines.push(`${nameOf(locale)} “${id}” is not translated`)
  return lines
}

/** Prints the texts without a translation, by language. @param {string[]} languages */
async function listMissing(languages) {
  const total = Object.keys(await readCatalogue('en')).length
  let found = 0
  for (const locale of languages) {
    const missing = await missingIn(locale)
    found += missing.length
    if (missing.length === 0) continue
    console.log(
      `${nameOf(locale)}: ${missing.length} of ${total} texts ${missing.length === 1 ? 'is' : 'are'} not translated`,
    )
    for (const id of missing) console.log(`  “${id}”`)
  }
  if (found === 0) console.log('Every text is translated.')
}

/** The texts without a translation in a language. @param {string} locale */
async function missingIn(locale) {
  const catalogue = Object.entries(await readCatalogue(locale))
  return catalogue.filter(([, translation]) => translation === '').map(([id]) => id)
}

/** The catalogue of a language, as people name it. @param {string} locale */
function nameOf(locale) {
  return catalogueFile(locale).slice(root.length)
}

/** The faults of a translation. @param {string} id @param {string} translation @param {string} locale */
function wrong(id, translation, locale) {
  try {
    const same = (/** @type {Set<string>} */ a, /** @type {Set<string>} */ b) =>
      a.size === b.size && [...a].every((each) => b.has(each))
    if (!same(valuesOf(id), valuesOf(translation))) return [`has other values in ${JSON.stringify(translation)}`]
    if (!same(elementsOf(id), elementsOf(translation))) return [`has other elements in ${JSON.stringify(translation)}`]
    const plurals = missingPlurals(translation, locale)
    return plurals.length > 0 ? [`lacks the plural forms ${plurals.join(', ')}`] : []
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : error}`]
  }
}
