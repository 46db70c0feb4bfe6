import type pg from 'pg'
import { StartError } from '../../base/errors.ts'
import { connectionOptions, POOL_SETTINGS } from './connect.ts'
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
 * Checks the database that `DATABASE_URL` names: it answers, is new enough, and a connection finds everything that it
 * needs. Each connection has a session of its own, or a pooler keeps prepared statements and limits for it while
 * `directUrl` leads past that pooler. Throws `StartError` otherwise.
 *
 * @param directUrl `DATABASE_DIRECT_URL`, for work that needs a session
 */
export async function checkDatabase(url: string, directUrl?: string): Promise<Capacity> {
  const own = await onTwoClients(url, async (one, other) => {
    const capacity = await capacityOf(one)
    if (!(await sharesSessions(one, other))) return capacity
    if (!directUrl) {
      throw new StartError(
        'DATABASE_URL leads through a connection pooler that gives each transaction another session. Set pool_mode = session (PgBouncer), or name the database itself in DATABASE_DIRECT_URL too: live changes, upgrades and commands need a session.',
      )
    }
    await mustCarryTransactions(one, other)
    return capacity
  })
  if (!directUrl) return own
  return onTwoClients(directUrl, async (one, other) => {
    if (await sharesSessions(one, other)) {
      throw new StartError(
        'DATABASE_DIRECT_URL leads through a connection pooler that gives each transaction another session. It must name the database itself.',
      )
    }
    return capacityOf(one)
  })
}

async function onTwoClients<T>(url: string, work: (one: pg.Client, other: pg.Client) => Promise<T>): Promise<T> {
  const clients = [0, 1].map(() => new (clientOf(url))(connectionOptions(url)))
  const [one, other] = clients as [pg.Client, pg.Client]
  try {
    for (const client of clients) {
      client.on('error', () => {}) // The statements below report the error.
      await client.connect()
    }
    return await work(one, other)
  } catch (error) {
    throw error instanceof StartError ? error : connectionFault(error, url)
  } finally {
    for (const client of clients) void client.end().catch(() => {})
  }
}

async function capacityOf(client: pg.Client): Promise<Capacity> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      (select sum(numbackends)::int from pg_stat_database) - 2 as taken`,
  )
  const [{ version, ...capacity }] = rows
  if (version < MIN_POSTGRES_VERSION) {
    throw new StartError('Muster needs PostgreSQL 15 or newer. DATABASE_URL names an older one.')
  }
  return capacity
}

const WITHIN_A_POOLER = 'DATABASE_URL leads through a connection pooler that gives each transaction another session.'

/**
 * Throws unless such a pooler supports Muster's work: transactions, statements that a connection prepares once, and
 * sessions that have the limits of `POOL_SETTINGS` before Muster has said a word, because it never knows which one it
 * gets.
 */
async function mustCarryTransactions(one: pg.Client, other: pg.Client) {
  try {
    await one.query('begin')
    await one.query('commit')
  } catch {
    throw new StartError(`${WITHIN_A_POOLER} It carries no transactions. Set pool_mode = transaction (PgBouncer).`)
  }
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // In both orders: each connection meets the session of the other.
      for (const client of round % 2 === 0 ? [one, other] : [other, one])
        await client.query({ name: 'muster_check', text: 'select 1 as one' })
    }
  } catch {
    throw new StartError(
      `${WITHIN_A_POOLER} It loses prepared statements. Set max_prepared_statements = 500 (PgBouncer 1.21 or newer).`,
    )
  }
  const { rows } = await one.query<{ statement: string; lock: string }>(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  )
  if (rows[0]?.statement === '0' || rows[0]?.lock === '0') {
    throw new StartError(
      `${WITHIN_A_POOLER} Its sessions have no time limits. Add to the line of the database in [databases] (PgBouncer): connect_query='${POOL_SETTINGS.replaceAll("'", "''")}'`,
    )
  }
}

/**
 * Whether a pooler assigns sessions to transactions instead of connections. Then one connection gets several sessions,
 * or two connections get the same session. Several rounds find this out whether the pooler takes its newest or its
 * oldest session.
 */
async function sharesSessions(one: pg.Client, other: pg.Client) {
  const sessionOf = async (client: pg.Client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  const first = await sessionOf(one)
  for (let round = 0; round < ROUNDS; round += 1) {
    if ((await sessionOf(one)) !== first || (await sessionOf(other)) === first) return true
  }
  return false
}
