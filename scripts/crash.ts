// Kills a server with SIGKILL again and again while several people write, on a database of its own in a temporary folder;
// after each kill it is started again and must have every write that it had acknowledged, each with its audit row, and the
// right counts. Some kills hit it while it starts. At the end a normal stop must leave no database process behind.
//
//   npm run try:crash -- [rounds, 50] [seed, random]
//
// It ends with 0 and the counts, or with 1 and the first fault; the folder of a run that failed is kept.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crash } from '../test/support/crash.ts'
import { BUILT } from '../test/support/server-process.ts'
import { ensureBuilt } from './build.mjs'

const rounds = Number(process.argv[2] ?? 50)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000))

await ensureBuilt()
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'muster-crash-')))
console.log(`${rounds} kills with seed ${seed} in ${dataDir}`)
try {
  const report = await crash({ dataDir, rounds, seed, program: BUILT, log: console.log })
  console.table(report)
  rmSync(dataDir, { recursive: true, force: true })
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
