import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './run.mjs'

/** Reads the code alone, in a second. It finds code in the wrong place. */
const ALWAYS = 'test/boundaries.test.ts'
/** How a test is marked that runs at night and before a release alone, in Vitest and in Playwright. */
const LONG = /\btags: 'long'|\btag: '@long'/

/** All files with tests. */
export function allTestFiles() {
  return ['src', 'test', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.(test|spec)\.ts$/.test(name))
      .sort(),
  )
}

/** Whether a file's tests run in a browser. @param {string} file */
export const isJourney = (file) => file.endsWith('.spec.ts')

/**
 * The files with tests of the long run that differ from the last release's, by its tag. Without a tag there are none.
 */
export function longTestsSinceRelease() {
  const release = git('describe', '--tags', '--abbrev=0')[0]
  if (!release) return []
  const changed = new Set(git('diff', '--name-only', release))
  return allTestFiles().filter((file) => changed.has(file) && LONG.test(readFileSync(join(root, file), 'utf8')))
}

/**
 * The tests that a change touches: for each file that differs from the last commit's, itself if it has tests; the tests
 * of its name beside it; tests that import it; else all tests of its folder; and journeys that bear the name of a
 * screen or of its folder.
 *
 * Vitest's own `--changed` follows all imports. Each test at the door imports the whole server, so it would run nearly
 * everything.
 * @param {string[]} tests
 */
export function testsOfChanges(tests) {
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const imports = new Map(tests.map((file) => [file, importsOf(file)]))
  const found = new Set(changed.length > 0 ? [ALWAYS] : [])
  for (const file of changed) {
    if (tests.includes(file)) found.add(file)
    if (!/\.(ts|tsx|mjs)$/.test(file)) continue
    const ownName = stem(file)
    const near = tests.filter(
      (test) => imports.get(test)?.has(file) || (dirname(test) === dirname(file) && stem(test) === ownName),
    )
    const ofFolder = tests.filter((test) => dirname(test) === dirname(file))
    for (const test of near.length > 0 ? near : ofFolder) found.add(test)
    if (!file.startsWith('src/web/')) continue
    const screens = new Set([ownName, ...dirname(file).split('/').slice(2)])
    for (const test of tests) if (test === `e2e/${stem(test)}.spec.ts` && screens.has(stem(test))) found.add(test)
  }
  return [...found]
}

/** A file's name up to its first dot. @param {string} file */
const stem = (file) => basename(file).split('.')[0] ?? ''

/** The files that a test names in its imports. @param {string} file */
function importsOf(file) {
  const names = readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  return new Set([...names].map(([, name]) => join(dirname(file), name ?? '').replaceAll('\\', '/')))
}

/** The lines that Git answers; none where there is no history. @param {string[]} args */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    return []
  }
}
