import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { untilBlocked } from '../../../../test/support/locks.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { headOf, rawClient } from '../../../../test/support/raw-client.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'

/**
 * Every turn is free again, whatever becomes of its call. Each test takes more turns than there are, ends the calls in
 * an unusual way, and then makes one more call. With a lost turn that call would wait until its limit, and get 503.
 */

const muster = useTestApp()
let address = ''
const ids: number[] = []
beforeAll(async () => {
  address = await muster.listen()
  for (let count = 0; count < 51; count += 1) ids.push((await putTask(muster)).id)
})

interface Call {
  method?: string
  path: string
  body?: () => object
}

/** One call in each lane, by one person, and the table that it waits for. */
const lanes: [string, PersonName, string, Call][] = [
  ['a read', 'marta', 'reminders', { path: '/reminders' }],
  ['a heavy read', 'marta', 'reminders', { path: '/search?q=towels' }],
  ['a write', 'marta', 'tasks', { method: 'POST', path: '/tasks', body: () => ({ title: 'Towels' }) }],
  [
    'a change of many tasks',
    'marta',
    'tasks',
    { method: 'PUT', path: '/tasks', body: () => ({ ids, changes: { priority: 'high' } }) },
  ],
  ['a lookup of a session', 'marta', 'sessions', { path: '/clock/active' }],
  ['a denied call', 'gus', 'rate_limits', { method: 'POST', path: '/users', body: () => ({}) }],
]

/** The bytes of a request, with its body. */
async function bytesOf(person: PersonName, { method = 'GET', path, body }: Call) {
  const text = body ? JSON.stringify(body()) : ''
  const headers = body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  const { cookie } = await muster.as(person)
  return headOf(method, API_PREFIX + path, { Cookie: cookie, ...headers }) + text
}

async function send(bytes: string) {
  const { socket } = await rawClient(address)
  socket.write(bytes)
  const status = new Promise<number>((resolve) => {
    socket.once('data', (chunk) => resolve(Number(chunk.toString().slice(9, 12)))).once('close', () => resolve(0))
  })
  return { socket, status }
}

async function statusOf(bytes: string) {
  const { socket, status } = await send(bytes)
  return status.finally(() => socket.destroy())
}

/** Runs a callback while a table is locked. */
async function whileLocked(table: string, callback: () => Promise<void>) {
  const holder = await muster.services.database.pool.connect()
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    await callback()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

describe('a turn is free again', () => {
  test.each(lanes)('after the clients of %s have gone away', async (_, person, table, call) => {
    const bytes = await bytesOf(person, call)
    const usual = await statusOf(bytes)
    await whileLocked(table, async () => {
      const calls = await Promise.all(Array.from({ length: 5 }, () => send(bytes)))
      await untilBlocked(muster.services.database)
      for (const { socket } of calls) socket.destroy()
      await Promise.all(calls.map(({ socket }) => socket.closed || once(socket, 'close')))
    })
    expect(await statusOf(bytes)).toBe(usual)
  })

  test.each(lanes)('after the database has ended the statements of %s', async (_, person, table, call) => {
    const bytes = await bytesOf(person, call)
    const usual = await statusOf(bytes)
    const { pool, url } = muster.services.database
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and cardinality(pg_blocking_pids(pid)) > 0`
    let answered = 0
    await whileLocked(table, async () => {
      const calls = Array.from({ length: 5 }, () => statusOf(bytes).finally(() => (answered += 1)))
      while (answered < calls.length) await pool.query(end, [new URL(url).pathname.slice(1)])
      expect(await Promise.all(calls)).not.toContain(0)
    })
    expect(await statusOf(bytes)).toBe(usual)
  })

  test('after exports that are broken off', async () => {
    const { pool } = muster.services.database
    const { people, departments } = muster.fixtures
    await pool.query(
      `insert into tasks (title, folded_title, search_text, description, creator_id, department_id)
       select 'Long', 'long', 'long', repeat('x', 20000), $1, $2 from generate_series(1, 600)`,
      [people.marta.id, departments.Housekeeping],
    )
    const bytes = await bytesOf('marta', { path: '/tasks/export' })
    for (let count = 0; count < 3; count += 1) {
      const { socket, status } = await send(bytes)
      expect(await status).toBe(200)
      socket.destroy()
    }
    expect(await statusOf(await bytesOf('marta', { path: '/search?q=towels' }))).toBe(200)
  })

  test('after large bodies that never arrived, or arrived in vain', async () => {
    const body = () => ({ title: 'x'.repeat(30_000) })
    const bytes = await bytesOf('marta', { method: 'POST', path: '/tasks', body })
    const clients = await Promise.all(Array.from({ length: 10 }, () => send(bytes.slice(0, 20_000))))
    await fetch(`${address}/healthz`)
    for (const { socket } of clients) socket.destroy()
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(bytes)))
    expect(new Set(statuses)).toEqual(new Set([400]))
  })

  test('after requests that a connection sent ahead and did not wait for', async () => {
    const bytes = await bytesOf('marta', { path: '/reminders' })
    await whileLocked('reminders', async () => {
      const { socket } = await send(bytes.repeat(10))
      await untilBlocked(muster.services.database)
      socket.destroy()
    })
    expect(await statusOf(bytes)).toBe(200)
  })
})
