// Simulates a week of sixty people in three departments, in early, late and night shifts, across the night in which
// summer time ends. They are told some 2,000 notifications of all kinds, and hand over 200 items. Two servers share the
// work; meanwhile they are killed with SIGKILL at random moments and started again. Their devices are subscribed at
// push services of our own, which decrypt the messages and now and then fail, ask to wait, hang, or say that a device
// is gone. The notifications that each person should have had, and when, are worked out from people's actions and from
// the clock, with nothing of the product.
//
//   npm run try -- shifts [hours, 168] [seed, random] [people in each department, 20] [deeds, 620]
//
// It uses its own database in a temporary folder. It ends with 0 and the counts, or with 1 and the faults.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { migrateDatabase } from '../../src/server/db/migrate/migrate.ts'
import { BUILT } from '../../test/support/server-process.ts'
import { isFaultless, simulateShifts } from '../../test/support/shift-simulation.ts'
import { ensureBuilt } from '../build.mjs'

const [hours = 168, seed = Math.floor(Math.random() * 1_000_000), peopleInEachDepartment = 20, deeds = 620] =
  process.argv.slice(2).map(Number)
const SHOWN_FAULTS = 40

await ensureBuilt()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-shifts-')))
const database = await openEmbedded({ dataDir: join(folder, 'database') })
const { url } = database
try {
  await migrateDatabase(url)
  console.log(`${hours} hours, ${3 * peopleInEachDepartment} people, two servers, seed ${seed}`)
  const options = { url, folder, hours, peopleInEachDepartment, deeds, killEvery: 60, seed, program: BUILT }
  const { report, byKind, faults } = await simulateShifts({ ...options, log: console.log })
  console.table(byKind)
  console.table(report)
  for (const fault of faults.slice(0, SHOWN_FAULTS)) console.log(fault)
  if (!isFaultless(report)) throw new Error('Somebody was told too much, too little, or at the wrong time')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
