import { type Column, getTableColumns, getTableName, is, SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type Db, statementName } from './connect/connect.ts'

/**
 * Statements that write rows and return them, or read one by its id. Their text is built once, and each connection
 * prepares it once: building, parsing and planning one anew takes longer than to run it.
 */

type Row = Record<string, unknown>
interface Statement {
  /** Absent for one that is not prepared. */
  name?: string
  text: string
}

/**
 * Each prepared statement takes memory on every connection, so only the first ones are prepared. Hot paths have few.
 */
const MAX_PREPARED = 60
const statements = new Map<string, Statement>()

function statementOf(key: string, textOf: () => string): Statement {
  const known = statements.get(key)
  if (known) return known
  const text = textOf()
  if (statements.size >= MAX_PREPARED) return { text }
  const statement = { name: statementName(text), text }
  statements.set(key, statement)
  return statement
}

/** Days stay texts, as Drizzle has them. */
const types = {
  getTypeParser: ((oid: number, format?: never) =>
    oid === pg.types.builtins.DATE ? (text: string) => text : pg.types.getTypeParser(oid, format)) as never,
}

interface RowColumn {
  /** Its name in a row. */
  field: string
  column: Column
  /** The database alone gives it a value. */
  isGenerated: boolean
  /** Its default is worked out by the database. */
  isWorkedOut: boolean
}

const known = new WeakMap<PgTable, RowColumn[]>()

/** Facts about each column that each row needs, found out once. */
function columnsOf(table: PgTable): RowColumn[] {
  const found = known.get(table)
  if (found) return found
  const columns = Object.entries(getTableColumns(table)).map(([field, column]: [string, Column]) => ({
    ...{ field, column, isWorkedOut: is(column.default, SQL) },
    isGenerated: Boolean(column.generated || column.generatedIdentity),
  }))
  known.set(table, columns)
  return columns
}

const quoted = (name: string) => `"${name}"`
const listOf = (columns: Column[]) => columns.map(({ name }) => quoted(name)).join()
/** The columns by name: a prepared statement with `*` fails once a newer Muster has added a column. */
const allColumns = (table: PgTable) => listOf(Object.values(getTableColumns(table)))
const returning = (table: PgTable) => `returning ${allColumns(table)}`
const toDriver = (column: Column, value: unknown) => (value === null ? null : column.mapToDriverValue(value))

/** Runs a statement that returns rows of the table. */
async function run(db: Db, table: PgTable, { name, text }: Statement, values: unknown[]): Promise<Row[]> {
  const { $client } = db as unknown as { $client: pg.Pool }
  const { rows } = await $client.query<unknown[]>({ ...(name && { name }), text, values, types, rowMode: 'array' })
  const columns = columnsOf(table)
  return rows.map((found) => {
    const row: Row = {}
    for (const [at, { field, column }] of columns.entries()) {
      const value = found[at]
      row[field] = value === null ? null : column.mapFromDriverValue(value)
    }
    return row
  })
}

/**
 * Inserts rows of plain values, in their order. Absent values have their defaults. The values are one parameter however
 * many they are, and the text is the same for any number of rows. Throws the errors of `pg`.
 *
 * @param defaults values of rows that give none
 * @param unlessThere leaves out rows that a unique index knows already, instead of throwing; they are not returned
 */
export async function insertRows(
  db: Db,
  table: PgTable,
  rows: Row[],
  { defaults = {}, unlessThere = false }: { defaults?: Row; unlessThere?: boolean } = {},
): Promise<Row[]> {
  const given = columnsOf(table).filter(
    ({ field, isGenerated, isWorkedOut }) =>
      !isGenerated && !(isWorkedOut && !(field in defaults) && rows.every((row) => row[field] === undefined)),
  )
  const columns = given.map(({ column }) => column)
  const name = quoted(getTableName(table))
  const onConflict = unlessThere ? 'on conflict do nothing ' : ''
  const statement = statementOf(
    `insert ${name} ${onConflict}${listOf(columns)}`,
    () =>
      `insert into ${name} (${listOf(columns)}) select ${listOf(columns)} from jsonb_populate_recordset(null::${name}, $1) ${onConflict}${returning(table)}`,
  )
  const values = rows.map((row) => {
    const plain: Row = {}
    for (const { field, column, isWorkedOut } of given) {
      const value = row[field] === undefined ? defaults[field] : row[field]
      if (value === undefined && isWorkedOut) throw new Error(`Either all rows give ${column.name}, or none`)
      const stored = value === undefined ? column.default : value
      // Absent means null: most columns of most rows are null, and then nobody writes, sends and reads them.
      if (stored !== null && stored !== undefined) plain[column.name] = stored
    }
    return plain
  })
  return run(db, table, statement, [JSON.stringify(values)])
}

/** Gives the row of this id plain values. Undefined if there is none. Throws the errors of `pg`. */
export async function updateRow(db: Db, table: PgTable, id: unknown, values: Row): Promise<Row | undefined> {
  const columns = getTableColumns(table) as Record<string, Column>
  const given = Object.entries(values).flatMap(([field, value]) => {
    const column = columns[field]
    return column && value !== undefined ? [[column, value] as const] : []
  })
  const key = `update ${getTableName(table)} ${listOf(given.map(([column]) => column))}`
  const statement = statementOf(key, () => {
    const set = given.map(([{ name }], at) => `${quoted(name)} = $${at + 1}`).join()
    return `update ${quoted(getTableName(table))} set ${set} where id = $${given.length + 1} ${returning(table)}`
  })
  const [row] = await run(db, table, statement, [...given.map(([column, value]) => toDriver(column, value)), id])
  return row
}

/**
 * Reads the row of this id. Undefined if there is none. Throws the errors of `pg`.
 *
 * @param lock whether nobody else may change it until the end of the transaction
 */
export async function readRow<T extends PgTable>(
  db: Db,
  table: T,
  id: unknown,
  { lock = false } = {},
): Promise<T['$inferSelect'] | undefined> {
  const name = quoted(getTableName(table))
  const statement = statementOf(
    `read ${name} ${lock}`,
    () => `select ${allColumns(table)} from ${name} where id = $1${lock ? ' for update' : ''}`,
  )
  const [row] = await run(db, table, statement, [id])
  return row
}
