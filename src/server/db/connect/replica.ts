import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { failures } from '../../base/errors.ts'
import { connect, type Database } from './connect.ts'

/**
 * A standby that answers long reads, so that the primary has its processors for people. A reader sees everything that
 * was committed before: the standby is used once it has replayed as much as the primary has written. When it is away or
 * behind, the primary answers.
 */
export interface Replica {
  /** The standby as it shows everything that is committed now; undefined when the primary must answer. */
  caughtUp(): Promise<Database | undefined>
  /** A read on the standby has failed: the primary answers for a while. */
  failed(error: unknown): void
  close(): Promise<void>
}

/** How long a read waits for the standby. Replication is milliseconds behind; a longer delay is a fault. */
const WAIT_MS = 500
const ASK_AGAIN_MS = 10
/** How long nobody asks a standby that was away or behind. */
const REST_MS = 10_000
const CONNECT_TIMEOUT_MS = 1_000

interface Options {
  /** The maximum number of connections. */
  size: number
  log: Pick<Logger, 'info' | 'warn'>
}

/** Opens the standby of a database. It connects with the first read. */
export function openReplica(url: string, primary: Database, { size, log }: Options): Replica {
  const away = failures(log, 'The standby is not used for reading', 'The standby is used for reading again')
  const database = connect(url, () => {}, { size, connectTimeoutMs: CONNECT_TIMEOUT_MS })
  let restsUntil = Number.NEGATIVE_INFINITY
  const failed = (error: unknown) => {
    restsUntil = performance.now() + REST_MS
    away.came(error)
  }
  return {
    async caughtUp() {
      if (performance.now() < restsUntil) return undefined
      const { position } = await one<{ position: string }>(primary, 'select pg_current_wal_lsn()::text as position')
      try {
        await untilReplayed(database, position)
        away.ended()
        return database
      } catch (error) {
        failed(error)
        return undefined
      }
    },
    failed,
    close: () => database.close(),
  }
}

async function untilReplayed(database: Database, position: string) {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const { there } = await one<{ there: boolean | null }>(
      database,
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn end as there',
      [position],
    )
    if (there) return
    if (there === null) throw new Error('DATABASE_READ_URL names no standby of the database')
    if (performance.now() > until) throw new Error(`It is more than ${WAIT_MS} ms behind`)
    await sleep(ASK_AGAIN_MS)
  }
}

const one = async <Row>({ pool }: Database, text: string, values: unknown[] = []): Promise<Row> =>
  (await pool.query(text, values)).rows[0]
