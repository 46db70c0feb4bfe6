import { writeFileSync } from 'node:fs'

/** A rare failure is understood by its words, which the end of the output tells too. */
const FAILURE_LINES = 15

/** @typedef {{ passed: number, failed: number, failures: string[] }} UnitReport */

/**
 * The reporter of Vitest for `scripts/test.mjs`. It writes a `UnitReport` to the file that MUSTER_UNIT_REPORT names. A
 * failure outside of a test counts too: in the set-up of a file or a group, or after a test has ended.
 */
export default class UnitReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} files
   * @param {readonly import('vitest').SerializedError[]} errors  those outside of all files and tests
   */
  onTestRunEnd(files, errors) {
    /** @type {UnitReport} */
    const report = { passed: 0, failed: 0, failures: [] }
    /** @param {string} name @param {readonly { message: string, stack?: string }[]} found */
    const fail = (name, found) => {
      report.failed += 1
      report.failures.push(`  ${name}${beginOf(found)}`)
    }
    for (const file of files) {
      const place = file.relativeModuleId
      if (file.errors().length > 0) fail(place, file.errors())
      for (const group of file.children.allSuites())
        if (group.errors().length > 0) fail(`${place} ${group.fullName}`, group.errors())
      for (const test of file.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passed += 1
        if (state === 'failed') fail(`${place} ${test.fullName}`, errors)
      }
    }
    for (const error of errors) fail(`outside of a test, while ${error.VITEST_TEST_PATH ?? 'no file'} ran`, [error])
    writeFileSync(String(process.env.MUSTER_UNIT_REPORT), JSON.stringify(report))
  }
}

/** The first lines of these errors, indented. @param {readonly { message: string, stack?: string }[]} errors */
function beginOf(errors) {
  const lines = errors.flatMap(({ message, stack }) => (stack || message).split('\n'))
  return lines
    .filter((line) => !line.includes('node_modules'))
    .slice(0, FAILURE_LINES)
    .map((line) => `\n    ${line}`)
    .join('')
}
