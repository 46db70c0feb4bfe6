import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { FileStore } from '../adapters/files.ts'
import { HttpError, StartError } from '../base/errors.ts'
import { openClient } from '../db/connect.ts'
import { MIGRATION_LOCK } from '../db/migrate.ts'
import { filePath, MANIFEST, type Manifest, tablePath } from './manifest.ts'
import { columnsOf, lastIdOf, lockOf, tablesOf } from './tables.ts'

/** If somebody deletes a file while files are copied, the backup starts again with new rows. */
const MAX_ATTEMPTS = 3

/**
 * Writes the rows of one moment, and then the files that they name, to an empty folder. Muster may run meanwhile. Throws `StartError`
 * when the folder is not empty. Files that are not in the store are listed as `missing`.
 */
export async function writeBackup(
  from: { url: string; files: FileStore },
  folder: string,
  now: Date,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new StartError(`${folder} is not empty. Name a new folder.`)
  let gone: string[] = []
  try {
    for (let attempts = 1; ; attempts += 1) {
      const manifest = await writeOnce(from, folder, now)
      const isNewlyMissing = manifest.missing.some((name) => !gone.includes(name))
      if (!isNewlyMissing || attempts === MAX_ATTEMPTS) return mustHaveSomeFiles(manifest, from.files)
      gone = manifest.missing
      await empty(folder)
    }
  } catch (error) {
    await empty(folder)
    throw error
  }
}

async function empty(folder: string) {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
}

function mustHaveSomeFiles(manifest: Manifest, { place, setting }: FileStore) {
  const { files, missing } = manifest
  if (files.length > 0 || missing.length === 0) return manifest
  throw new StartError(
    `${place} contains none of the ${missing.length} files that the database names. Is ${setting} right?`,
  )
}

async function writeOnce({ url, files }: { url: string; files: FileStore }, folder: string, now: Date) {
  for (const part of ['tables', 'files']) await mkdir(join(folder, part), { mode: 0o700 })
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
      const { sha256 } = await store(rows, tablePath(folder, table.name), createGzip())
      manifest.tables.push({ ...table, rows: rows.rowCount, lastId: await lastIdOf(client, table), sha256 })
    }
    const names = await storedNames(client)
    await client.query('commit')
    for (const name of names) {
      const copied = await copyFile(files, name, filePath(folder, name))
      if (copied) manifest.files.push({ name, ...copied })
      else manifest.missing.push(name)
    }
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    return manifest
  } finally {
    await client.end()
  }
}

/**
 * Begins the transaction that reads all rows, and locks the tables against migrations. A table that a migration rewrites would look
 * empty to an older snapshot. A newer Muster that starts waits only if it has migrations to run.
 */
async function beginAfterMigrations(client: pg.Client) {
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  const tables = await tablesOf(client)
  await client.query('begin isolation level repeatable read read only')
  // This statement takes no snapshot yet.
  await client.query(lockOf(tables))
  await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
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
async function copyFile(files: FileStore, name: string, to: string) {
  const source = await files.open(name).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.status === 404)) throw error
  })
  return source && store(source, to)
}

/** Writes a stream to a file. Returns the size and the SHA-256 of the file. */
async function store(source: NodeJS.ReadableStream, path: string, ...transforms: Transform[]) {
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline([source, ...transforms, counted, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })])
  return { size, sha256: hash.digest('hex') }
}
