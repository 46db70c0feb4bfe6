import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { hasCode, StartError } from '../../base/errors.ts'

/**
 * Runs migrations while older servers go on answering. A statement that changes a table needs a moment alone with it.
 * It waits behind the readers of the table, and everybody else waits behind it. So it waits briefly, lets the others
 * pass, and tries again.
 */

/** How long a statement waits for a lock, and how long the others pass before the next try. */
const LOCK_TIMEOUT_MS = 2_000
const TRY_AGAIN_MS = 1_000
/** After this long it gives up. */
const PATIENCE_MS = 600_000
/** PostgreSQL's error code when a lock was not to be had in time. */
const LOCKED = '55P03'

/** The first line of a migration that runs outside a transaction, as `create index concurrently` must. */
export const CONCURRENTLY = '-- concurrently'

/**
 * Runs the migrations that the database does not have, in their order, each in a transaction of its own. Throws
 * `StartError` when a table stays locked for ten minutes, otherwise the errors of `pg`.
 */
export async function applyMigrations(client: pg.Client, migrations: MigrationMeta[]): Promise<void> {
  // Drizzle has chosen these names: it ran the first migrations.
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ last: number | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = rows[0]?.last ?? 0
  for (const migration of migrations)
    if (migration.folderMillis > last) await withPatience(() => apply(client, migration))
}

async function apply(client: pg.Client, { sql: statements, hash, folderMillis }: MigrationMeta) {
  const isConcurrent = statements[0]?.startsWith(CONCURRENTLY) ?? false
  // A concurrent statement holds up nobody, however long it waits.
  await client.query(`set lock_timeout = ${isConcurrent ? 0 : LOCK_TIMEOUT_MS}`)
  if (isConcurrent) for (const statement of statements) await client.query(statement)
  await client.query('begin')
  try {
    if (!isConcurrent) for (const statement of statements) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function withPatience(run: () => Promise<void>) {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!hasCode(error, LOCKED)) throw error
      if (performance.now() > until) {
        throw new StartError(
          'A table that the upgrade changes has been in use for ten minutes without a break. End what reads it (pg_stat_activity shows it), and start Muster again.',
          { cause: error },
        )
      }
      await sleep(TRY_AGAIN_MS)
    }
  }
}
