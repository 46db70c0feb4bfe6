// Opens pages on three servers with one database. They follow by live messages alone while people write, servers are
// killed with SIGKILL and started again, and connections to the database are cut. In the end each page must show the
// API's data for that person, and nobody may have received rows that they could not see. Then writes whose answer was
// lost are repeated by their key, and must have been announced.
//
//   npm run try -- live [pages on each server, 200] [writes, 3000] [seed, random] [servers, 3]
//
// On a database of its own in a temporary folder. It ends with 0 and the counts, or with 1 and the differences.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { migrateDatabase } from '../../src/server/db/migrate/migrate.ts'
import { isConsistent, tryConsistency } from '../../test/support/live-consistency.ts'
import { BUILT } from '../../test/support/server-process.ts'
import { ensureBuilt } from '../build.mjs'

const [pages = 200, writes = 3_000, seed = Math.floor(Math.random() * 1_000_000), servers = 3] = process.argv
  .slice(2)
  .map(Number)
const MOST_SHOWN = 20

await ensureBuilt()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-live-')))
const database = await openEmbedded({ dataDir: join(folder, 'database') })
try {
  await migrateDatabase(database.url)
  console.log(`${servers} servers with ${pages} pages each, ${writes} writes, seed ${seed}`)
  const report = await tryConsistency({
    ...{ url: database.url, dataDir: join(folder, 'data'), program: BUILT, servers, pages, writes, seed },
    ...{ dueWithin: 8_000, kills: 12, cuts: 12, repeats: 30, log: console.log },
  })
  const { differences, foreign, received, mostReadAgain, ...counts } = report
  console.table({ ...counts, differences: differences.length, foreign: foreign.length })
  console.table({ 'all pages': received, 'the page that read most': mostReadAgain })
  for (const line of [...differences, ...foreign].slice(0, MOST_SHOWN)) console.log(line)
  if (!isConsistent(report)) throw new Error('Pages do not show what the API gives')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
