import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl, TEMPLATE } from './support/global-setup.ts'
import { startServer, TEST_SERVER } from './support/server-process.ts'

/** Programs of older checkouts with the same name as this one, on its database and among its files. */

const BUILT = process.env[TEST_SERVER] ?? ''
const url = (name: string) => databaseUrl(inject('databaseServer'), `muster_older_${process.pid}_${name}`)
const nameOf = (address: string) => new URL(address).pathname.slice(1)
const [migrated, empty] = [url('migrated'), url('empty')]
const home = mkdtempSync(join(tmpdir(), 'muster-older-'))
const programs: string[] = []

async function query(statement: string, target = inject('databaseServer')) {
  const client = new pg.Client(target)
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

beforeAll(async () => {
  await query(`create database ${nameOf(migrated)} template ${TEMPLATE}`)
  await query(`create database ${nameOf(empty)}`)
})
afterAll(async () => {
  for (const address of [migrated, empty]) await query(`drop database if exists ${nameOf(address)} with (force)`)
  for (const folder of [home, ...programs]) rmSync(folder, { recursive: true, force: true })
})

/** This program as it was built when a migration was the last one, among the files of today's checkout. */
function builtWhenLastWas(last: string) {
  const folder = `${BUILT}-${last}`
  programs.push(folder)
  cpSync(BUILT, folder, { recursive: true })
  const migrations = join(folder, 'migrations')
  const read = (path: string) => JSON.parse(readFileSync(join(migrations, path), 'utf8'))
  const { entries, ...journal } = read('meta/_journal.json') as { entries: { tag: string }[] }
  const at = entries.findIndex(({ tag }) => tag === last)
  const later = new Set(entries.slice(at + 1).map(({ tag }) => tag))
  for (const tag of later) rmSync(join(migrations, `${tag}.sql`))
  const write = (path: string, value: unknown) => writeFileSync(join(migrations, path), JSON.stringify(value))
  write('meta/_journal.json', { ...journal, entries: entries.slice(0, at + 1) })
  write(
    'oldest-migration.json',
    Object.fromEntries(Object.entries(read('oldest-migration.json')).filter(([tag]) => !later.has(tag))),
  )
  return { program: ['--enable-source-maps', join(folder, 'main.js')], migrations: at + 1 }
}

const settings = (DATABASE_URL: string) => ({
  ...{ DATABASE_URL, DATA_DIR: home, LOG_LEVEL: 'warn' },
  ...{ ADMIN_EMAIL: 'boss@hotel.example', ADMIN_PASSWORD: 'a long passphrase' },
})

test('one from before a migration that needs a newer Muster refuses to start, though its release has the same name', async () => {
  const older = startServer(settings(migrated), builtWhenLastWas('0024_shift').program)
  expect(await older.ended).toBe(1)
  expect(older.output()).toContain('This database needs a newer Muster, one with the migration 0025_sign_in.')
  expect(await query('select from users', migrated)).toEqual([])
})

test('one from before a migration that only adds starts beside it, and says that it is not of this checkout', async () => {
  const older = startServer(settings(migrated), builtWhenLastWas('0025_sign_in').program)
  await older.ready
  await expect.poll(older.output).toContain('was built before the files around it')
  older.child.kill('SIGTERM')
  expect(await older.ended).toBe(0)
})

test('one applies the migrations that it was built with, and not those of a newer checkout', async () => {
  const { program, migrations } = builtWhenLastWas('0026_hot_reads')
  const older = startServer(settings(empty), program)
  // This one uses tables that come later.
  await Promise.race([older.ready, older.ended]).catch(() => {})
  older.child.kill('SIGTERM')
  await older.ended
  const [{ done }] = await query('select count(*)::int as done from drizzle.__drizzle_migrations', empty)
  expect(done).toBe(migrations)
  expect(existsSync(join(BUILT, 'migrations/0028_task_sums_of_many.sql'))).toBe(true)
})
