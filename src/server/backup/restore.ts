import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { FileStore } from '../adapters/files.ts'
import { StartError } from '../base/errors.ts'
import { folderFault } from '../base/start-checks.ts'
import { openClient } from '../db/connect.ts'
import { knownMigrations, migrateDatabase } from '../db/migrate.ts'
import { startFault } from '../db/start-fault.ts'
import { filePath, type Manifest, readManifest, tablePath } from './manifest.ts'
import { columnsOf, continueAfter } from './tables.ts'

/**
 * Restores a backup into an empty database and folder: the files, then all rows in one transaction. The tables first get only the
 * migrations of the backup, and the other migrations afterwards. Throws `StartError` when the target is not empty or the backup is not
 * whole; database and files are then empty, as before.
 *
 * @param checked the manifest from `checkBackup`; without it the backup is checked first
 */
export async function restoreBackup(
  folder: string,
  to: { url: string; files: FileStore },
  checked?: Manifest,
): Promise<Manifest> {
  const manifest = checked ?? (await checkBackup(folder, to))
  await migrateDatabase(to.url, manifest.migrations)
  const client = await openClient(to.url)
  try {
    await mustBeEmpty(client, manifest)
    try {
      await copyFiles(folder, to.files, manifest)
      await fillTables(client, folder, manifest)
    } catch (error) {
      for (const { name } of manifest.files) await to.files.remove(name)
      throw startFault(folderFault(error, to.files.place), to.url)
    }
  } finally {
    await client.end()
  }
  await migrateDatabase(to.url)
  await renameEventLog(to.url)
  return manifest
}

/** Pages of the Muster that the backup was made of know positions of a log that this one does not have. */
async function renameEventLog(url: string) {
  const client = await openClient(url)
  try {
    await client.query(`update settings set value = to_jsonb(gen_random_uuid()::text) where name = 'eventsEpoch'`)
  } finally {
    await client.end()
  }
}

async function copyFiles(folder: string, to: FileStore, { files }: Manifest) {
  await to.disown()
  for (const { name, size } of files) {
    await to.put(createReadStream(filePath(folder, name)), { maxBytes: size, storedAs: name })
  }
}

/** Checks that a backup is whole and fits the target folder, before a database is opened. Throws `StartError` otherwise. */
export async function checkBackup(folder: string, to: { files: FileStore }): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (manifest.migrations > knownMigrations()) {
    throw new StartError('This backup was made by a newer Muster. Restore it with that one, or a newer one.')
  }
  await mustBeWhole(folder, manifest)
  await mustHoldNoOtherFiles(to.files, manifest)
  return manifest
}

async function fillTables(client: pg.Client, folder: string, { tables }: Manifest) {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  await client.query('begin')
  // The backup's settings replace those of the empty database.
  if (tables.some(({ name }) => name === 'settings')) await client.query('truncate settings')
  for (const table of tables) {
    const rows = client.query(copyFrom(`copy ${columnsOf(table)} from stdin`))
    await pipeline(createReadStream(tablePath(folder, table.name)), createGunzip(), rows)
    if (rows.rowCount !== table.rows) {
      throw new StartError(`The table ${table.name} should have ${table.rows} rows, but has ${rows.rowCount}.`)
    }
    if (table.lastId !== null) await continueAfter(client, table, table.lastId)
  }
  await client.query('commit')
  await client.query('vacuum analyze')
}

/** Files of another database would be removed as files without a row. Files of an interrupted restore are written again. */
async function mustHoldNoOtherFiles(store: FileStore, { files }: Manifest) {
  const own = new Set(files.map(({ name }) => name))
  try {
    for await (const names of store.list()) {
      if (names.some((name) => !own.has(name)))
        throw new StartError(
          `${store.place} contains files of another Muster. Name another, empty one with ${store.setting}.`,
        )
    }
  } catch (error) {
    throw folderFault(error, store.place)
  }
}

async function mustBeEmpty(client: pg.Client, { migrations }: Manifest) {
  const { rows } = await client.query(
    'select exists (select from users) as filled, (select count(*)::int from drizzle.__drizzle_migrations) as migrations',
  )
  if (rows[0].filled) {
    throw new StartError('The database is not empty. Name an empty folder with DATA_DIR, or an empty DATABASE_URL.')
  }
  if (rows[0].migrations > migrations) {
    throw new StartError('A newer Muster than that of the backup has used the database. Name an empty one.')
  }
}

/** Checks that all parts of the backup exist and have their checksums. */
async function mustBeWhole(folder: string, { tables, files }: Manifest) {
  const parts = [
    ...tables.map(({ name, sha256 }) => ({ path: tablePath(folder, name), sha256 })),
    ...files.map(({ name, sha256 }) => ({ path: filePath(folder, name), sha256 })),
  ]
  for (const { path, sha256 } of parts) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash).catch(() => {
      throw new StartError(`${path} is missing from the backup, or cannot be read.`)
    })
    if (hash.digest('hex') !== sha256) throw new StartError(`${path} has changed since the backup was made.`)
  }
}
