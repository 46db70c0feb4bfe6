// Lets 500 random routines open and close for 400 simulated days in each of four time zones, across both nights of the
// clock change and 29 February. Three servers share the work; meanwhile they are killed with SIGKILL at random moments
// and started again, and all of them rest for three hours and for three days now and then. Each occurrence is compared
// with an independent calculation, minute by minute. Then 5,000 routines open at the same moment, several times, and
// the program measures how long that takes, and the board meanwhile.
//
//   npm run try -- routines [routines, 500] [days, 400] [seed, random] [at once, 5000] [first day, 2027-11-01]
//     [rounds, 5]
//
// It uses its own database in a temporary folder. It ends with 0 and the counts, or with 1 and the fault.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { migrateDatabase } from '../../src/server/db/migrate/migrate.ts'
import { openAtOnce } from '../../test/support/routines-at-once.ts'
import { isExact, type SimulationReport, simulateRoutines } from '../../test/support/routines-simulation.ts'
import { BUILT } from '../../test/support/server-process.ts'
import { ensureBuilt } from '../build.mjs'

const words = process.argv.slice(2)
const [routines = 500, days = 400, seed = Math.floor(Math.random() * 1_000_000), atOnce = 5_000] = words
  .slice(0, 4)
  .map(Number)
/** The days begin before a leap day. */
const from = `${words[4] ?? '2027-11-01'}T12:00:00.000Z`
const rounds = Number(words[5] ?? 5)
const timeZones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago']

await ensureBuilt()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-routines-')))
const database = await openEmbedded({ dataDir: join(folder, 'database') })
const { url } = database

/** Each deployment begins without tasks and routines. */
async function empty() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('truncate tasks, routines, audit_logs, events, task_counts cascade')
  await client.end()
}

try {
  await migrateDatabase(url)
  const reports: Omit<SimulationReport, 'examples'>[] = []
  if (routines > 0) console.log(`${routines} routines, ${days} days, three servers, seed ${seed}`)
  for (const timeZone of routines > 0 ? timeZones : []) {
    await empty()
    const { examples, ...report } = await simulateRoutines({
      ...{ url, timeZone, routines, days, from, servers: 3, killEvery: 40, seed },
    })
    console.table(report)
    for (const example of examples) console.log(example)
    reports.push(report)
  }
  if (!reports.every(isExact))
    throw new Error('Not each opening became one occurrence with the outcome that it should have')
  await empty()
  if (atOnce > 0)
    for (const servers of [1, 3]) {
      console.table(await openAtOnce({ url, dataDir: folder, servers, routines: atOnce, rounds, program: BUILT }))
      await empty()
    }
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
