import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { projectRoot } from '../config.ts'
import { StartError } from '../errors.ts'
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

const OPTIONS = '-c TimeZone=UTC -c jit=off -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000'

/**
 * What every connection is opened with: UTC, and bounds on what one statement or a forgotten transaction may hold, beside
 * the options that the address brings.
 */
export function connectionOptions(url: string) {
  const address = new URL(url)
  const own = address.searchParams.get('options')
  if (own) address.searchParams.delete('options')
  return {
    connectionString: address.href,
    application_name: 'muster',
    options: own ? `${own} ${OPTIONS}` : OPTIONS,
    keepAlive: true,
  }
}

const POOL_SIZE = 10
const CONNECT_WITHIN = 5_000
/** Who waits for a lock keeps a connection from all others, so it is not for long. */
const LOCK_WITHIN = 5_000
/** Longer than the database itself lets a statement take: no answer by then means that there is nobody any more. */
const ANSWER_WITHIN = 35_000
/** What pg says then; the connection still waits for that answer, and is of no more use. */
const NO_ANSWER = 'Query read timeout'
/** Any number will do, as long as every Muster takes the same. */
export const MIGRATION_LOCK = 7_350_141
const OLDEST_SERVER = 150_000

/** Opens the pool; nothing is sent until the first statement. */
export function connect(url: string, onError: (error: Error) => void, answerWithin = ANSWER_WITHIN): Database {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_WITHIN,
    lock_timeout: LOCK_WITHIN,
    query_timeout: answerWithin,
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
    let answers = true
    try {
      const orm = orms.get(client) ?? (drizzle(client) as unknown as Orm)
      orms.set(client, orm)
      await client.query('begin')
      const result = await work(orm)
      await client.query('commit')
      return result
    } catch (error) {
      answers = !isUnanswered(error)
      if (answers) await client.query('rollback').catch(() => (answers = false))
      throw error
    } finally {
      // A connection that did not answer is closed, which rolls back too.
      client.release(!answers)
    }
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && (error.message === NO_ANSWER || isUnanswered(error.cause))

const migrationsFolder = join(projectRoot, 'migrations')
const journalPath = join('meta', '_journal.json')

/** How many migrations this Muster knows. */
export const knownMigrations = (): number => readJournal().entries.length

/**
 * Brings the tables up to date, or as far as the first so many migrations; one process at a time. Throws `StartError` when the
 * server is away or too old.
 */
export async function migrateDatabase(url: string, most = knownMigrations()) {
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: CONNECT_WITHIN })
  client.on('error', () => {}) // What matters of it reaches the statements below.
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(`The database that DATABASE_URL names does not answer: ${reasonOf(error)}`)
  }
  try {
    // A large table takes its time, and so does another Muster that is at it.
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query('select current_setting($1)::int as version', ['server_version_num'])
    if (rows[0].version < OLDEST_SERVER)
      throw new StartError('Muster needs PostgreSQL 15 or newer. DATABASE_URL names an older one.')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await withFirstMigrations(most, (folder) => migrate(drizzle(client), { migrationsFolder: folder }))
  } finally {
    await client.end()
  }
}

const readJournal = () => JSON.parse(readFileSync(join(migrationsFolder, journalPath), 'utf8'))

/** The migrator runs all that a folder holds: to stop earlier it is given one that holds less. */
async function withFirstMigrations(most: number, run: (folder: string) => Promise<void>) {
  if (most >= knownMigrations()) return run(migrationsFolder)
  const folder = mkdtempSync(join(tmpdir(), 'muster-migrations-'))
  try {
    cpSync(migrationsFolder, folder, { recursive: true })
    const journal = readJournal()
    writeFileSync(join(folder, journalPath), JSON.stringify({ ...journal, entries: journal.entries.slice(0, most) }))
    await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Node tries each address of a host and wraps what came of it. */
function reasonOf(error: unknown) {
  const { message, code } = (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException
  return message || code
}

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
  const inWords = () => dialect.sqlToQuery(typeof query === 'function' ? query() : query)
  const run = async (statement: pg.QueryConfig) => (await services.database.pool.query(statement)).rows as Row[]
  if (typeof keep !== 'string') {
    const { sql: text, params: values } = inWords()
    return run(keep ? { name: nameOf(text), text, values } : { text, values })
  }
  const time = now.toISOString()
  let statement = worded.get(keep)
  if (!statement) {
    const { sql: text, params } = inWords()
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
