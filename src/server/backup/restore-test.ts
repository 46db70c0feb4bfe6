import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../base/config.ts'
import { withDatabaseName } from '../base/database-address.ts'
import { StartError } from '../base/errors.ts'
import { openClient } from '../db/connect/connect.ts'
import { openEmbedded } from '../db/embedded/embedded.ts'
import type { Manifest } from './manifest.ts'
import { readWhole, restoreRows } from './restore.ts'
import type { BackupSource } from './source.ts'

/** A restore test cannot be done here, which says nothing about the backup. */
export class CannotTest extends StartError {}

/** A test that was killed leaves its database behind. None takes so long. */
const ABANDONED_AFTER_S = 24 * 3600
const PREFIX = 'muster_restore_test_'
/** Room for the new cluster itself, and for its log of changes. */
const CLUSTER_BYTES = 300 * 1024 * 1024

/**
 * Restores a backup for a trial: reads it whole and compares all checksums, restores its rows into a database of its
 * own, compares their numbers with the manifest, and deletes that database. Files are compared and not stored. Throws
 * `CannotTest` if there is no room or no permission for that database, and `StartError` if the backup is at fault.
 */
export async function testRestore(
  source: BackupSource,
  { config, url, scratch }: { config: Pick<Config, 'databaseUrl'>; url: string; scratch: string },
): Promise<Manifest> {
  const manifest = await readWhole(source)
  const use = async (scratchUrl: string) => {
    await restoreRows(source, scratchUrl, manifest)
    await compare(scratchUrl, manifest, source.place)
  }
  if (config.databaseUrl) await withDatabase(url, use)
  else await withCluster(url, scratch, use)
  return manifest
}

async function compare(url: string, { tables }: Manifest, place: string) {
  const client = await openClient(url)
  try {
    await client.query('set statement_timeout = 0')
    for (const { name, rows } of tables) {
      const { rows: found } = await client.query(`select count(*)::int as rows from ${pg.escapeIdentifier(name)}`)
      if (found[0].rows !== rows)
        throw new StartError(`${place}: the table ${name} should have ${rows} rows, but has ${found[0].rows}.`)
    }
  } finally {
    await client.end()
  }
}

/** Beside an embedded database: a second one, in a folder that goes afterwards. It ends with this process. */
async function withCluster(url: string, scratch: string, use: (url: string) => Promise<void>) {
  const { bavail, bsize } = await statfs(scratch)
  const needed = (await sizeOf(url)) + CLUSTER_BYTES
  if (bavail * bsize < needed)
    throw new CannotTest(
      `The disk of ${scratch} has too little room for a restore test: ${inMB(bavail * bsize)} are free, and ${inMB(needed)} are needed.`,
    )
  const { url: own, discard } = await openEmbedded({ dataDir: join(scratch, 'restore-test') })
  try {
    await use(own)
  } finally {
    await discard()
  }
}

const inMB = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`

async function sizeOf(url: string) {
  const client = await openClient(url)
  try {
    return Number((await client.query('select pg_database_size(current_database()) as size')).rows[0].size)
  } finally {
    await client.end()
  }
}

/** In a PostgreSQL of your own: another database there. */
async function withDatabase(url: string, use: (url: string) => Promise<void>) {
  const client = await openClient(url)
  try {
    const { rows } = await client.query(
      'select rolcreatedb or rolsuper as may, rolname from pg_roles where rolname = current_user',
    )
    const [{ may, rolname }] = rows
    if (!may)
      throw new CannotTest(
        `The role "${rolname}" may not create a database for a restore test. Allow it: alter role ${pg.escapeIdentifier(rolname)} createdb`,
      )
    await dropAbandoned(client)
    const name = `${PREFIX}${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`
    await client.query('set statement_timeout = 0')
    await client.query(`create database ${name} template template0`)
    try {
      await use(withDatabaseName(url, name))
    } finally {
      await client.query(`drop database ${name} with (force)`)
    }
  } finally {
    await client.end()
  }
}

async function dropAbandoned(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^${PREFIX}[0-9]+_[0-9a-f]{8}$' and pg_has_role(datdba, 'usage')`,
  )
  for (const { name } of rows) {
    const begun = Number(name.slice(PREFIX.length).split('_')[0])
    if (begun < Date.now() / 1000 - ABANDONED_AFTER_S)
      await client.query(`drop database if exists ${name} with (force)`)
  }
}
