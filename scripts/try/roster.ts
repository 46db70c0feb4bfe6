// Sixty people in two departments plan and work for half a year in each of two time zones, across both changes of the
// clocks. Planners draft, copy, publish, discard, and change late. People answer, offer and take shifts, come and go
// otherwise than planned, fall ill, and ask for days off. Managers decide, and correct hours. Two servers share the
// work. One of them is killed now and then. A second calculation follows the steps, and shares no code with Muster. It
// knows what each person sees, which shifts they may take, who is away, which minutes belong to which shift, and when
// each person is told. The trial also looks for reasons of absences in everything that people receive.
//
//   npm run try -- roster [people=60] [weeks=half a year] [seed=random] [zone=all]
//
// It uses its own databases in a temporary folder. It ends with 0 and the counts, or with 1 and the faults.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { migrateDatabase } from '../../src/server/db/migrate/migrate.ts'
import {
  halfYearIn,
  isFaultlessRoster,
  type RosterZone,
  rosterZones,
  simulateRoster,
} from '../../test/support/roster-simulation.ts'
import { BUILT } from '../../test/support/server-process.ts'
import { ensureBuilt } from '../build.mjs'

const words = new Map(process.argv.slice(2).map((word) => word.split('=') as [string, string]))
const number = (name: string, otherwise: number) => Number(words.get(name) ?? otherwise)
const people = number('people', 60)
const seed = number('seed', Math.floor(Math.random() * 1_000_000))
const zones = rosterZones.filter((zone) => (words.get('zone') ?? zone) === zone)

await ensureBuilt()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-roster-')))
try {
  let isRight = true
  for (const timeZone of zones as RosterZone[]) {
    const weeks = number('weeks', halfYearIn(timeZone))
    const own = join(folder, timeZone.replace('/', '-'))
    mkdirSync(own)
    const database = await openEmbedded({ dataDir: join(own, 'database') })
    try {
      await migrateDatabase(database.url)
      console.log(`${people} people, ${weeks} weeks, two servers, ${timeZone}, seed ${seed}`)
      const options = { url: database.url, folder: own, timeZone, people, weeks, seed, killEvery: 150, lookEvery: 4 }
      const { report } = await simulateRoster({ ...options, hasPages: true, program: BUILT, log: console.log })
      console.table(report)
      isRight &&= isFaultlessRoster(report)
    } finally {
      await database.stop()
    }
  }
  if (!isRight) throw new Error('The roster is otherwise than it should be')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
