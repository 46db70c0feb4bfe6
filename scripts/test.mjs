import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findBrowser } from './browser.mjs'
import { tryBuild } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureCompiled } from './messages/catalogues.mjs'
import { root, run, stopWithShell } from './run.mjs'

const filters = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'muster-test-'))
let passed = 0
let failed = 0
/** What failed, by name: the end of a long output is all that some people see of it. @type {string[]} */
const failures = []

// The count is always printed, however this process ends. An early end counts as a failure.
process.on('exit', (code) => {
  rmSync(reports, { recursive: true, force: true })
  if (failed === 0 && (code !== 0 || passed === 0)) failed = 1
  if (failed > 0) process.exitCode = code || 1
  if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}`)
  console.log(`${passed} passed, ${failed} failed`)
})

stopWithShell()
await ensureInstalled()
await ensureCompiled()
await check()
if (failed > 0) process.exit(1)
const specs = testFiles('e2e', '.spec.ts')
// The build runs beside the unit tests, because these often wait and leave processors free.
const [isReady] = await Promise.all([specs.length > 0 && prepareBrowserTests(), unitTests()])
if (isReady) await browserTests()

/** @param {string} script @param {string[]} args @param {Parameters<typeof run>[2]} [options] */
function runScript(script, args, options) {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], options)
}

async function check() {
  const codes = await Promise.all([
    runScript('typescript/bin/tsc', ['-b'], { stdout: 'at the end' }),
    runScript('@biomejs/biome/bin/biome', ['check'], { stdout: 'at the end' }),
    run(process.execPath, [join(root, 'scripts/messages.mjs'), 'check'], { stdout: 'at the end' }),
  ])
  failed += codes.filter((code) => code !== 0).length
}

async function unitTests() {
  if ([...testFiles('src', '.test.ts'), ...testFiles('test', '.test.ts')].length === 0) return
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters]
  const code = await runScript('vitest/vitest.mjs', args)
  /** @type {{ numPassedTests: number, numFailedTests: number, testResults: TestFile[] } | undefined} */
  const result = readReport(report)
  if (!result) return count(0, 1, code)
  const unreadable = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  failures.push(...unreadable.map(({ name }) => `  ${relative(root, name)}`))
  for (const { name, assertionResults } of result.testResults) {
    const ofFile = assertionResults.filter(({ status }) => status === 'failed')
    failures.push(...ofFile.map(({ fullName }) => `  ${relative(root, name)} ${fullName}`))
  }
  count(result.numPassedTests, result.numFailedTests + unreadable.length, code)
}

/** Builds Muster and finds a browser. Returns false, and counts a failure, if either fails. */
async function prepareBrowserTests() {
  try {
    if (!(await tryBuild())) throw new Error('The browser tests cannot run without a build.')
    await findBrowser()
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    failed += 1
    return false
  }
}

async function browserTests() {
  const report = join(reports, 'playwright.json')
  const code = await runScript('@playwright/test/cli.js', ['test', '--reporter=list,json', ...specs], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    // At any other signal Playwright ends without stopping the servers of its workers.
    stopWith: 'SIGINT',
  })
  /** @type {{ stats: { expected: number, unexpected: number }, errors: [], suites: Suite[] } | undefined} */
  const result = readReport(report)
  if (!result) return count(0, 1, code)
  const flaky = result.suites.flatMap((suite) => testsOf(suite, 'flaky'))
  failures.push(...result.suites.flatMap((suite) => testsOf(suite, 'unexpected')))
  const flakyFailed = process.env.FLAKY === 'fail' ? flaky.length : 0
  const { expected, unexpected } = result.stats
  count(expected + flaky.length - flakyFailed, unexpected + flakyFailed + result.errors.length, code)
  if (flaky.length > 0) console.log(`Flaky tests, which passed only when they were repeated:\n${flaky.join('\n')}`)
}

/** @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFile */

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
 * Adds the results of a run. A run that failed without a failed test (a broken set-up, an error outside the tests) counts as one failure.
 * @param {number} passedTests
 * @param {number} failedTests
 * @param {number} code
 */
function count(passedTests, failedTests, code) {
  passed += passedTests
  failed += failedTests || Number(code !== 0)
}

/**
 * Reads a report; undefined if the run was interrupted and left no report or only a part.
 * @param {string} file
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * The test files whose path contains one of the words after `npm test --`. Without words, all test files.
 * @param {string} folder
 * @param {string} ending
 */
function testFiles(folder, ending) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith(ending))
    .filter((name) => filters.length === 0 || filters.some((filter) => name.includes(filter)))
}
