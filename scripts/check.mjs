import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run, stopWithShell } from './run.mjs'

/**
 * Checks types, style and texts at once, and prints what each finds. Resolves with how many of them failed.
 * @param {{ isComplete?: boolean }} [options] `isComplete`: a text without a translation is a fault, too
 */
export async function check({ isComplete = false } = {}) {
  const codes = await Promise.all([
    // With several threads, each works out the same types once more.
    runScript('node_modules/typescript/bin/tsc', '-b', '--singleThreaded'),
    runScript('node_modules/@biomejs/biome/bin/biome', 'check'),
    runScript('scripts/messages.mjs', 'check', ...(isComplete ? ['--complete'] : [])),
  ])
  return codes.filter((code) => code !== 0).length
}

/** @param {string} script @param {string[]} args */
const runScript = (script, ...args) => run(process.execPath, [join(root, script), ...args], { stdout: 'at the end' })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  stopWithShell()
  process.exitCode = (await check()) > 0 ? 1 : 0
}
