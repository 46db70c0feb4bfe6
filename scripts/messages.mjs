import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { catalogueFile, compileCatalogues, locales, readCatalogue, writeCatalogues } from './messages/catalogues.mjs'
import { elementsOf, findTexts, missingPlurals, valuesOf } from './messages/find.mjs'
import { root } from './run.mjs'

/**
 * The texts of Muster and their translations.
 *
 *   npm run messages           writes new texts into every catalogue, drops unused ones, and compiles them
 *   npm run messages -- check  says what is missing: `npm run check` calls it
 */
await ensureInstalled()
if (process.argv[2] === 'check') {
  const faults = await check()
  for (const fault of faults.slice(0, 200)) console.error(fault)
  if (faults.length > 0)
    console.error(`${faults.length} faults in texts. CONTRIBUTING.md, "A new text", says what to do.`)
  process.exitCode = faults.length > 0 ? 1 : 0
} else {
  const { texts, faults } = findAll()
  for (const fault of faults) console.error(fault)
  await writeCatalogues(texts)
  await compileCatalogues()
  console.log(`${texts.size} texts`)
}

/** The texts of all sources with the files that they stand in, and what is wrong in these files. */
function findAll() {
  /** @type {Map<string, string[]>} */
  const texts = new Map()
  /** @type {string[]} */
  const faults = []
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue
    const file = `src/${name.replaceAll('\\', '/')}`
    const found = findTexts(file, readFileSync(join(root, file), 'utf8'))
    for (const { id } of found.messages) texts.set(id, [...new Set([...(texts.get(id) ?? []), file])])
    for (const { line, text } of found.faults) faults.push(`${file}:${line} ${text}`)
  }
  return { texts, faults }
}

/** Everything that is wrong with texts and translations, one line each. */
async function check() {
  const { texts, faults } = findAll()
  for (const locale of locales) {
    const catalogue = await readCatalogue(locale)
    const where = catalogueFile(locale).slice(root.length + 1)
    for (const id of texts.keys()) if (!(id in catalogue)) faults.push(`${where} lacks “${id}”: run npm run messages`)
    for (const [id, translation] of Object.entries(catalogue)) {
      if (!texts.has(id)) faults.push(`${where} has “${id}”, which nothing uses: run npm run messages`)
      else if (locale !== 'en')
        faults.push(...wrong(id, translation, locale).map((fault) => `${where} “${id}” ${fault}`))
    }
  }
  return faults
}

/** What is wrong with a translation. @param {string} id @param {string} translation @param {string} locale */
function wrong(id, translation, locale) {
  if (translation === '') return ['is not translated']
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
