import { type Column, getTableColumns, getTableName, is, SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { type Db, statementName } from './connect.ts'

/**
 * Writes of one row that return it. Their text is built once, and each connection prepares it once: building, parsing and planning
 * one anew takes longer than to run it.
 */

type Row = Record<string, unknown>
interface Statement {
  /** Absent for one that is not prepared. */
  name?: string
  text: string
}

/** Each prepared statement takes memory on every connection, so only the first ones are. Those of hot paths are few. */
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

const quoted = (name: string) => `"${name}"`
const listOf = (columns: Column[]) => columns.map(({ name }) => quoted(name)).join()
/** The columns by name: a prepared statement with `*` fails once a newer Muster has added a column. */
const returning = (table: PgTable) => `returning ${listOf(Object.values(getTableColumns(table)))}`
const toDriver = (column: Column, value: unknown) => (value === null ? null : column.mapToDriverValue(value))

/** Runs a statement whose only row is one of the table. Undefined if there is none. */
async function run(db: Db, table: PgTable, { name, text }: Statement, values: unknown[]): Promise<Row | undefined> {
  const { $client } = db as unknown as { $client: pg.Pool }
  const { rows } = await $client.query({ ...(name && { name }), text, values, types })
  const [found] = rows as Row[]
  if (!found) return undefined
  const columns = Object.entries(getTableColumns(table))
  return Object.fromEntries(
    columns.map(([field, column]) => {
      const value = found[column.name]
      return [field, value === null ? null : column.mapFromDriverValue(value)]
    }),
  )
}

/** Whether these values are all plain: none of them is computed by the database. */
export const arePlain = (values: Row) => Object.values(values).every((value) => !is(value, SQL))

/** Inserts a row of plain values. What is not given has its default. Throws the errors of `pg`. */
export async function insertRow(db: Db, table: PgTable, values: Row): Promise<Row | undefined> {
  const given: [Column, unknown][] = []
  for (const [field, column] of Object.entries(getTableColumns(table))) {
    // The database alone gives these.
    if (column.generated || column.generatedIdentity) continue
    const value = values[field] ?? (values[field] === null ? null : column.default)
    if (!is(value, SQL)) given.push([column, value ?? null])
  }
  const columns = given.map(([column]) => column)
  const statement = statementOf(`insert ${getTableName(table)} ${listOf(columns)}`, () => {
    const places = columns.map((_, at) => `$${at + 1}`).join()
    return `insert into ${quoted(getTableName(table))} (${listOf(columns)}) values (${places}) ${returning(table)}`
  })
  return run(
    db,
    table,
    statement,
    given.map(([column, value]) => toDriver(column, value)),
  )
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
  return run(db, table, statement, [...given.map(([column, value]) => toDriver(column, value)), id])
}
