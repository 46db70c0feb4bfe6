import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, integer } from 'drizzle-orm/pg-core'

/** A point in time with milliseconds. It is read and written as ISO 8601 in UTC, the form that the API sends. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: isoFromPostgres,
})

/** Folded text that is compared byte by byte. It sorts fast, and in the same order on every PostgreSQL. */
export const foldedText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * Any value in JSON, also a text alone. Drizzle's own `jsonb` reads a text as JSON once more: it makes a number of the
 * text "112".
 */
export const jsonValue = customType<{ data: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
})

export const serialId = () => integer('id').primaryKey().generatedAlwaysAsIdentity()

export const createdAt = () => instant('created_at').notNull().default(sql`now()`)
export const updatedAt = () => instant('updated_at').notNull().default(sql`now()`)

/** The condition that a column has one of these values. They must not come from a client: they are not escaped. */
export const isOneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

const ISO_LENGTH = 'yyyy-mm-ddThh:mm:ss.mmm'.length
const POSTGRES_LENGTH = 'yyyy-mm-dd hh:mm:ss.mmm+00'.length

/** Turns PostgreSQL's UTC text ("2026-11-20 17:30:00.5+00") into ISO 8601 with ms. "infinity" stays. */
export function isoFromPostgres(text: string) {
  if (!text.endsWith('+00')) return text
  // The usual case, in which no digit is missing.
  if (text.length === POSTGRES_LENGTH && text[19] === '.') return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const withoutZone = `${text.slice(0, 10)}T${text.slice(11, -3)}`
  return `${(withoutZone.includes('.') ? withoutZone : `${withoutZone}.`).padEnd(ISO_LENGTH, '0')}Z`
}

/** SQL for an instant in JSON, as ISO 8601 with milliseconds. The session must be in UTC. */
export const isoJson = (time: SQL) => sql`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
