// Lets a thousand reminders fall due within a minute. Meanwhile three servers on one database are killed with SIGKILL
// at random moments and started again. Each recipient must have exactly one notification of each reminder. Then one
// reminder fires for a department of 200 people, each with an open page, and the program measures when the last of them
// receives it.
//
//   npm run try -- reminders [reminders, 1000] [seconds, 60] [seed, random]
//
// It uses its own database in a temporary folder, or the empty database in DATABASE_URL. It ends with 0 and the counts,
// or with 1 and the fault.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { crashReminders } from '../../test/support/reminders-crash.ts'
import { deliverToMany } from '../../test/support/reminders-delivery.ts'
import { BUILT } from '../../test/support/server-process.ts'
import { ensureBuilt } from '../build.mjs'

const reminders = Number(process.argv[2] ?? 1000)
const period = Number(process.argv[3] ?? 60) * 1000
const seed = Number(process.argv[4] ?? Math.floor(Math.random() * 1_000_000))

await ensureBuilt()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-reminders-')))
const own = process.env.DATABASE_URL ? undefined : await openEmbedded({ dataDir: join(folder, 'database') })
const url = process.env.DATABASE_URL ?? own?.url ?? ''
const shared = { url, dataDir: folder, servers: 3, program: BUILT }
try {
  console.log(`${reminders} reminders within ${period / 1000} s, three servers, seed ${seed}`)
  const report = await crashReminders({ ...shared, reminders, within: period, seed, log: console.log })
  console.table(report)
  if (report.fired !== reminders || report.deliveredMore > 0 || report.notDelivered > 0)
    throw new Error('Some reminders were not delivered exactly once. The table above says how many.')
  console.table(await deliverToMany({ ...shared, people: 200 }))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await own?.stop()
  rmSync(folder, { recursive: true, force: true })
}
