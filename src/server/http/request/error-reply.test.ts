import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { formOf } from '../../../../test/support/forms.ts'
import { emailOf, PASSWORD } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { release } from '../../base/config.ts'
import { newestMigration } from '../../db/migrate/known-migrations.ts'

/** The replies while the database is away, busy or refuses, and that everything works again afterwards. */

const muster = useTestApp()

/** A connection to the database server that stays when the connections of the test app are cut. */
const administrator = new pg.Client({ connectionString: inject('databaseServer') })
let database = ''
beforeAll(async () => {
  await administrator.connect()
  database = (await muster.services.database.pool.query('select current_database() as name')).rows[0].name
})
afterAll(() => administrator.end())

const cutAll = () =>
  administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])

async function whileAway<T>(callback: () => Promise<T>) {
  await administrator.query(`alter database ${database} allow_connections false`)
  await cutAll()
  return callback().finally(() => administrator.query(`alter database ${database} allow_connections true`))
}

const JSON_TYPE = { 'content-type': 'application/json' }
/** Sends one request of each kind at once. The sign-in has its own browser: it would change the other's session. */
async function oneOfEach() {
  const gita = await muster.as('gita')
  const signingIn = JSON.stringify({ email: emailOf('uli'), password: PASSWORD })
  return Promise.all([
    gita.raw({ method: 'GET', url: '/api/v1/auth/session' }),
    gita.raw({ method: 'GET', url: '/api/v1/tasks' }),
    gita.raw({ method: 'GET', url: '/api/v1/tasks/board' }),
    gita.raw({ method: 'POST', url: '/api/v1/tasks', headers: JSON_TYPE, payload: '{"title":"Once"}' }),
    muster.stranger().raw({ method: 'POST', url: '/api/v1/auth/login', headers: JSON_TYPE, payload: signingIn }),
    gita.raw({ method: 'GET', url: '/readyz' }),
  ])
}

/** When no request runs, and Muster's own work has ended, every connection of the pool is idle: none is lost. */
const expectWholePool = () =>
  vi.waitFor(() => {
    const { totalCount, idleCount, waitingCount } = muster.services.database.pool
    expect({ lost: totalCount - idleCount, waitingCount }).toEqual({ lost: 0, waitingCount: 0 })
  })

test('while the database is away every request gets 503 with Retry-After, and afterwards everything works', async () => {
  const gita = await muster.as('gita')
  await whileAway(async () => {
    for (const round of [1, 2]) {
      for (const [at, { status, headers, json }] of (await oneOfEach()).entries()) {
        expect({ round, at, status, code: json?.code }).toEqual({ round, at, status: 503, code: 'database_away' })
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        expect(json).toEqual({ code: 'database_away', message: expect.stringMatching(/try again/i) })
      }
    }
    expect((await gita.raw({ method: 'GET', url: '/healthz' })).status).toBe(200)
    // Requests that need no database get their usual replies.
    expect((await gita.raw({ method: 'GET', url: '/api/v1/nope' })).status).toBe(404)
    expect((await muster.stranger().raw({ method: 'GET', url: '/api/v1/tasks' })).status).toBe(401)
  })
  const replies = await oneOfEach()
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200, 200])
  expect((await gita.call(tasksApi.list, {})).total).toBe(1)
  await expectWholePool()
})

test('a write whose connection is cut gets 503 and leaves nothing', async () => {
  const task = await putTask(muster, { title: 'As it was' })
  const gita = await muster.as('gita')
  const locker = new pg.Client({ connectionString: muster.services.database.url })
  await locker.connect()
  await locker.query('begin')
  await locker.query('select from tasks where id = $1 for update', [task.id])
  const writing = gita.raw({
    method: 'PUT',
    url: `/api/v1/tasks/${task.id}`,
    headers: JSON_TYPE,
    payload: JSON.stringify({ title: 'Never' }),
  })
  // Cuts the write once it waits for the lock.
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`
  for (let waiting = 0; waiting === 0; ) waiting = (await administrator.query(cut, [database])).rowCount ?? 0
  const { status, headers } = await writing
  expect([status, headers['retry-after']]).toEqual([503, '2'])
  await locker.query('rollback')
  await locker.end()
  expect(await gita.call(tasksApi.get, { params: task })).toMatchObject({
    title: 'As it was',
    updatedAt: task.updatedAt,
  })
  await gita.call(tasksApi.update, { params: task, body: { title: 'At last' } })
  await expectWholePool()
})

test('when connections are cut again and again, every acknowledged write is there, and no connection is lost', async () => {
  const gita = await muster.as('gita')
  const acknowledged: number[] = []
  const others: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const writes = Array.from({ length: 20 }, async () => {
      const { status, json } = await gita.raw({
        method: 'POST',
        url: '/api/v1/tasks',
        headers: JSON_TYPE,
        payload: JSON.stringify({ title: 'Survivor' }),
      })
      if (status === 201) acknowledged.push(json.id)
      else others.push(status)
    })
    for (let cut = 0; cut < 5; cut += 1) await cutAll()
    await Promise.all(writes)
  }
  expect(new Set(others)).toEqual(new Set([503]))
  const { rows } = await muster.services.database.pool.query('select id from tasks where id = any($1)', [acknowledged])
  expect(rows.length).toBe(acknowledged.length)
  await expectWholePool()
  // More at once than the pool has connections: each gets its turn.
  const lists = await Promise.all(Array.from({ length: 25 }, () => gita.call(tasksApi.list, { query: { limit: 1 } })))
  expect(lists.length).toBe(25)
})

test('a database that became a standby counts as away, at /readyz too, and its connections are closed', async () => {
  const gita = await muster.as('gita')
  const setReadOnly = (on: boolean) =>
    administrator.query(
      `alter database ${database} ${on ? 'set' : 'reset'} default_transaction_read_only${on ? ' = on' : ''}`,
    )
  const write = () =>
    gita.raw({ method: 'POST', url: '/api/v1/tasks', headers: JSON_TYPE, payload: '{"title":"Later"}' })
  await setReadOnly(true)
  await cutAll()
  const ready = () => muster.stranger().raw({ method: 'GET', url: '/readyz' })
  const replies = [await ready()]
  // More often than the pool has connections.
  for (let times = 0; times < 12; times += 1) replies.push(await write())
  for (const reply of replies) {
    expect([reply.status, reply.json.code]).toEqual([503, 'database_away'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  }
  await setReadOnly(false)
  // Each write that gets a connection of that time closes it, so that soon none is left.
  let refused = 0
  while ((await write()).status !== 201) refused += 1
  expect(refused).toBeLessThanOrEqual(10)
  await expectWholePool()
  // One of that time that no write has met would meet a later test.
  const { pool } = muster.services.database
  const rest = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const client of rest) client.release(true)
})

test('a server that is too old for its database is not ready', async () => {
  const { pool } = muster.services.database
  const set = (value: string) =>
    pool.query(`update settings set value = to_jsonb($1::text) where name = 'oldestMigration'`, [value])
  const { rows } = await pool.query(`select value from settings where name = 'oldestMigration'`)
  const ready = () => muster.stranger().raw({ method: 'GET', url: '/readyz' })
  await set(newestMigration)
  expect((await ready()).status).toBe(200)
  await set('9999_later')
  expect(await ready()).toMatchObject({
    status: 503,
    json: {
      code: 'too_old',
      message: `The database needs a newer Muster than ${release}, with the migration 9999_later`,
    },
  })
  await set(rows[0].value)
  expect((await ready()).status).toBe(200)
})

describe('an error of the disk or the system', () => {
  test.each([
    ['EROFS', 'disk_unwritable'],
    ['EACCES', 'disk_unwritable'],
    ['EMFILE', 'busy'],
  ])('%s becomes 503 %s', async (code, word) => {
    const admin = await muster.as('gita')
    const { files } = muster.services
    const { put } = files
    files.put = () => Promise.reject(Object.assign(new Error(`${code}: of the system`), { code, syscall: 'open' }))
    const form = formOf({ title: 'Fire drill' }, { content: '%PDF-1.4' })
    const reply = await admin.raw({ method: 'POST', url: '/api/v1/sops', ...form })
    files.put = put
    expect([reply.status, reply.json.code]).toEqual([503, word])
  })
})

describe('an error of the database', () => {
  /** Creates a task while a trigger throws this error of the database. */
  async function createWith(code: string, detail: string) {
    const { pool } = muster.services.database
    await pool.query(`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'a secret of the inside' using errcode = '${code}', detail = '${detail}'; end $$`)
    await pool.query('create or replace trigger refused before insert on tasks execute function refuse()')
    const gita = await muster.as('gita')
    const request = { method: 'POST', url: '/api/v1/tasks', headers: JSON_TYPE, payload: '{"title":"Never"}' }
    return gita.raw(request).finally(() => pool.query('drop trigger refused on tasks'))
  }

  test.each<[string, string, string, number, string, string | undefined]>([
    [
      'a thing that is gone',
      '23503',
      'Key (department_id)=(9) is not present in table',
      400,
      'invalid',
      'departmentId',
    ],
    ['a thing that is there', '23505', 'Key (lower(email::text))=(a@b) already exists.', 409, 'taken', 'email'],
    ['a deadlock', '40P01', '', 503, 'busy', undefined],
    ['a conflict of transactions', '40001', '', 503, 'busy', undefined],
    ['too long a wait', '57014', '', 503, 'busy', undefined],
    ['too many connections', '53300', '', 503, 'database_away', undefined],
    ['too long a wait for a lock', '55P03', '', 503, 'busy', undefined],
    ['a full disk', '53100', '', 503, 'disk_full', undefined],
    ['a stop', '57P01', '', 503, 'database_away', undefined],
    ['a standby', '25006', '', 503, 'database_away', undefined],
    ['a value that does not fit', '22001', 'title', 500, 'internal', undefined],
    ['a mistake of ours', '42P01', '', 500, 'internal', undefined],
  ])('%s (%s) becomes its reply, which says nothing about the inside', async (_, code, detail, status, word, path) => {
    const reply = await createWith(code, detail)
    expect([reply.status, reply.json.code]).toEqual([status, word])
    expect(reply.json.issues?.map((issue: { path: string }) => issue.path)).toEqual(path && [path])
    expect(reply.headers['retry-after'] !== undefined).toBe(status === 503)
    expect(reply.json.requestId !== undefined).toBe(status === 500)
    expect(reply.text).not.toMatch(/secret|insert|Key|tasks/)
  })
})
