import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabaseProxy } from '../../../../test/support/database-proxy.ts'
import { databaseUrl, TEMPLATE } from '../../../../test/support/global-setup.ts'
import { type Order, openTransactionPooler } from '../../../../test/support/transaction-pooler.ts'
import { release } from '../../base/config.ts'
import { projectRoot } from '../../base/project-root.ts'
import { warnOfFewConnections } from '../../base/start-checks.ts'
import { migrateDatabase } from '../migrate/migrate.ts'
import { checkDatabase } from './check.ts'
import { connect, openClient } from './connect.ts'

/** The checks of a database at the start, and the messages about a database that cannot be used. */

const server = inject('databaseServer')
const name = `muster_check_${process.pid}`
const url = databaseUrl(server, name)
const { port, username: user } = new URL(server)
const place = `127.0.0.1:${port}`

beforeAll(() => onServer(`create database ${name} template ${TEMPLATE}`))
afterAll(() => onServer(`drop database ${name} with (force)`))

async function onServer(statement: string, target = server) {
  const client = new pg.Client(target)
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const errorOf = (result: Promise<unknown>) =>
  result.then(
    () => 'none',
    (error) => `${error.name}: ${error.message}`,
  )
const urlWith = (change: (address: URL) => void) => {
  const address = new URL(url)
  change(address)
  return address.href
}

describe('a pooler that gives each transaction another session', () => {
  test.each<[Order]>([['newest first'], ['oldest first']])('is refused when it takes the %s', async (order) => {
    const pooler = await openTransactionPooler(url, order)
    await expect(checkDatabase(pooler.url)).rejects.toThrow(
      'DATABASE_URL leads through a connection pooler that gives each transaction another session. Set pool_mode = session (PgBouncer), or name the database itself in DATABASE_DIRECT_URL too: live changes, upgrades and commands need a session.',
    )
    // This one forwards nothing but simple statements.
    await expect(checkDatabase(pooler.url, url)).rejects.toThrow(
      'It loses prepared statements. Set max_prepared_statements = 500 (PgBouncer 1.21 or newer).',
    )
    await expect(checkDatabase(url, pooler.url)).rejects.toThrow(
      'DATABASE_DIRECT_URL leads through a connection pooler that gives each transaction another session. It must name the database itself.',
    )
    pooler.close()
  })

  test('is not reported for a database itself, or for a proxy that forwards connections', async () => {
    const proxy = await openDatabaseProxy(url)
    expect(await Promise.all([checkDatabase(url), checkDatabase(proxy.url)])).toEqual(
      Array(2).fill({ connections: 97, taken: expect.any(Number) }),
    )
    proxy.close()
  })
})

test('every connection has the time zone and the limits, without a startup option that a pooler could drop', async () => {
  const settings = `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`
  const address = urlWith(({ searchParams }) => searchParams.set('options', '-c TimeZone=Asia/Tokyo'))
  const database = connect(address, () => {}, { size: 3 })
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()))
  for (const client of clients) {
    expect((await client.query(settings)).rows).toEqual([{ zone: 'UTC', statement: '30s', idle: '1min', lock: '5s' }])
    client.release()
  }
  expect(database.pool.totalCount).toBe(3)
  await database.close()
  const client = await openClient(address)
  expect((await client.query(settings)).rows).toEqual([{ zone: 'UTC', statement: '30s', idle: '1min', lock: '0' }])
  await client.end()
})

describe('a problem with a database is reported with what to do', () => {
  test('problems of its address', async () => {
    const faults = await Promise.all(
      [
        urlWith((address) => (address.password = 'wrong')),
        urlWith((address) => (address.password = '')),
        urlWith((address) => (address.username = 'nobody')),
        urlWith((address) => (address.pathname = '/nowhere')),
        urlWith((address) => (address.hostname = 'nowhere.invalid')),
        urlWith(({ searchParams }) => searchParams.set('sslmode', 'verify-full')),
      ].map((address) => errorOf(checkDatabase(address))),
    )
    expect(faults).toEqual([
      `StartError: The database at ${place} refuses the user "${user}" or the password. Correct them in DATABASE_URL.`,
      `StartError: The database at ${place} requires a password for "${user}", but DATABASE_URL contains none. For example: postgres://${user}:secret@${place}`,
      `StartError: The database at ${place} refuses the user "nobody" or the password. Correct them in DATABASE_URL.`,
      `StartError: There is no database "nowhere" at ${place}. Create it, or correct the name at the end of DATABASE_URL.`,
      expect.stringMatching(
        /^StartError: The host of nowhere\.invalid:\d+ is unknown to this machine \((ENOTFOUND|EAI_AGAIN)\)\. Correct it in DATABASE_URL/,
      ),
      `StartError: The database at ${place} does not support TLS, but DATABASE_URL requires it. Remove sslmode from DATABASE_URL, or turn TLS on in PostgreSQL.`,
    ])
  })

  test('problems of what the role may do', async () => {
    const empty = `${name}_empty`
    await onServer(`create database ${empty} connection limit 0`)
    const address = databaseUrl(server, empty)
    const noConnection = await errorOf(checkDatabase(address))
    await onServer(`alter database ${empty} connection limit -1`)
    await onServer(`revoke create on database ${empty} from ${user}`)
    const noTables = await errorOf(migrateDatabase(address))
    await onServer(`grant create on database ${empty} to ${user}`)
    const allowed = await errorOf(migrateDatabase(address))
    await onServer(`alter database ${empty} set default_transaction_read_only = on`)
    const readOnly = await errorOf(migrateDatabase(address))
    await onServer(`drop database ${empty} with (force)`)
    expect([noConnection, noTables, allowed, readOnly]).toEqual([
      `StartError: The database at ${place} has no connection left. Raise its max_connections, or lower DATABASE_POOL of the Muster servers that use it.`,
      `StartError: The role "${user}" may not create tables in the database "${empty}". For example: alter database "${empty}" owner to "${user}"`,
      'none',
      `StartError: The database at ${place} is a standby, or read-only, but Muster must write to it. Name the primary in DATABASE_URL, or all servers of the cluster.`,
    ])
  })
})

test('too few connections cause a warning with numbers', () => {
  const lines: unknown[] = []
  const warnWith = (taken: number) =>
    warnOfFewConnections({ databasePool: 10 } as never, { connections: 20, taken }, {
      warn: (line: unknown) => lines.push(line),
    } as never)
  warnWith(9)
  expect(lines).toEqual([])
  warnWith(10)
  expect(lines).toEqual([
    'The database has 20 connections, and 10 of them are taken. This server opens up to 11: DATABASE_POOL and one for live changes. Raise max_connections, or lower DATABASE_POOL.',
  ])
})

describe('the oldest Muster that may run', () => {
  const json = (path: string) => JSON.parse(readFileSync(join(projectRoot, 'migrations', path), 'utf8'))
  const tags = (json('meta/_journal.json').entries as { tag: string }[]).map(({ tag }) => tag)

  test('is named by each migration, in migrations/oldest-migration.json, by the newest migration that it must know', () => {
    const named = Object.entries(json('oldest-migration.json') as Record<string, string>)
    // The releases of the first migrations did not read this file.
    expect(named.map(([tag]) => tag)).toEqual(tags.slice(tags.indexOf('0011_settings')))
    const faults = named.filter(([tag, oldest]) => !tags.slice(0, tags.indexOf(tag) + 1).includes(oldest))
    expect(faults, 'A migration names itself, or one before it').toEqual([])
  })

  test('is stored in the database; one that does not know so much refuses to start, whatever its release is called', async () => {
    const setting = async (name: string) =>
      (await onServer(`select value from settings where name = '${name}'`, url))[0]?.value
    const stored = await setting('oldestMigration')
    expect(Object.values(json('oldest-migration.json'))).toContain(stored)
    // Musters that went by the name of the release read this.
    expect(await setting('oldestRelease')).toBe('0.2.0')
    // As if a newer Muster had run a migration that this one does not know, and may run beside.
    await onServer(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('unknown', 9999999999999)`, url)
    await onServer(`update settings set value = '"${tags.at(-1)}"' where name = 'oldestMigration'`, url)
    await migrateDatabase(url)
    expect(await setting('oldestMigration')).toBe(tags.at(-1))
    await onServer(`update settings set value = '"9999_later"' where name = 'oldestMigration'`, url)
    expect(await errorOf(migrateDatabase(url))).toBe(
      `StartError: This database needs a newer Muster, one with the migration 9999_later. This is Muster ${release}, whose last one is ${tags.at(-1)}. Install a newer one, or restore a backup from before the upgrade into an empty database.`,
    )
    expect(await setting('oldestMigration')).toBe('9999_later')
    // One that no Muster of this kind has migrated.
    await onServer(`delete from settings where name = 'oldestMigration'`, url)
    await migrateDatabase(url)
    expect(await setting('oldestMigration')).toBe(stored)
  })
})
