import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/server/db/connect/connect.ts'

const BLOCKED = 'select from pg_stat_activity where datname = $1 and cardinality(pg_blocking_pids(pid)) > 0'

/** Waits until at least this many statements in the database wait for a lock: jobs may wait beside the test's. */
export async function untilBlocked({ pool, url }: Pick<Database, 'pool' | 'url'>, statements = 1) {
  const name = new URL(url).pathname.slice(1)
  const deadline = Date.now() + 60_000
  while (((await pool.query(BLOCKED, [name])).rowCount ?? 0) < statements) {
    if (Date.now() > deadline) throw new Error('waited a minute in vain')
    await sleep(5)
  }
}
