import type pg from 'pg'
import { StartError } from '../base/errors.ts'
import { connectionOptions } from './connect.ts'
import { clientOf } from './hosts.ts'
import { connectionFault } from './start-fault.ts'

/** PostgreSQL 15, as `server_version_num` writes it. */
const MIN_POSTGRES_VERSION = 150_000
/** Enough to recognise a pooler that hands out its sessions in any order, also while others use it. */
const ROUNDS = 3

/** The connections of a database server. */
export interface Capacity {
  /** All connections except those reserved for superusers. */
  connections: number
  /** How many of them other clients use now. */
  taken: number
}

/**
 * Checks the database that `DATABASE_URL` names: it answers, is new enough, and each connection keeps its session. Throws
 * `StartError` otherwise.
 */
export async function checkDatabase(url: string): Promise<Capacity> {
  const clients = [0, 1].map(() => new (clientOf(url))(connectionOptions(url)))
  const [one, other] = clients as [pg.Client, pg.Client]
  try {
    for (const client of clients) {
      client.on('error', () => {}) // The statements below report the error.
      await client.connect()
    }
    const { rows } = await one.query(
      `select current_setting('server_version_num')::int as version,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
        (select sum(numbackends)::int from pg_stat_database) - 2 as taken`,
    )
    const [{ version, ...capacity }] = rows
    if (version < MIN_POSTGRES_VERSION) {
      throw new StartError('Muster needs PostgreSQL 15 or newer. DATABASE_URL names an older one.')
    }
    if (await sharesSessions(one, other)) {
      throw new StartError(
        'DATABASE_URL leads through a connection pooler that gives each transaction another session. Muster needs one session for each connection. Set pool_mode = session (PgBouncer), or name the database itself.',
      )
    }
    return capacity
  } catch (error) {
    throw error instanceof StartError ? error : connectionFault(error, url)
  } finally {
    for (const client of clients) void client.end().catch(() => {})
  }
}

/**
 * Whether a pooler assigns sessions to transactions instead of connections. Then one connection gets several sessions, or two
 * connections get the same session. Several rounds find this out whether the pooler takes its newest or its oldest session.
 */
async function sharesSessions(one: pg.Client, other: pg.Client) {
  const sessionOf = async (client: pg.Client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  const first = await sessionOf(one)
  for (let round = 0; round < ROUNDS; round += 1) {
    if ((await sessionOf(one)) !== first || (await sessionOf(other)) === first) return true
  }
  return false
}
