// Lets a thousand reminders fall due within a minute while three servers on one database are killed with SIGKILL and started
// again at random moments, and counts the notifications: each recipient must have exactly one of each reminder. Then lets
// one reminder for a department of 200 people fire, each with an open page, and measures when the last of them hears of it.
//
//   npm run try:reminders -- [reminders, 1000] [seconds, 60] [seed, random]
//
// On a database of its own in a temporary folder, or on the empty one that DATABASE_URL names. It ends with 0 and the
// counts, or with 1 and the fault.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../src/server/db/embedded.ts'
import { crashReminders } from '../test/support/reminders-crash.ts'
import { deliverToMany } from '../test/support/reminders-delivery.ts'
import { BUILT } from '../test/support/server-process.ts'
import { ensureBuilt } from './build.mjs'

const reminders = Number(process.argv[2] ?? 1000)
const within = Number(process.argv[3] ?? 60) * 1000
const seed = Number(process.argv[4] ?? Math.floor(Math.random() * 1_000_000))

await ensureBuilt()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-reminders-')))
const own = process.env.DATABASE_URL ? undefined : await openEmbedded({ dataDir: join(folder, 'database') })
const url = process.env.DATABASE_URL ?? own?.url ?? ''
const shared = { url, dataDir: folder, servers: 3, program: BUILT }
try {
  console.log(`${reminders} reminders within ${within / 1000} s, three servers, seed ${seed}`)
  const report = await crashReminders({ ...shared, reminders, within, seed, log: console.log })
  console.table(report)
  if (report.fired !== reminders || report.deliveredMore > 0 || report.notDelivered > 0)
    throw new Error('Not exactly once')
  console.table(await deliverToMany({ ...shared, people: 200 }))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await own?.stop()
  rmSync(folder, { recursive: true, force: true })
}
