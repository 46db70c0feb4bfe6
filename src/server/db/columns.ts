import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, integer } from 'drizzle-orm/pg-core'

/** A point in time, to the millisecond, read and written as ISO 8601 in UTC: what the API sends is what the column holds. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: isoFromPostgres,
})

/** Folded text compared byte by byte: fast to sort, alike on every PostgreSQL. */
export const foldedText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

export const serialId = () => integer('id').primaryKey().generatedAlwaysAsIdentity()

export const createdAt = () => instant('created_at').notNull().default(sql`now()`)
export const updatedAt = () => instant('updated_at').notNull().default(sql`now()`)

/** The condition that a column holds one of these words. */
export const oneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

const ISO_LENGTH = 'yyyy-mm-ddThh:mm:ss.mmm'.length
const WITH_ALL_DIGITS = 'yyyy-mm-dd hh:mm:ss.mmm+00'.length

/**
 * PostgreSQL's text of a timestamptz in a UTC session ("2026-11-20 17:30:00.5+00") as ISO 8601 with milliseconds.
 * Infinity stays the word that PostgreSQL writes.
 */
export function isoFromPostgres(text: string) {
  if (!text.endsWith('+00')) return text
  // Nearly always: nothing is to be filled up.
  if (text.length === WITH_ALL_DIGITS && text[19] === '.') return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const bare = `${text.slice(0, 10)}T${text.slice(11, -3)}`
  return `${(bare.includes('.') ? bare : `${bare}.`).padEnd(ISO_LENGTH, '0')}Z`
}

/** The same instant as the database writes it into JSON, in a session that is in UTC. */
export const isoJson = (time: SQL) => sql`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
