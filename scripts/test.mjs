import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { tryBuild } from './build.mjs'
import { check } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureCompiled } from './messages/catalogues.mjs'
import { root, run, stopWithShell } from './run.mjs'
import { allTestFiles, isJourney, longTestsSinceRelease, testsOfChanges } from './tests-of-changes.mjs'

/**
 * Runs the tests, and ends with a line `N passed, N failed`. `docs/tests.md` says what belongs to which run.
 *
 *   npm test                    every promise once
 *   npm test -- clock           of that, the files whose names contain "clock"
 *   npm test -- --changed       of that, what the changes since the last commit touch
 *   npm test -- --release       also the long tests of files that have changed since the last release
 *   npm run test:long           everything, for the night and before a release
 *   npm run test:long -- clock  all tests of these files
 */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')))
const isLong = flags.has('--long')
const startedAt = Date.now()
const reports = mkdtempSync(join(tmpdir(), 'muster-test-'))
let passed = 0
let failed = 0
/** The failures, by name: some people see only the end of a long output. @type {string[]} */
const failures = []

// The count is always printed, however this process ends. An early end counts as a failure.
process.on('exit', (code) => {
  rmSync(reports, { recursive: true, force: true })
  if (failed === 0 && (code !== 0 || (passed === 0 && !flags.has('--changed')))) failed = 1
  if (failed > 0) process.exitCode = code || 1
  if (failures.length > 0) console.log(`Failed, or passed only when repeated:\n${failures.join('\n')}`)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`It took ${seconds} s${processorSeconds()}.`)
  console.log(`${passed} passed, ${failed} failed`)
})

stopWithShell()
await ensureInstalled()
await ensureCompiled()
const files = chosenFiles()
// The unit tests run on the built server. So all that is to be built is built first, with types and style checked
// beside it.
// Texts without a translation may wait until the next release.
const checked = check({ isComplete: isLong })
const isReady = !files.some(isJourney) || (await prepareBrowserTests())
await runTests(files, isLong ? 'all' : 'ordinary')
if (flags.has('--release')) await runTests(longTestsSinceRelease(), 'long')
const faults = await checked
if (faults > 0) failures.push('  types, style or texts: what was found stands above')
failed += faults

/** Runs the tests of these files. @param {string[]} files @param {Part} part */
async function runTests(files, part) {
  await unitTests(
    files.filter((file) => !isJourney(file)),
    part,
  )
  if (isReady) await browserTests(files.filter(isJourney), part)
}

/** @typedef {'ordinary' | 'long' | 'all'} Part  the tests to run of the files: ordinary ones, long ones, or all */

/** @param {Part} part */
function environment(part) {
  return part === 'ordinary' ? process.env : { ...process.env, MUSTER_LONG: '1' }
}

/** @param {string} script @param {string[]} args @param {Parameters<typeof run>[2]} [options] */
function runScript(script, args, options) {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], options)
}

/** The processor time of all that has run, where the system tells it. */
function processorSeconds() {
  if (!existsSync('/proc/self/stat')) return ''
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // Its own time and the time of ended children, each as user and system time, in hundredths of a second: `man 5 proc`.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return `, ${Math.round(times.reduce((sum, time) => sum + Number(time), 0) / 100)} s of processor time`
}

/** @param {string[]} files @param {Part} part */
async function unitTests(files, part) {
  if (files.length === 0) return
  const report = join(reports, `vitest-${part}.json`)
  const args = ['run', '--reporter=default', '--reporter=./scripts/unit-report.mjs', ...files]
  if (part !== 'all') args.push(`--tags-filter=${part === 'long' ? '' : '!'}long`)
  const env = { ...environment(part), MUSTER_UNIT_REPORT: report }
  const code = await runScript('vitest/vitest.mjs', args, { env })
  /** @type {import('./unit-report.mjs').UnitReport | undefined} */
  const result = readReport(report)
  if (!result) return count(0, 1, code, 'the unit tests')
  failures.push(...result.failures)
  count(result.passed, result.failed, code, 'the unit tests')
}

/** Builds Muster and finds a browser. Returns false, and counts a failure, if either fails. */
async function prepareBrowserTests() {
  try {
    // Brotli takes half of a build. Without it browsers get gzip.
    if (!(await tryBuild({ brotli: 'later' }))) throw new Error('The browser tests cannot run without a build.')
    process.env.MUSTER_TEST_SERVER = join(root, 'dist/server')
    await findBrowser()
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    failed += 1
    return false
  }
}

/** @param {string[]} files @param {Part} part */
async function browserTests(files, part) {
  if (files.length === 0) return
  const report = join(reports, `playwright-${part}.json`)
  const args = ['test', '--reporter=list,json', ...files]
  if (part !== 'all') args.push(part === 'long' ? '--grep=@long' : '--grep-invert=@long')
  const code = await runScript('@playwright/test/cli.js', args, {
    env: { ...environment(part), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    // At any other signal Playwright ends without stopping the servers of its workers.
    stopWith: 'SIGINT',
  })
  /** @type {JourneysReport | undefined} */
  const result = readReport(report)
  if (!result) return count(0, 1, code, 'the journeys')
  const flaky = result.suites.flatMap((suite) => testsOf(suite, 'flaky'))
  failures.push(...result.suites.flatMap((suite) => testsOf(suite, 'unexpected')))
  failures.push(...flaky.map((name) => `${name} (passed only when it was repeated)`))
  const { expected, unexpected } = result.stats
  failures.push(...result.errors.map(({ message }) => `  outside of a journey: ${message}`))
  count(expected, unexpected + flaky.length + result.errors.length, code, 'the journeys')
}

/**
 * @typedef {object} JourneysReport
 * @property {{ expected: number, unexpected: number }} stats
 * @property {{ message: string }[]} errors  those outside of a journey
 * @property {Suite[]} suites
 */

/**
 * @typedef {object} Suite
 * @property {Suite[]} [suites]
 * @property {{ title: string, file: string, line: number, tests: { status: string }[] }[]} specs
 */

/**
 * Lists the browser tests that ended so: `unexpected` failed, `flaky` failed first and passed when it was repeated.
 * @param {Suite} suite
 * @param {'unexpected' | 'flaky'} end
 * @returns {string[]}
 */
function testsOf({ suites = [], specs }, end) {
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === end))
      .map(({ file, line, title }) => `  e2e/${file}:${line} ${title}`),
    ...suites.flatMap((suite) => testsOf(suite, end)),
  ]
}

/**
 * Adds the results of a run. A run that failed without a failed test counts as one failure.
 * @param {number} passedTests
 * @param {number} failedTests
 * @param {number} code
 * @param {string} name
 */
function count(passedTests, failedTests, code, name) {
  passed += passedTests
  failed += failedTests || Number(code !== 0)
  if (failedTests === 0 && code !== 0) failures.push(`  the run of ${name} ended with ${code}`)
}

/** Reads a report; undefined if the run was interrupted and left no report or only a part. @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The files of this run. Words choose some of them by name. */
function chosenFiles() {
  const files = flags.has('--changed') ? testsOfChanges(allTestFiles()) : allTestFiles()
  return files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
}
