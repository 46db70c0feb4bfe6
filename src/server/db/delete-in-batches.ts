import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './connect/connect.ts'

/** Rows that one statement deletes: far below its time limit, and with few locks for a short time. */
const BATCH_SIZE = 1_000

/**
 * Deletes the rows that meet a condition, in batches, until none is left or the signal is aborted. It skips locked
 * rows, so that it never waits, and two servers can do the same at once.
 *
 * @returns the number of deleted rows
 */
export async function deleteInBatches(db: Db, table: PgTable, condition: SQL | undefined, signal?: AbortSignal) {
  let deleted = 0
  while (!signal?.aborted) {
    const batch = sql`select ctid from ${table} where ${condition ?? sql`true`} limit ${BATCH_SIZE} for update skip locked`
    const { rowCount } = await db.execute(sql`delete from ${table} where ctid = any(array(${batch}))`)
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH_SIZE) break
  }
  return deleted
}
