// Kills the primary of a PostgreSQL cluster again and again, while 50 people on three servers write twice a second
// each, and 50 pages follow. Patroni with etcd keeps the cluster, with a synchronous standby. In turn PostgreSQL is
// killed, or the whole node. It checks that no acknowledged write is lost or done twice, that reminders fire and
// routines open exactly once, that every server writes within a second of the new primary (in the middle; no later than
// two), and that every page is right at the end. The pages run in a process of lower priority, because people's devices
// take nothing from the servers.
//
//   npm run try -- failover [times, 10] [nodes, 3]
//
// It needs Debian's packages `postgresql-15`, `patroni` and `etcd-server`, and root, which PostgreSQL then does not run
// as. It prints a line for each kill, and ends with 1 after a fault.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingPrograms } from '../../test/support/failover/cluster.ts'
import { tryFailover } from '../../test/support/failover/failover.ts'
import { BUILT } from '../../test/support/server-process.ts'
import { ensureBuilt } from '../build.mjs'

const CLIENTS = 50

const [times = 10, nodes = 3] = process.argv.slice(2).map(Number)
const missing = missingPrograms()
if (missing.length > 0) {
  console.error(`${missing.join(', ')} must be installed: apt-get install postgresql-15 patroni etcd-server`)
  process.exit(1)
}

await ensureBuilt()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-failover-')))
// PostgreSQL runs as another user.
chmodSync(folder, 0o755)
try {
  console.log(await tryFailover({ folder, program: BUILT, times, nodes, clients: CLIENTS, log: console.log }))
} catch (error) {
  console.log(`FAULT: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true })
}
