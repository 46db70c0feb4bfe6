// Enqueues two thousand jobs while three servers on one database run them and are killed with SIGKILL and started again
// at random moments. Each job must be done at least once, and those with a key exactly once, although every key is
// enqueued twice.
//
//   npm run try -- jobs [jobs, 2000] [kills at least, 20] [seed, random]
//
// On a database of its own in a temporary folder, or on the empty one that DATABASE_URL names. It ends with 0 and the
// counts, or with 1 and the fault.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { migrateDatabase } from '../../src/server/db/migrate/migrate.ts'
import { crashJobs, isKept } from '../../test/support/jobs-crash.ts'

const jobs = Number(process.argv[2] ?? 2000)
const kills = Number(process.argv[3] ?? 20)
const seed = Number(process.argv[4] ?? Math.floor(Math.random() * 1_000_000))

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-jobs-')))
const own = process.env.DATABASE_URL ? undefined : await openEmbedded({ dataDir: join(folder, 'database') })
const url = process.env.DATABASE_URL ?? own?.url ?? ''
try {
  await migrateDatabase(url)
  console.log(`${jobs} jobs, three servers, seed ${seed}`)
  const report = await crashJobs({ url, jobs, servers: 3, kills, seed, log: console.log })
  console.table(report)
  if (!isKept(report)) throw new Error('Not each done, or one with a key more than once')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await own?.stop()
  rmSync(folder, { recursive: true, force: true })
}
