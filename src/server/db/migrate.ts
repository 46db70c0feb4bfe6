import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { release } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { projectRoot } from '../base/project-root.ts'
import { applyMigrations } from './apply-migrations.ts'
import { type Db, openClient } from './connect.ts'
import { readSetting, writeSetting } from './settings.ts'
import { startFault } from './start-fault.ts'

/** The key of an advisory lock. Every Muster uses the same number. */
export const MIGRATION_LOCK = 7_350_141

const migrationsFolder = join(projectRoot, 'migrations')

const readJson = (path: string) => JSON.parse(readFileSync(join(migrationsFolder, path), 'utf8'))

/** The number of migrations that this Muster has. */
export const knownMigrations = (): number => readJson('meta/_journal.json').entries.length

/**
 * Runs the migrations that the database does not have yet, in one process at a time. Throws `StartError` when the database cannot be
 * reached or written, or needs a newer Muster.
 *
 * @param count run only the first migrations up to this number; by default all
 */
export async function migrateDatabase(url: string, count = knownMigrations()) {
  const client = await openClient(url).catch((error) => {
    throw startFault(error, url)
  })
  try {
    // A large table takes long, and another Muster may be migrating.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client)
    const oldest = await oldestRelease(db)
    if (oldest && isOlder(release, oldest)) {
      throw new StartError(
        `This database needs Muster ${oldest} or newer, but this is Muster ${release}. Install a newer one, or restore a backup from before the upgrade into an empty database.`,
      )
    }
    await applyMigrations(client, readMigrationFiles({ migrationsFolder }).slice(0, count))
    const known = oldestKnown()
    // With fewer migrations, a restore fills the tables first and migrates them afterwards.
    if (count >= knownMigrations() && (!oldest || isOlder(oldest, known)))
      await writeSetting(db, 'oldestRelease', known)
  } catch (error) {
    throw startFault(error, url)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The oldest release that may run on a database with all migrations: the newest release in `oldest-release.json`. */
const oldestKnown = () =>
  Object.values(readJson('oldest-release.json') as Record<string, string>).reduce((newest, other) =>
    isOlder(newest, other) ? other : newest,
  )

/** The oldest release that may run on this database; undefined if it is not stored yet. */
async function oldestRelease(db: Db) {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass('settings') is not null as exists`)
  return rows[0]?.exists ? readSetting(db, 'oldestRelease') : undefined
}

/** Whether a release, for example "0.2.0", is older than another. */
export function isOlder(one: string, other: string): boolean {
  const [ones, others] = [one, other].map((version) => version.split('.').map((part) => Number.parseInt(part, 10)))
  const at = ones?.findIndex((part, index) => part !== others?.[index]) ?? -1
  return at !== -1 && (ones?.[at] ?? 0) < (others?.[at] ?? 0)
}
