import { createHash } from 'node:crypto'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../../test/support/global-setup.ts'
import { openClient } from '../connect/connect.ts'
import { applyMigrations, CONCURRENTLY } from './apply-migrations.ts'

const name = `muster_apply_${process.pid}`
const url = databaseUrl(inject('databaseServer'), name)

beforeAll(() => onServer(`create database ${name}`))
afterAll(() => onServer(`drop database ${name} with (force)`))

const onServer = (statement: string) => on(inject('databaseServer'), statement)

async function on(address: string, statement: string) {
  const client = await openClient(address)
  return client.query(statement).finally(() => client.end())
}

let number = 0
function migrationOf(...sql: string[]): MigrationMeta {
  number += 1
  return { sql, hash: createHash('sha256').update(sql.join()).digest('hex'), folderMillis: number, bps: true }
}
const rows = migrationOf('create table rows (id int)', 'insert into rows select generate_series(1, 100)')

async function migrate(...migrations: MigrationMeta[]) {
  const client = await openClient(url)
  await applyMigrations(client, [rows, ...migrations]).finally(() => client.end())
}

test('each runs once, and one that fails leaves nothing', async () => {
  await migrate()
  const added = migrationOf('alter table rows add column place text', 'create table other (id int)')
  const broken = migrationOf('create table third (id int)', 'select nothing')
  await expect(migrate(added, broken)).rejects.toThrow('column "nothing" does not exist')
  const { rows: tables } = await on(url, `select relname from pg_class where relname in ('other', 'third')`)
  expect(tables).toEqual([{ relname: 'other' }])
  await migrate(added)
})

test('a change of a table that somebody reads for long lets the others pass', async () => {
  const reader = await openClient(url)
  await reader.query('begin')
  await reader.query('select count(*) from rows')
  const migrating = migrate(migrationOf('alter table rows add column room text'))
  // People's calls wait for a lock no longer than five seconds (`connect.ts`).
  const other = await openClient(url)
  await other.query('set lock_timeout = 5000')
  const waits: number[] = []
  const until = performance.now() + 4_500
  while (performance.now() < until) {
    const began = performance.now()
    await other.query('insert into rows (id) values (0)')
    waits.push(performance.now() - began)
  }
  // It stood in the way at least once, and never for long.
  expect(Math.max(...waits)).toBeGreaterThan(500)
  expect(Math.max(...waits)).toBeLessThan(3_000)
  await reader.query('commit')
  await migrating
  await Promise.all([reader.end(), other.end()])
  const { rows: found } = await on(
    url,
    `select 1 from information_schema.columns where table_name = 'rows' and column_name = 'room'`,
  )
  expect(found).toHaveLength(1)
})

test('an index is built while others write, also after one that was broken off', async () => {
  const writer = await openClient(url)
  await writer.query('begin')
  await writer.query('insert into rows (id) values (7)')
  const migrating = migrate(
    migrationOf(
      `${CONCURRENTLY}\ndrop index concurrently if exists rows_id`,
      'create index concurrently rows_id on rows (id)',
    ),
  )
  // The build waits for the transaction that has written before it, and new writes do not wait for the build.
  await expect.poll(async () => (await on(url, `select 1 from pg_class where relname = 'rows_id'`)).rowCount).toBe(1)
  await on(url, 'set lock_timeout = 100; insert into rows (id) values (8)')
  await writer.query('commit')
  await migrating
  await writer.end()
  const { rows: found } = await on(url, `select indisvalid from pg_index where indexrelid = 'rows_id'::regclass`)
  expect(found).toEqual([{ indisvalid: true }])
})
