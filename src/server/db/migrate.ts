import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { projectRoot, release } from '../base/config.ts'
import { StartError } from '../base/errors.ts'
import { type Db, openClient } from './connect.ts'
import { readSetting, writeSetting } from './settings.ts'
import { startFault } from './start-fault.ts'

/** Any number will do, as long as every Muster takes the same. */
export const MIGRATION_LOCK = 7_350_141

const migrationsFolder = join(projectRoot, 'migrations')
const journalPath = join('meta', '_journal.json')

const readJson = (path: string) => JSON.parse(readFileSync(join(migrationsFolder, path), 'utf8'))
const readJournal = () => readJson(journalPath)

/** How many migrations this Muster knows. */
export const knownMigrations = (): number => readJournal().entries.length

/**
 * Brings the tables up to date, or as far as the first so many migrations; one process at a time. Throws `StartError` when the
 * database cannot be reached or written, or needs a newer Muster.
 */
export async function migrateDatabase(url: string, most = knownMigrations()) {
  const client = await openClient(url).catch((error) => {
    throw startFault(error, url)
  })
  try {
    // A large table takes its time, and so does another Muster that is at it.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client)
    const oldest = await oldestRelease(db)
    if (oldest && isOlder(release, oldest)) {
      throw new StartError(
        `This database needs Muster ${oldest} or newer, and this is Muster ${release}. Install a newer one, or restore a backup from before the upgrade into an empty database.`,
      )
    }
    await withFirstMigrations(most, (folder) => migrate(db, { migrationsFolder: folder }))
    const known = oldestKnown()
    // A database that a backup is to fill is not finished yet.
    if (most >= knownMigrations() && (!oldest || isOlder(oldest, known))) await writeSetting(db, 'oldestRelease', known)
  } catch (error) {
    throw startFault(error, url)
  } finally {
    await client.end().catch(() => {})
  }
}

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

/** The oldest release that may run on a database with all known migrations: the newest of those that they name. */
const oldestKnown = () =>
  Object.values(readJson('oldest-release.json') as Record<string, string>).reduce((newest, each) =>
    isOlder(newest, each) ? each : newest,
  )

/** The oldest release that may run on this database; undefined before that was written. */
async function oldestRelease(db: Db) {
  const { rows } = await db.execute<{ there: boolean }>(sql`select to_regclass('settings') is not null as there`)
  return rows[0]?.there ? readSetting(db, 'oldestRelease') : undefined
}

/** Whether a release, as "0.2.0", came before another. */
export function isOlder(one: string, other: string): boolean {
  const [ones, others] = [one, other].map((version) => version.split('.').map((part) => Number.parseInt(part, 10)))
  const at = ones?.findIndex((part, index) => part !== others?.[index]) ?? -1
  return at !== -1 && (ones?.[at] ?? 0) < (others?.[at] ?? 0)
}
