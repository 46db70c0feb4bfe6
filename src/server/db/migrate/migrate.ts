import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { release } from '../../base/config.ts'
import { StartError } from '../../base/errors.ts'
import { type Db, openClient } from '../connect/connect.ts'
import { startFault } from '../connect/start-fault.ts'
import { readSetting, writeSetting } from '../settings.ts'
import { applyMigrations } from './apply-migrations.ts'
import {
  isEarlier,
  knownMigrations,
  knowsMigration,
  migrationsFolder,
  newestMigration,
  oldestMigration,
  oldestRelease,
} from './known-migrations.ts'

/** The key of an advisory lock. Every Muster uses the same number. */
const MIGRATION_LOCK = 7_350_141
const LOOK_EVERY_MS = 100

/**
 * Runs the migrations that the database does not have yet, in one process at a time. Throws `StartError` when the
 * database cannot be reached or written, or needs a newer Muster.
 *
 * @param count run only the first migrations up to this number; by default all
 */
export async function migrateDatabase(url: string, count = knownMigrations) {
  const client = await openClient(url).catch((error) => {
    throw startFault(error, url)
  })
  try {
    // A large table takes long, and another Muster may be migrating.
    await client.query('set statement_timeout = 0')
    await takeMigrationLock(client)
    const db = drizzle(client)
    const oldest = await storedOldest(db)
    if (oldest && !knowsMigration(oldest)) {
      throw new StartError(
        `This database needs a newer Muster, one with the migration ${oldest}. This is Muster ${release}, whose last one is ${newestMigration}. Install a newer one, or restore a backup from before the upgrade into an empty database.`,
      )
    }
    await applyMigrations(client, readMigrationFiles({ migrationsFolder }).slice(0, count))
    // With fewer migrations, a restore fills the tables first and migrates them afterwards.
    if (count >= knownMigrations && (!oldest || isEarlier(oldest, oldestMigration))) {
      await writeSetting(db, 'oldestMigration', oldestMigration)
      await writeSetting(db, 'oldestRelease', oldestRelease)
    }
  } catch (error) {
    throw startFault(error, url)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Waits until nobody migrates the database, and takes the lock: alone, or `shared` with others who only keep migrations
 * away. It asks again and again, because `create index concurrently` waits for every statement that has begun before,
 * also for one that waits for this lock.
 */
export async function takeMigrationLock(client: pg.Client, shared = false): Promise<void> {
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [MIGRATION_LOCK])
    if (rows[0]?.taken) return
    await sleep(LOOK_EVERY_MS)
  }
}

/** Lets others migrate again. The end of the connection does the same. */
export const endSharedMigrationLock = (client: pg.Client) =>
  client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])

/** The migration that a Muster must know to run on this database; undefined if it is not stored yet. */
async function storedOldest(db: Db) {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass('settings') is not null as exists`)
  return rows[0]?.exists ? readSetting(db, 'oldestMigration') : undefined
}
