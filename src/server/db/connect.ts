import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { hasCode } from '../base/errors.ts'
import { isoFromPostgres } from './columns.ts'

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoFromPostgres)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Pool = pg.Pool
type Orm = NodePgDatabase
/** Where statements run: the pool, or within a transaction. Without its own `transaction`, which loses broken connections. */
export type Db = Omit<Orm, '$client' | 'transaction'>

export interface Database {
  pool: Pool
  orm: Db
  /** Runs the work on one connection: all of it, or nothing. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  url: string
  close(): Promise<void>
}

/**
 * What each connection is told before anything else: UTC, and bounds on what one statement or a forgotten transaction may hold.
 * Statements, not startup options: poolers drop or refuse those.
 */
const SESSION =
  "set timezone = 'UTC'; set jit = off; set statement_timeout = 30000; set idle_in_transaction_session_timeout = 60000"
/** Whoever waits for a lock keeps a connection from all others, so it is not for long. */
const WITH_SHORT_LOCKS = `${SESSION}; set lock_timeout = 5000`

const CONNECT_WITHIN = 5_000
/** Longer than the database itself lets a statement take: no answer by then means that there is nobody any more. */
const ANSWER_WITHIN = 35_000
/** What pg says then; the connection still waits for that answer, and is of no more use. */
const NO_ANSWER = 'Query read timeout'
/** On a connection to what has become a standby nothing can be written any more. */
const READ_ONLY = '25006'

/** How a connection is opened. `openClient` then tells it what holds for each. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  application_name: 'muster',
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_WITHIN,
})

/** Opens one connection beside the pool; throws what `pg` throws when that fails. Its errors reach its statements alone. */
export async function openClient(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOptions(url), ...options })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(SESSION)
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}

interface PoolOptions {
  /** The most connections. */
  size?: number
  /** Milliseconds without an answer after which a connection counts as gone. */
  answerWithin?: number
}

/** Opens the pool; nothing is sent until the first statement. */
export function connect(
  url: string,
  onError: (error: Error) => void,
  { size = 10, answerWithin = ANSWER_WITHIN }: PoolOptions = {},
): Database {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: size,
    query_timeout: answerWithin,
    onConnect: async (client) => void (await client.query(WITH_SHORT_LOCKS)),
  })
  // Of each connection, for as long as it lives: the pool itself listens only while a connection is idle, and an error
  // that nobody listens to ends the process.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  return { pool, orm: drizzle(pool), transaction: transactionsOn(pool), url, close: () => pool.end() }
}

function transactionsOn(pool: Pool): Database['transaction'] {
  const orms = new WeakMap<pg.PoolClient, Orm>()
  return async (work) => {
    const client = await pool.connect()
    let isUsable = true
    try {
      const orm = orms.get(client) ?? (drizzle(client) as unknown as Orm)
      orms.set(client, orm)
      await client.query('begin')
      const result = await work(orm)
      await client.query('commit')
      return result
    } catch (error) {
      isUsable = !isUnanswered(error) && !hasCode(error, READ_ONLY)
      if (isUsable) await client.query('rollback').catch(() => (isUsable = false))
      throw error
    } finally {
      // A connection that did not answer is closed, which rolls back too.
      client.release(!isUsable)
    }
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && (error.message === NO_ANSWER || isUnanswered(error.cause))

const dialect = new PgDialect()
const names = new Map<string, string>()

/** SQL without values that is always the same, put into words once rather than with every request that it is a part of. */
export function fixed(query: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(query)
  if (params.length > 0) throw new Error(`Not always the same: ${text}`)
  return sql.raw(text)
}

const NOW = Symbol('now')
const MOST_WORDED = 2_000
const worded = new Map<string, { name: string; text: string; values: unknown[] }>()

/**
 * Reads over the pool, not within a transaction. With `keep` each connection plans the statement once and keeps it: for the
 * hot paths whose text has few variants, as every one kept takes memory on every connection. For the hottest, `keep` is what
 * the statement is known as: that is put into words once, and may differ in nothing but the context's time.
 */
export async function read<Row>(
  { now, services }: { now: Date; services: { database: Database } },
  query: SQL | (() => SQL),
  keep: boolean | string,
): Promise<Row[]> {
  const toStatement = () => dialect.sqlToQuery(typeof query === 'function' ? query() : query)
  const run = async (statement: pg.QueryConfig) => (await services.database.pool.query(statement)).rows as Row[]
  if (typeof keep !== 'string') {
    const { sql: text, params: values } = toStatement()
    return run(keep ? { name: nameOf(text), text, values } : { text, values })
  }
  const time = now.toISOString()
  let statement = worded.get(keep)
  if (!statement) {
    const { sql: text, params } = toStatement()
    statement = { name: nameOf(text), text, values: params.map((value) => (value === time ? NOW : value)) }
    if (worded.size >= MOST_WORDED) worded.clear()
    worded.set(keep, statement)
  }
  return run({ ...statement, values: statement.values.map((value) => (value === NOW ? time : value)) })
}

function nameOf(text: string) {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}
