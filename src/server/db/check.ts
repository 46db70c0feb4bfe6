import pg from 'pg'
import { StartError } from '../base/errors.ts'
import { connectionOptions } from './connect.ts'
import { connectionFault } from './start-fault.ts'

const OLDEST_POSTGRES = 150_000
/** Often enough that a pooler with servers in any order is found out, also while others use it. */
const ROUNDS = 3

/** What a database has to give. */
export interface Capacity {
  /** Connections for all who use it, without those that are reserved for its administrators. */
  connections: number
  /** How many of them others hold now. */
  taken: number
}

/**
 * Looks whether a database of the administrator's own can carry Muster: it answers, is new enough, and each connection keeps
 * its session. Throws `StartError` otherwise.
 */
export async function checkDatabase(url: string): Promise<Capacity> {
  const clients = [0, 1].map(() => new pg.Client(connectionOptions(url)))
  const [one, other] = clients as [pg.Client, pg.Client]
  try {
    for (const client of clients) {
      client.on('error', () => {}) // It reaches the statements below.
      await client.connect()
    }
    const { rows } = await one.query(
      `select current_setting('server_version_num')::int as version,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
        (select sum(numbackends)::int from pg_stat_database) - 2 as taken`,
    )
    const [{ version, ...capacity }] = rows
    if (version < OLDEST_POSTGRES) {
      throw new StartError('Muster needs PostgreSQL 15 or newer. DATABASE_URL names an older one.')
    }
    if (await sharesSessions(one, other)) {
      throw new StartError(
        'DATABASE_URL leads through a connection pooler that gives each transaction another session. Muster needs sessions of its own: set pool_mode = session for it (PgBouncer), or name the database itself.',
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
 * Whether a pooler gives sessions to transactions rather than to connections. Then one connection meets several sessions, or
 * two connections the same; each asked twice in a row meets either, whether the pooler takes its newest or its oldest session.
 */
async function sharesSessions(one: pg.Client, other: pg.Client) {
  const sessionOf = async (client: pg.Client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  const first = await sessionOf(one)
  for (let round = 0; round < ROUNDS; round += 1) {
    if ((await sessionOf(one)) !== first || (await sessionOf(other)) === first) return true
  }
  return false
}
