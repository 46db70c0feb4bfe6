import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './connect.ts'

/** Rows of one statement: it stays far below the statement's time limit, and holds few locks, for a short time. */
const BATCH = 1_000

/**
 * Deletes the rows that meet a condition, a batch a statement, until none is left or the signal is given. Rows that somebody has
 * locked are left for another time, so that it waits for nobody, and two servers that do the same do not hinder each other.
 *
 * @returns how many rows it has deleted
 */
export async function deleteInBatches(db: Db, table: PgTable, condition: SQL | undefined, signal?: AbortSignal) {
  let deleted = 0
  while (!signal?.aborted) {
    const batch = sql`select ctid from ${table} where ${condition ?? sql`true`} limit ${BATCH} for update skip locked`
    const { rowCount } = await db.execute(sql`delete from ${table} where ctid = any(array(${batch}))`)
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) break
  }
  return deleted
}
