import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabaseProxy } from '../../../test/support/database-proxy.ts'
import { databaseUrl, TEMPLATE } from '../../../test/support/global-setup.ts'
import { type Order, openTransactionPooler } from '../../../test/support/transaction-pooler.ts'
import { release } from '../base/config.ts'
import { projectRoot } from '../base/project-root.ts'
import { warnOfFewConnections } from '../base/start-checks.ts'
import { checkDatabase } from './check.ts'
import { connect, openClient } from './connect.ts'
import { isOlder, migrateDatabase } from './migrate.ts'

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

describe('the oldest release that may run', () => {
  const json = (path: string) => JSON.parse(readFileSync(join(projectRoot, 'migrations', path), 'utf8'))

  test('is named by each migration, in migrations/oldest-release.json', () => {
    const tags = (json('meta/_journal.json').entries as { tag: string }[]).map(({ tag }) => tag)
    const named = json('oldest-release.json') as Record<string, string>
    // The releases of the first migrations did not read this file.
    expect(Object.keys(named)).toEqual(tags.slice(tags.indexOf('0011_settings')))
    for (const version of Object.values(named)) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(isOlder(release, version), `${version} is newer than package.json`).toBe(false)
    }
  })

  test('is compared number by number', () => {
    const pairs = ['0.9.9 0.10.0', '0.2.0 0.2.0', '1.0.0 0.9.9', '0.2.9 0.2.10', '0.2.0-rc.1 0.2.0']
    expect(pairs.map((pair) => isOlder(...(pair.split(' ') as [string, string])))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
  })

  test('is stored in the database; an older release refuses to start, and an unknown migration alone does not matter', async () => {
    const stored = async () =>
      (await onServer(`select value from settings where name = 'oldestRelease'`, url))[0]?.value
    expect(Object.values(json('oldest-release.json'))).toContain(await stored())
    // As if a newer Muster had run a migration that this one does not know.
    await onServer(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('unknown', 9999999999999)`, url)
    await onServer(`update settings set value = '"${release}"' where name = 'oldestRelease'`, url)
    await migrateDatabase(url)
    expect(await stored()).toBe(release)
    await onServer(`update settings set value = '"99.1.0"' where name = 'oldestRelease'`, url)
    expect(await errorOf(migrateDatabase(url))).toBe(
      `StartError: This database needs Muster 99.1.0 or newer, but this is Muster ${release}. Install a newer one, or restore a backup from before the upgrade into an empty database.`,
    )
    expect(await stored()).toBe('99.1.0')
  })
})
