import { createHash } from 'node:crypto'
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { hasCode } from '../../base/errors.ts'
import { isoFromPostgres } from '../columns.ts'
import { type Observe, reportStatements } from '../statements/statements.ts'
import { clientOf } from './hosts.ts'

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoFromPostgres)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Pool = pg.Pool
type Orm = NodePgDatabase
/** Where statements run: a transaction, or the pool. Drizzle's own `transaction` loses broken connections. */
export type Db = Omit<Orm, '$client' | 'transaction'>

export interface Database {
  pool: Pool
  orm: Db
  /** Runs a function in one transaction. An error rolls everything back. `observe` receives each of its statements. */
  transaction<T>(run: (db: Db) => Promise<T>, observe?: Observe): Promise<T>
  url: string
  close(): Promise<void>
}

/**
 * The first statements on each connection: UTC, and time limits for a statement and for an idle transaction. They are
 * statements instead of startup options, because poolers drop or refuse those. Behind a pooler that gives each
 * transaction another session they must be the pooler's own first statement too (`db/connect/check.ts`).
 */
const SESSION_SETTINGS =
  "set timezone = 'UTC'; set jit = off; set statement_timeout = 30000; set idle_in_transaction_session_timeout = 60000"
/** A statement that waits for a lock occupies a connection of the pool, so the wait is short. */
export const POOL_SETTINGS = `${SESSION_SETTINGS}; set lock_timeout = 5000`

const CONNECT_TIMEOUT_MS = 5_000
/** Longer than the database's own time limit for a statement. Without an answer by then, the database is gone. */
const ANSWER_TIMEOUT_MS = 35_000
/** The message of `pg` after that time. The connection still waits for its answer, so it cannot be used again. */
const NO_ANSWER = 'Query read timeout'
/** The error code when the database has become a standby. Nothing can be written on such a connection. */
const READ_ONLY = '25006'

/** The options of every connection. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  application_name: 'muster',
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
})

/** Opens one connection beside the pool. Throws the error of `pg`. Statements report later errors. */
export async function openClient(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new (clientOf(url))({ ...connectionOptions(url), ...options })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(SESSION_SETTINGS)
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}

interface PoolOptions {
  /** The maximum number of connections. */
  size?: number
  /** A connection counts as gone when a statement has no answer after this many milliseconds. */
  answerTimeoutMs?: number
  /** How long a connection may take to open, in milliseconds. */
  connectTimeoutMs?: number
}

/**
 * Creates the pool. It connects with the first statement.
 *
 * @param onError receives the errors of connections, also of those in use
 */
export function connect(
  url: string,
  onError: (error: Error) => void,
  { size = 10, answerTimeoutMs = ANSWER_TIMEOUT_MS, connectTimeoutMs = CONNECT_TIMEOUT_MS }: PoolOptions = {},
): Database {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    Client: clientOf(url),
    connectionTimeoutMillis: connectTimeoutMs,
    max: size,
    query_timeout: answerTimeoutMs,
    onConnect: async (client) => void (await client.query(POOL_SETTINGS)),
  })
  // The pool listens to a connection's errors only while it is idle, and an error without a listener ends the process.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  return { pool, orm: drizzle(pool), transaction: transactionsOn(pool), url, close: () => pool.end() }
}

function transactionsOn(pool: Pool): Database['transaction'] {
  const orms = new WeakMap<pg.PoolClient, Orm>()
  return async (run, observe) => {
    const client = await pool.connect()
    const stopReporting = observe && reportStatements(client, observe)
    let isUsable = true
    try {
      const orm = orms.get(client) ?? (drizzle(client) as unknown as Orm)
      orms.set(client, orm)
      await client.query('begin')
      const result = await run(orm)
      await client.query('commit')
      return result
    } catch (error) {
      isUsable = !isUnanswered(error) && !hasCode(error, READ_ONLY)
      if (isUsable) await client.query('rollback').catch(() => (isUsable = false))
      throw error
    } finally {
      stopReporting?.()
      // A connection that did not answer is closed, which rolls back too.
      client.release(!isUsable)
    }
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && (error.message === NO_ANSWER || isUnanswered(error.cause))

const dialect = new PgDialect()
/** By their texts: many people's statements share one text. */
const statementNames = new Map<string, { name: string; text: string }>()

/** Builds the text of SQL that never changes, once instead of with every request. Throws if it contains values. */
export function fixed(query: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(query)
  if (params.length > 0) throw new Error(`This SQL contains values: ${text}`)
  return sql.raw(text)
}

/**
 * A statement for hot paths. Its text is built once, and each connection prepares it once. Values are
 * `sql.placeholder('name')`. The returned function runs it on the pool, or in a transaction. It throws the errors of
 * `pg`.
 */
export function prepared<Row>(query: SQL): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  const name = statementName(text)
  return (db, values) => run(db, { name, text, values: fillPlaceholders(params, values) })
}

/**
 * Runs a statement whose text is built each time, and each connection prepares it once: on the pool, or in a
 * transaction. This is for hot paths with few different texts. It throws the errors of `pg`.
 */
export function executePrepared<Row>(db: Db, query: SQL): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query)
  return run(db, { ...named(text), values })
}

async function run<Row>(db: Db, statement: pg.QueryConfig): Promise<Row[]> {
  const { $client } = db as NodePgDatabase & { $client: Pool }
  return (await $client.query(statement)).rows as Row[]
}

/** Stands for the context's time in a cached statement. */
const NOW = Symbol('now')
/** One person has a few of them, of some hundred bytes each beside the text. */
const MAX_CACHED_STATEMENTS = 20_000
const cachedStatements = new Map<string, { name: string; text: string; values: unknown[] }>()

/** A value with its type, as in `$1::int`. */
const TYPED_VALUE = /(\$\d+::(?:int|uuid|timestamptz))\b(?!\[)/g

/**
 * Hides typed values from the planner, each in a subquery of its own. PostgreSQL keeps a plan for all values only if
 * that looks no dearer than a plan for these values. So without this it would plan a statement of hot paths each time,
 * which takes longer than to run it.
 */
const hidden = (text: string) => text.replace(TYPED_VALUE, '(select $1)')

/**
 * Runs a reading statement on the pool, outside the transaction of a request.
 *
 * @param prepare whether each connection prepares the statement once. This is for hot paths with few different texts,
 *   because each prepared statement takes memory on every connection. For the hottest paths it is a cache key: then the
 *   text is built only once, the planner does not look at values with a type (`$1::int`), and statements with the same
 *   key may differ only in the context's time.
 * @param db a transaction to run it in, instead of the pool
 */
export async function read<Row>(
  { now, services }: { now: Date; services: { database: Database } },
  query: SQL | (() => SQL),
  prepare: boolean | string,
  db: Db = services.database.orm,
): Promise<Row[]> {
  const toStatement = () => dialect.sqlToQuery(typeof query === 'function' ? query() : query)
  if (typeof prepare !== 'string') {
    const { sql: text, params: values } = toStatement()
    return run(db, prepare ? { ...named(text), values } : { text, values })
  }
  const time = now.toISOString()
  let statement = cachedStatements.get(prepare)
  if (!statement) {
    const { sql: plain, params } = toStatement()
    statement = { ...named(hidden(plain)), values: params.map((value) => (value === time ? NOW : value)) }
    if (cachedStatements.size >= MAX_CACHED_STATEMENTS) cachedStatements.clear()
    cachedStatements.set(prepare, statement)
  }
  return run(db, { ...statement, values: statement.values.map((value) => (value === NOW ? time : value)) })
}

/** The common part of Drizzle's builders of statements. */
interface Builder<Rows> {
  prepare(name: string): { execute(): Promise<Rows>; getQuery(): { sql: string } }
}
/** The statements of Drizzle that a connection runs, for rows by name or as lists. */
interface Configs {
  rawQueryConfig: { name: string }
  queryConfig: { name: string }
}

/**
 * Runs a statement that Drizzle has built, and each connection prepares it once. This is for hot paths whose statements
 * have few different texts. Facts that are the same each time belong in its text: the planner plans a statement anew
 * each time if that promises less work for these values.
 */
export function runPrepared<Rows>(builder: Builder<Rows>): Promise<Rows> {
  // Drizzle asks for the name before there is a text, and to build the text twice costs more than all the rest.
  const statement = builder.prepare('')
  const { rawQueryConfig, queryConfig } = statement as unknown as Configs
  rawQueryConfig.name = statementName(statement.getQuery().sql)
  queryConfig.name = rawQueryConfig.name
  return statement.execute()
}

/** The name under which connections prepare a statement of this text. */
export const statementName = (text: string) => named(text).name

/** A text as it was first seen, with its name. */
function named(text: string) {
  const known = statementNames.get(text) ?? { name: createHash('sha1').update(text).digest('base64url'), text }
  statementNames.set(text, known)
  return known
}
