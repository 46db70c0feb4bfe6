import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabaseProxy } from '../../../../test/support/database-proxy.ts'
import { databaseUrl } from '../../../../test/support/global-setup.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { migrateDatabase } from '../migrate/migrate.ts'
import { connect, openClient, read } from './connect.ts'

const muster = useTestApp()
const EMPTY = `muster_connect_${process.pid}`

const OLDER = `muster_older_${process.pid}`

afterAll(async () => {
  for (const name of [EMPTY, OLDER])
    await query(inject('databaseServer'), `drop database if exists ${name} with (force)`)
})

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = await openClient(url)
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

test('a connection that breaks at the beginning of a transaction is not lost to the pool', async () => {
  // Of its own: the log of events is read on the other pool meanwhile, and could be the one that acquires.
  const { pool, transaction, close } = connect(muster.services.database.url, () => {})
  const one = () => transaction((db) => db.execute(sql`select 1 as one`))
  // More times than the pool has connections.
  for (let times = 0; times < 12; times += 1) {
    pool.once('acquire', (client) => (client as unknown as Connected).connection.stream.destroy())
    await expect(one()).rejects.toThrow()
  }
  expect((await one()).rows).toEqual([{ one: 1 }])
  await close()
})

interface Connected {
  connection: { stream: { destroy(): void } }
}

test('a connection that breaks in a transaction fails only that transaction', async () => {
  const { transaction, url } = muster.services.database
  const broken = transaction(async (db) => {
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await query(url, 'select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    // The connection ends while no statement waits for an answer.
    await new Promise((resolve) => setImmediate(resolve))
    await db.execute(sql`select 1`)
  })
  await expect(broken).rejects.toThrow()
  const reply = await muster.stranger().raw({ method: 'GET', url: '/readyz' })
  expect(reply.status).toBe(200)
})

test('connections that get no answer are closed, also in a transaction, and new ones are opened', async () => {
  const proxy = await openDatabaseProxy(muster.services.database.url)
  const { pool, transaction, close } = connect(proxy.url, () => {}, { answerTimeoutMs: 200 })
  const one = () => transaction((db) => db.execute(sql`select 1 as one`))
  await Promise.all([one(), one()])
  const within = transaction(async (db) => {
    await db.execute(sql`select 1`)
    proxy.swallow()
    await db.execute(sql`select 1`)
  })
  await expect(within).rejects.toThrow()
  await expect(one()).rejects.toThrow()
  expect((await one()).rows).toEqual([{ one: 1 }])
  expect(pool.totalCount - pool.idleCount).toBe(0)
  await close()
  proxy.close()
})

test('options in the address are kept beside our own', async () => {
  const address = new URL(muster.services.database.url)
  address.searchParams.set('options', '-c search_path=public,pg_catalog -c TimeZone=Asia/Tokyo')
  const [row] = await query(
    address.href,
    `select current_setting('search_path') as path, current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout`,
  )
  expect(row).toEqual({ path: 'public,pg_catalog', zone: 'UTC', timeout: '30s' })
})

test('a read with a key keeps one plan, even where another would look cheaper for its values', async () => {
  const database = connect(muster.services.database.url, () => {}, { size: 1 })
  try {
    await database.pool.query(`create temporary table skewed as select case when n = 1 then 1 else 2 end as value
      from generate_series(1, 20000) as n`)
    await database.pool.query('create index on skewed (value)')
    await database.pool.query('analyze skewed')
    const count = (prepare: true | string) =>
      read(
        { now: new Date(), services: { database } },
        sql`select count(*) from skewed where value = ${1}::int`,
        prepare,
      )
    for (let times = 0; times < 10; times += 1) await Promise.all([count(true), count('skewed')])
    const { rows } = await database.pool.query(
      `select statement like '%(select $1::int)%' as "hasKey", generic_plans > 0 as "isKept" from pg_prepared_statements
       where statement like '%from skewed%' order by 1`,
    )
    expect(rows).toEqual([
      { hasKey: false, isKept: false },
      { hasKey: true, isKept: true },
    ])
  } finally {
    await database.close()
  }
})

test('rows of an older version stay when a migration adds columns that need a value', async () => {
  await query(inject('databaseServer'), `create database ${OLDER}`)
  const url = databaseUrl(inject('databaseServer'), OLDER)
  await migrateDatabase(url, 7)
  await query(
    url,
    `with person as (
      insert into users (id, email, password_hash, first_name, last_name, folded_name)
      values (gen_random_uuid(), 'old@hotel.example', 'x', 'Olda', 'Old', 'olda old') returning id
    ), sop as (
      insert into sops (title, file_url, created_by) select title, '/old', id from person, unnest(array['One', 'Two']) title
      returning id, created_by, title
    )
    insert into sop_versions (sop_id, version, stored_as, file_name, size, uploaded_by)
    select id, version, title || version, 'a.pdf', 1, created_by from sop, unnest(array['1.0', '2.0']) version
    where title = 'One' or version = '1.0' order by title, version`,
  )
  await migrateDatabase(url)
  expect(
    await query(
      url,
      `select title, sops.revision as current, sop_versions.version, sop_versions.revision, pages
        from sops join sop_versions on sop_id = sops.id order by title, revision`,
    ),
  ).toEqual([
    {
      title: 'One',
      current: 2,
      version: '1.0',
      revision: 1,
      pages: 1,
    },
    {
      title: 'One',
      current: 2,
      version: '2.0',
      revision: 2,
      pages: 1,
    },
    {
      title: 'Two',
      current: 1,
      version: '1.0',
      revision: 1,
      pages: 1,
    },
  ])
})

test('if several servers start on an empty database at once, one creates the tables', async () => {
  await query(inject('databaseServer'), `create database ${EMPTY}`)
  const url = databaseUrl(inject('databaseServer'), EMPTY)
  await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)])
  expect(await query(url, 'select count(*)::int as tasks from tasks')).toEqual([{ tasks: 0 }])
})
