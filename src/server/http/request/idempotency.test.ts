import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions } from '../../../../test/support/clock.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { IDEMPOTENCY_HEADER } from '../../../shared/idempotency.ts'
import { usersApi } from '../../../shared/users.ts'
import { contextFor } from '../../core/context.ts'
import { deleteOldKeys } from './idempotency.ts'

/** A write with an idempotency key is done once, however often it arrives, and at whichever servers. */

const muster = useTestApp()
const KEY = 'one-thing-done-0001'
const HOUR = 3600 * 1000

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const count = async (table: string) => (await rowsOf(`select count(*)::int as n from ${table}`))[0].n

beforeEach(() => rowsOf('delete from done_once'))
afterEach(() => clearSessions(muster))

interface Write {
  by?: PersonName
  method?: string
  url?: string
  body?: object
  key?: string
}
/** Sends a write with a key. Without arguments it creates a task. */
async function send({ by = 'marta', method = 'POST', url = '/api/v1/tasks', body, key = KEY }: Write = {}) {
  const payload = body ?? (url === '/api/v1/tasks' ? { title: 'Polish the bell' } : undefined)
  const headers = { [IDEMPOTENCY_HEADER]: key, ...(payload && { 'content-type': 'application/json' }) }
  const browser = await muster.as(by)
  const { status, text, json, headers: received } = await browser.raw({ method, url, headers, payload })
  return { status, text, json, type: received['content-type'] }
}

test('twenty requests at once, on two servers, are done once and get the same reply', async () => {
  const { cookie } = await muster.as('uli')
  const addresses = [await muster.listen(), (await muster.another()).address]
  const page = await openPage(addresses[0] as string, { cookie, origin: addresses[0] as string })
  page.send({ type: 'auth', userId: muster.fixtures.people.uli.id })
  await page.receives('auth_success')
  const entries = await count('audit_logs')
  const replies = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const headers = { cookie, [IDEMPOTENCY_HEADER]: KEY }
      const reply = await fetch(`${addresses[at % 2]}/api/v1/clock/start`, { method: 'POST', headers })
      return `${reply.status} ${reply.headers.get('content-type')} ${await reply.text()}`
    }),
  )
  expect(new Set(replies).size).toBe(1)
  expect(replies[0]).toMatch(/^201 application\/json; charset=utf-8 \{"id":\d+,"userId"/)
  expect(await count('clock_sessions')).toBe(1)
  expect(await count('audit_logs')).toBe(entries + 1)
  const changes = (await page.receivedByNow()).flatMap((message) =>
    message.type === 'change' ? [message.data.resource] : [],
  )
  // The session, and that somebody of the department is on duty.
  expect(changes.toSorted()).toEqual(['clock', 'duty'])
  page.socket.close()
})

test('a repeated request gets the first reply, whatever has happened since, and is not done again', async () => {
  const first = await send()
  expect(first.status).toBe(201)
  const gita = await muster.as('gita')
  const url = `/api/v1/tasks/${first.json.id}`
  expect((await gita.raw({ method: 'GET', url })).json).toEqual(first.json)
  const before = [await count('tasks'), await count('audit_logs')]
  expect(await send()).toEqual(first)
  expect([await count('tasks'), await count('audit_logs')]).toEqual(before)

  const removal = { method: 'DELETE', url, key: 'another-thing-done' }
  const removed = await send(removal)
  expect(removed).toMatchObject({ status: 204, text: '' })
  expect(await send(removal)).toEqual(removed)
  expect((await send({ ...removal, key: 'a-third-thing-done' })).status).toBe(404)
  expect(await send()).toEqual(first)
})

test('a request that got an error has not been done, and may be repeated with its key', async () => {
  const stop = { by: 'uli', url: '/api/v1/clock/stop' } as const
  expect(await send(stop)).toMatchObject({ status: 409, json: { code: 'not_clocked_in' } })
  expect(await send({ body: { title: '' } })).toMatchObject({ status: 400 })
  expect(await count('done_once')).toBe(0)
  await (await muster.as('uli')).raw({ method: 'POST', url: '/api/v1/clock/start' })
  const stopped = await send(stop)
  expect(stopped).toMatchObject({ status: 200, json: { status: 'completed' } })
  expect(await send(stop)).toEqual(stopped)
})

test('a key is for one method, address and body', async () => {
  const task = await putTask(muster, { department: 'Housekeeping' })
  const first = await send()
  const reused = {
    status: 409,
    json: { code: 'key_reused', message: 'This key has been used for something else' },
  }
  expect(await send({ body: { title: 'Polish the bells' } })).toMatchObject(reused)
  const url = `/api/v1/tasks/${task.id}`
  expect(await send({ method: 'PUT', url, body: { title: 'Polish the bell' } })).toMatchObject(reused)
  expect(await send({ method: 'DELETE', url })).toMatchObject(reused)
  expect(await send({ url: '/api/v1/clock/start' })).toMatchObject(reused)
  expect(await send()).toEqual(first)
})

test('a body that no contract has may be nested without end', async () => {
  const depth = 120_000
  const payload = '['.repeat(depth) + ']'.repeat(depth)
  const headers = { [IDEMPOTENCY_HEADER]: KEY, 'content-type': 'application/json' }
  for (const url of ['/api/v1/notifications/read-all', '/api/v1/feedback/1']) {
    const { status } = await (await muster.as('gita')).raw({ method: 'PUT', url, headers, payload })
    expect(status).toBe(url.endsWith('all') ? 200 : 400)
  }
})

test('nothing that is stored helps to guess a password', async () => {
  const [firstName, lastName, email] = ['Nina', 'Neu', 'nina@hotel.example']
  const create = async (key: string, password: string) => {
    const body = {
      firstName,
      lastName,
      email,
      role: 'user',
      departmentId: muster.fixtures.departments.Operations,
      password,
    }
    const reply = await send({ by: 'adam', url: '/api/v1/users', body, key })
    expect(reply.status).toBe(201)
    await (await muster.as('adam')).call(usersApi.remove, { params: { id: reply.json.id } })
    const [row] = await rowsOf('select request, reply from done_once where key = $1', [key])
    expect(row.reply).not.toContain(password)
    return row.request
  }
  expect(await create('nina-comes-first-time', 'one password')).toBe(
    await create('nina-comes-again-001', 'another one'),
  )
})

test('a key is refused where a secret may be sent or replied', async () => {
  const reply = await send({ by: 'adam', method: 'PUT', url: '/api/v1/auth/pin', body: { pin: '402917' } })
  expect([reply.status, reply.json.issues[0].path]).toEqual([400, 'Idempotency-Key'])
})

test('a key is a person’s own', async () => {
  const [marta, milan] = [await send(), await send({ by: 'milan' })]
  expect([marta.status, milan.status]).toEqual([201, 201])
  expect(milan.json).toMatchObject({ creatorId: muster.fixtures.people.milan.id })
  expect(await send()).toEqual(marta)
})

test('the reply of a changed task is not stored: a repeated request gets the task as it is then, and is not done again', async () => {
  const task = await putTask(muster, { department: 'Housekeeping' })
  const url = `/api/v1/tasks/${task.id}`
  const move = { method: 'PUT', url, body: { status: 'in_progress' } }
  const first = await send(move)
  expect(first).toMatchObject({ status: 200, json: { status: 'in_progress' } })
  expect(await send(move)).toEqual(first)
  expect(await rowsOf('select reply from done_once')).toEqual([{ reply: null }])

  await send({ ...move, body: { status: 'completed' }, key: 'another-thing-done' })
  expect(await send(move)).toMatchObject({ status: 200, json: { id: task.id, status: 'completed' } })
  await send({ method: 'DELETE', url, key: 'a-third-thing-done' })
  expect(await send(move)).toMatchObject({ status: 404 })
  expect(await send({ ...move, body: { status: 'pending' } })).toMatchObject({ status: 409 })
})

/** Writes keys of a person, one for each second before now. */
const putKeys = (userId: string, keys: number) =>
  rowsOf(
    `insert into done_once (user_id, key, request, created_at)
     select $1, 'key-of-a-thing-' || n, 'x', now() - n * interval '1 second' from generate_series(1, $2) as n`,
    [userId, keys],
  )
const keysByPerson = async () =>
  new Map(
    (
      await rowsOf(`select user_id as id, count(*)::int as keys, extract(epoch from now() - min(created_at))::int as age
        from done_once group by 1`)
    ).map(({ id, ...rest }) => [id, rest]),
  )

test('a person keeps the newest thousand keys, however fast they send more, and others keep theirs', {
  tags: 'long',
}, async () => {
  const { milan, marta } = muster.fixtures.people
  await putKeys(milan.id, 3100)
  await putKeys(marta.id, 1000)
  expect((await send({ by: 'milan' })).status).toBe(201)
  const left = await keysByPerson()
  for (const { id } of [milan, marta]) {
    expect(left.get(id)?.keys).toBe(1000)
    expect(left.get(id)?.age).toBeLessThan(1060)
  }
})

test('a write whose key is about to go is not done again', async () => {
  const { milan } = muster.fixtures.people
  const first = await send({ by: 'milan' })
  await rowsOf(`update done_once set created_at = now() - interval '1 hour'`)
  await putKeys(milan.id, 1000)
  expect(await send({ by: 'milan' })).toEqual(first)
})

test('a write waits for no key of its person that somebody else has locked', async () => {
  const { milan } = muster.fixtures.people
  await putKeys(milan.id, 2500)
  const holder = await muster.services.database.pool.connect()
  try {
    await holder.query(`begin; select from done_once where key = 'key-of-a-thing-2400' for update`)
    expect((await send({ by: 'milan' })).status).toBe(201)
    expect((await keysByPerson()).get(milan.id)?.keys).toBe(1001)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('a key expires after two days', async () => {
  const first = await send()
  const cleanUpAfter = (hours: number) =>
    deleteOldKeys(contextFor(muster.services, null, new Date(Date.now() + hours * HOUR)))
  await cleanUpAfter(47.9)
  expect(await send()).toEqual(first)
  await cleanUpAfter(48.1)
  expect((await send()).json.id).not.toBe(first.json.id)
})

describe('a key', () => {
  test('of any other form gets 400, and nothing is done', async () => {
    const tasks = await count('tasks')
    const issues = [{ path: 'Idempotency-Key', message: 'Must be 16 to 64 letters, digits and hyphens, sent once' }]
    for (const key of [
      ...[
        '',
        ' ',
        'short',
        'x'.repeat(15),
        'x'.repeat(65),
        'x'.repeat(5_000),
        'with a space in it',
        'with_low_lines_in_it',
      ],
      ...[
        '0123456789abcdéf',
        "0123456789abc'--;",
        '0123456789abcdef, 0123456789abcdef',
        '%30%31%32%33%34%35',
        '{"a":[1,2,3]}{}{}',
      ],
    ]) {
      expect({ key, ...(await send({ key })) }).toMatchObject({ key, status: 400, json: { code: 'invalid', issues } })
    }
    expect(await count('tasks')).toBe(tasks)
  })

  test('of 16 to 64 letters, digits and hyphens is accepted', async () => {
    for (const key of ['0123456789-abcDE', '-'.repeat(64)]) expect((await send({ key })).status).toBe(201)
  })

  test('gets 400 for a write of more than one transaction, and is ignored for reads and sign-ins', async () => {
    const { id } = muster.fixtures.people.marta
    const body = { currentPassword: 'correct horse', newPassword: 'correct horses' }
    expect(await send({ url: `/api/v1/users/${id}/password`, body })).toMatchObject({
      status: 400,
      json: { message: 'This call cannot be made with a key' },
    })
    expect(await send({ method: 'GET', url: '/api/v1/tasks', key: '?' })).toMatchObject({ status: 200 })
    const signIn = { email: 'marta@example.com', password: 'wrong horse' }
    const headers = { [IDEMPOTENCY_HEADER]: '?', 'content-type': 'application/json' }
    const stranger = await muster
      .stranger()
      .raw({ method: 'POST', url: '/api/v1/auth/login', headers, payload: signIn })
    expect(stranger.status).toBe(401)
    expect(await count('done_once')).toBe(0)
  })
})

test('the document names the header of the endpoints that accept it', async () => {
  const { json } = await (await muster.as('gita')).raw({ method: 'GET', url: '/api/docs/openapi.json' })
  const hasHeader = (path: string, method = 'post') =>
    (json.paths[`/api/v1${path}`][method].parameters as { name: string }[]).some(
      ({ name }) => name === 'Idempotency-Key',
    )
  expect([
    hasHeader('/tasks'),
    hasHeader('/clock/start'),
    hasHeader('/tasks', 'get'),
    hasHeader('/users/{id}/password'),
  ]).toEqual([true, true, false, false])
  expect(json.paths['/api/v1/clock/start'].post.requestBody.required).toBe(false)
})
