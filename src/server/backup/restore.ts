import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { FileStore } from '../adapters/files.ts'
import { StartError } from '../base/errors.ts'
import { folderFault } from '../base/start-checks.ts'
import { openClient } from '../db/connect/connect.ts'
import { startFault } from '../db/connect/start-fault.ts'
import { knownMigrations } from '../db/migrate/known-migrations.ts'
import { migrateDatabase } from '../db/migrate/migrate.ts'
import { filePart, MANIFEST, type Manifest, parseManifest, tablePart } from './manifest.ts'
import { measure } from './measure.ts'
import type { BackupSource } from './source.ts'
import { columnsOf, continueAfter } from './tables.ts'

/**
 * Restores a backup into an empty database and folder: all rows and the files, in one transaction. The tables first get
 * only the migrations of the backup, and the other migrations afterwards. Throws `StartError` when the target is not
 * empty or the backup is not whole; database and files are then empty, as before.
 *
 * @param checked the manifest from `checkBackup`; without it the backup is checked first
 */
export async function restoreBackup(
  source: BackupSource,
  to: { url: string; files: FileStore },
  checked?: Manifest,
): Promise<Manifest> {
  const manifest = checked ?? (await checkBackup(source, to))
  try {
    await restoreRows(source, to.url, manifest, {
      begin: () => to.files.disown(),
      file: async ({ name, size }, bytes) => (await to.files.put(bytes, { maxBytes: size, storedAs: name })).sha256,
      failed: () => removeFiles(to.files, manifest),
    })
  } catch (error) {
    throw startFault(folderFault(error, to.files.place), to.url)
  }
  await migrateDatabase(to.url)
  await forgetWhatHasPassed(to.url)
  return manifest
}

async function removeFiles(files: FileStore, manifest: Manifest) {
  for (const { name } of manifest.files) await files.remove(name)
}

/** Takes the files of a backup while its rows are restored. */
interface FileTaker {
  /** The database is empty, so the files may come. */
  begin(): Promise<void>
  /** Takes a file and returns its SHA-256. */
  file(file: Manifest['files'][number], bytes: Readable): Promise<string>
  failed(): Promise<void>
}

/**
 * Restores the rows of a backup into an empty database, with the migrations that the backup has. Without `files` it
 * reads no further than the last table. Throws `StartError` if the database is not empty, or the backup has changed
 * since it was checked.
 */
export async function restoreRows(source: BackupSource, url: string, manifest: Manifest, files?: FileTaker) {
  await migrateDatabase(url, manifest.migrations)
  const client = await openClient(url)
  try {
    await mustBeEmpty(client, manifest)
    await files?.begin()
    try {
      await takeParts(client, source, manifest, files)
    } catch (error) {
      await files?.failed()
      throw error
    }
  } finally {
    await client.end()
  }
}

async function takeParts(client: pg.Client, source: BackupSource, manifest: Manifest, taker: FileTaker | undefined) {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  await client.query('begin')
  const tables = new Map(manifest.tables.map((table) => [tablePart(table.name), table]))
  const files = new Map(manifest.files.map((file) => [filePart(file.name), file]))
  // The backup's settings replace the empty database's.
  if (tables.has(tablePart('settings'))) await client.query('truncate settings')
  for await (const { path, bytes } of source.parts()) {
    const [table, file] = [tables.get(path), files.get(path)]
    if (table) await fillTable(client, table, bytes, `${source.place}/${path}`)
    else if (file && taker) mustBeSame(await taker.file(file, bytes), file, `${source.place}/${path}`)
    else if (file && tables.size === 0) break
    else await skip(bytes)
    tables.delete(path)
    files.delete(path)
  }
  const [left] = [...tables.keys(), ...(taker ? files.keys() : [])]
  if (left) throw missing(source, left)
  await client.query('commit')
  await client.query('vacuum analyze')
}

async function fillTable(client: pg.Client, table: Manifest['tables'][number], bytes: Readable, place: string) {
  const rows = client.query(copyFrom(`copy ${columnsOf(table)} from stdin`))
  const { stream, result } = measure()
  await pipeline(bytes, stream, createGunzip(), rows)
  mustBeSame(result().sha256, table, place)
  if (rows.rowCount !== table.rows) {
    throw new StartError(`The table ${table.name} should have ${table.rows} rows, but has ${rows.rowCount}.`)
  }
  if (table.lastId !== null) await continueAfter(client, table, table.lastId)
}

function mustBeSame(sha256: string | undefined, part: { sha256: string }, place: string) {
  if (sha256 !== part.sha256) throw new StartError(`${place} has changed since the backup was made.`)
}

const missing = ({ place }: BackupSource, path: string) =>
  new StartError(`${place}/${path} is missing from the backup, or cannot be read.`)

const skip = (bytes: Readable) => pipeline(bytes, new Writable({ write: (_chunk, _encoding, done) => done() }))

/**
 * Pages of the Muster that the backup was made of know positions of a log that this one does not have. And a server of
 * an older release, beside a newer one, backs up sums that the triggers count again: the next start compares them with
 * the tasks (`completeTaskSums`).
 */
async function forgetWhatHasPassed(url: string) {
  const client = await openClient(url)
  try {
    await client.query(`update settings set value = to_jsonb(gen_random_uuid()::text) where name = 'eventsEpoch'`)
    await client.query(`delete from settings where name = 'taskSums'`)
  } finally {
    await client.end()
  }
}

/**
 * Reads a whole backup: all parts exist and have their checksums, and its files fit the target's folder. Nothing is
 * changed. Throws `StartError` otherwise.
 */
export async function checkBackup(source: BackupSource, to: { files: FileStore }): Promise<Manifest> {
  const manifest = await readWhole(source)
  await mustHoldNoOtherFiles(to.files, manifest)
  return manifest
}

/** Reads all parts of a backup and checks their checksums. Throws `StartError` if it is damaged or too new. */
export async function readWhole(source: BackupSource): Promise<Manifest> {
  let manifest: Manifest | undefined
  const found = new Map<string, string>()
  for await (const { path, bytes } of source.parts()) {
    if (path === MANIFEST) {
      manifest = parseManifest(Buffer.concat(await bytes.toArray()).toString(), source.place)
      mustBeKnown(manifest)
    } else {
      const { stream, result } = measure()
      await Promise.all([pipeline(bytes, stream), skip(stream)])
      found.set(path, result().sha256)
    }
  }
  if (!manifest) throw new StartError(`${source.place} contains no whole backup: there is no ${MANIFEST} in it.`)
  const parts = [
    ...manifest.tables.map((table) => ({ ...table, path: tablePart(table.name) })),
    ...manifest.files.map((file) => ({ ...file, path: filePart(file.name) })),
  ]
  for (const part of parts) {
    const sha256 = found.get(part.path)
    if (sha256 === undefined) throw missing(source, part.path)
    mustBeSame(sha256, part, `${source.place}/${part.path}`)
  }
  return manifest
}

function mustBeKnown({ migrations }: Manifest) {
  if (migrations > knownMigrations) {
    throw new StartError('This backup was made by a newer Muster. Restore it with that one, or a newer one.')
  }
}

/** Another database's files would be removed for want of rows. An interrupted restore writes its files again. */
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
