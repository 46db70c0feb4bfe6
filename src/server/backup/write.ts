import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { FileStore } from '../adapters/files.ts'
import { HttpError, StartError } from '../base/errors.ts'
import { openClient } from '../db/connect/connect.ts'
import { endSharedMigrationLock, takeMigrationLock } from '../db/migrate/migrate.ts'
import { filePart, MANIFEST, type Manifest, tablePart } from './manifest.ts'
import { measure } from './measure.ts'
import { columnsOf, lastIdOf, lockOf, tablesOf } from './tables.ts'

/** If somebody deletes a file while files are copied, the backup starts again with new rows. */
const MAX_ATTEMPTS = 3

/** Where the parts of a backup go. */
export interface BackupSink {
  /** Takes a part, and returns its facts. `size` is undefined if nobody knows it before. */
  add(path: string, bytes: Readable, size?: number): Promise<{ size: number; sha256: string }>
  /** The last part is there. */
  finish(): Promise<void>
  /** Nothing of it is to stay. */
  discard(): Promise<void>
}

/**
 * Writes the rows of one moment, the files that they name, and then the manifest. Muster may run meanwhile. Files that
 * are not in the store are listed as `missing`. Throws `StartError` if none is there, and the errors of sink and
 * stores; then nothing stays.
 *
 * @param open begins the sink anew; it may be called several times
 */
export async function writeBackup(
  from: { url: string; files: FileStore },
  open: () => Promise<BackupSink>,
  now: Date,
): Promise<Manifest> {
  let gone: string[] = []
  for (let attempts = 1; ; attempts += 1) {
    const sink = await open()
    try {
      const manifest = await writeOnce(from, sink, now)
      const isNewlyMissing = manifest.missing.some((name) => !gone.includes(name))
      if (!isNewlyMissing || attempts === MAX_ATTEMPTS) {
        mustHaveSomeFiles(manifest, from.files)
        await sink.add(MANIFEST, ...sized(`${JSON.stringify(manifest, null, 2)}\n`))
        await sink.finish()
        return manifest
      }
      gone = manifest.missing
    } catch (error) {
      await sink.discard()
      throw error
    }
    await sink.discard()
  }
}

const sized = (text: string): [Readable, number] => [Readable.from([Buffer.from(text)]), Buffer.byteLength(text)]

/** Writes a backup to a new or empty folder. Throws `StartError` when it is not empty. */
export const writeFolder = (from: Parameters<typeof writeBackup>[0], folder: string, now: Date) =>
  writeBackup(from, () => openFolder(folder), now)

async function openFolder(folder: string): Promise<BackupSink> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new StartError(`${folder} is not empty. Name a new folder.`)
  return {
    async add(path, bytes) {
      const to = join(folder, path)
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      const { stream, result } = measure()
      await pipeline(bytes, stream, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
      return result()
    },
    finish: async () => {},
    async discard() {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
    },
  }
}

function mustHaveSomeFiles(manifest: Manifest, { place, setting }: FileStore) {
  const { files, missing } = manifest
  if (files.length > 0 || missing.length === 0) return
  throw new StartError(
    `${place} contains none of the ${missing.length} files that the database names. Is ${setting} right?`,
  )
}

/** Writes everything but the manifest. */
async function writeOnce({ url, files }: { url: string; files: FileStore }, sink: BackupSink, now: Date) {
  const client = await openClient(url)
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await beginAfterMigrations(client)
    const manifest: Manifest = {
      format: 1,
      createdAt: now.toISOString(),
      migrations: await migrationsOf(client),
      tables: [],
      files: [],
      missing: [],
    }
    for (const table of await tablesOf(client)) {
      const rows = client.query(copyTo(`copy ${columnsOf(table)} to stdout`))
      const gzip = createGzip()
      const [{ sha256 }] = await Promise.all([sink.add(tablePart(table.name), gzip), pipeline(rows, gzip)])
      manifest.tables.push({ ...table, rows: rows.rowCount, lastId: await lastIdOf(client, table), sha256 })
    }
    const names = await storedNames(client)
    await client.query('commit')
    for (const name of names) {
      const copied = await copyFile(files, name, sink)
      if (copied) manifest.files.push({ name, ...copied })
      else manifest.missing.push(name)
    }
    return manifest
  } finally {
    await client.end()
  }
}

/**
 * Begins the transaction that reads all rows, and locks the tables against migrations. A table that a migration
 * rewrites would look empty to an older snapshot. A newer Muster that starts waits only if it has migrations to run.
 */
async function beginAfterMigrations(client: pg.Client) {
  await takeMigrationLock(client, true)
  const tables = await tablesOf(client)
  await client.query('begin isolation level repeatable read read only')
  // This statement takes no snapshot yet.
  await client.query(lockOf(tables))
  await endSharedMigrationLock(client)
}

async function migrationsOf(client: pg.Client) {
  const { rows } = await client.query('select count(*)::int as migrations from drizzle.__drizzle_migrations')
  return rows[0].migrations as number
}

/** The names of all stored files. A database from before the table `files` names them with the versions of SOPs. */
async function storedNames(client: pg.Client) {
  const { rows: tables } = await client.query(`select to_regclass('files') is null as is_older`)
  const table = tables[0].is_older ? 'sop_versions' : 'files'
  const { rows } = await client.query<{ name: string }>(`select stored_as as name from ${table} order by 1`)
  return rows.map(({ name }) => name)
}

/** Copies a file and returns its size and hash; undefined if there is no such file. */
async function copyFile(files: FileStore, name: string, sink: BackupSink) {
  const found = await files.stat(name)
  const source = found && (await files.open(name).catch(unlessMissing))
  return source && sink.add(filePart(name), source, found.size)
}

function unlessMissing(error: unknown) {
  if (!(error instanceof HttpError && error.status === 404)) throw error
}
