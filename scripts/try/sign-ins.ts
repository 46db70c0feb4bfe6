// Sends wrong passwords for one account to the built server, from 200 addresses for a minute. Meanwhile the account's
// owner signs in from a browser that the server knows.
//
//   npm run try -- sign-ins [seconds] [addresses]
//
// It ends with 0, or with 1 if the owner was refused or waited longer than 2 seconds.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectionOptions } from '../../src/server/db/connect/connect.ts'
import { BUILT, databaseIn, startServer } from '../../test/support/server-process.ts'
import { attackSignIns } from '../../test/support/sign-in-attack.ts'
import { ensureBuilt } from '../build.mjs'

const seconds = Number(process.argv[2] ?? 60)
const addresses = Number(process.argv[3] ?? 200)
const MAX_WAIT_MS = 2_000
const owner = { email: 'owner@hotel.example', password: 'a long passphrase' }

await ensureBuilt()
const dataDir = mkdtempSync(join(tmpdir(), 'muster-sign-in-attack-'))
const { child, ready, ended } = startServer(
  { DATA_DIR: dataDir, TRUST_PROXY: '1', ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, TIME_ZONE: 'UTC' },
  BUILT,
)
let faults = 0
try {
  const { statuses, waits, refused } = await attackSignIns({ address: await ready, owner, addresses, seconds })
  const [median = 0, longest = 0] = [waits[Math.floor(waits.length / 2)], waits.at(-1)]
  const database = new pg.Client(connectionOptions(databaseIn(dataDir)))
  await database.connect()
  const { rows } = await database.query(
    `select (select count(*) from sign_in_tries where email = $1) as guesses,
      (select count(*) from notifications where kind like 'sign-in-%') as notices`,
    [owner.email],
  )
  await database.end()
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  console.log(`${addresses} addresses for ${seconds} s: ${counts.join(', ')}`)
  console.log(
    `the server compared ${rows[0].guesses} wrong passwords for the owner's account and sent ${rows[0].notices} notices`,
  )
  console.log(
    `the owner signed in at ${waits.length - refused.length} of ${waits.length} attempts${refused.length > 0 ? ` (refused: ${refused.join(', ')})` : ''}: median ${median.toFixed(0)}, longest ${longest.toFixed(0)} ms`,
  )
  faults = refused.length + waits.filter((wait) => wait > MAX_WAIT_MS).length + (waits.length === 0 ? 1 : 0)
  for (const status of Object.keys(statuses)) if (!['401', '429', '503'].includes(status)) faults += 1
} finally {
  child.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(faults === 0 ? 'no faults' : `${faults} faults`)
process.exit(faults === 0 ? 0 : 1)
