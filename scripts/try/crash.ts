// Kills a server with SIGKILL again and again while several people write. The server has its own database in a
// temporary folder. After each kill it starts again. It must then have every acknowledged write, each with its audit
// entry, and the right counts. Some kills hit it while it starts. At the end a normal stop must leave no database
// process behind.
//
//   npm run try -- crash [rounds, 50] [seed, random]
//
// It ends with 0 and the counts, or with 1 and the first fault. A failed run leaves its folder in place.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crash } from '../../test/support/crash.ts'
import { BUILT } from '../../test/support/server-process.ts'
import { ensureBuilt } from '../build.mjs'

const rounds = Number(process.argv[2] ?? 50)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000))

await ensureBuilt()
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'muster-crash-')))
console.log(`Killing the server ${rounds} times, with seed ${seed}, in ${dataDir}`)
try {
  const report = await crash({ dataDir, rounds, seed, program: BUILT, log: console.log })
  console.table(report)
  rmSync(dataDir, { recursive: true, force: true })
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
