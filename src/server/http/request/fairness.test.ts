import { describe, expect, test } from 'vitest'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { untilBlocked } from '../../../../test/support/locks.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { headOf, rawClient } from '../../../../test/support/raw-client.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { type Browser, type RawReply, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { clockApi } from '../../../shared/clock.ts'
import { feedbackApi } from '../../../shared/feedback.ts'
import { remindersApi } from '../../../shared/reminders.ts'
import { searchApi } from '../../../shared/search.ts'
import { tasksApi } from '../../../shared/tasks.ts'

/** One person's calls leave room for everybody else's. */

const muster = useTestApp()

/** How many connections are in use, and how many calls wait for one. */
function inUse() {
  const { totalCount, idleCount, waitingCount } = muster.services.database.pool
  return { busy: totalCount - idleCount, waitingCount }
}

/** Runs a callback while a table is locked, so that everybody who reads it waits. */
const whileLocked = (table: string, callback: () => Promise<void>) =>
  whileHeld(`lock table ${table} in access exclusive mode`, callback)

/** Runs a callback while a transaction is open that has run this statement. */
async function whileHeld(statement: string, callback: () => Promise<void>) {
  const holder = await muster.services.database.pool.connect()
  try {
    await holder.query(`begin; ${statement}`)
    await callback()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('twelve slow calls of one person delay nobody else', async () => {
  const [adam, marta] = [await muster.as('adam'), await muster.as('marta')]
  let done = 0
  let calls: Promise<unknown>[] = []
  await whileLocked('feedback', async () => {
    calls = Array.from({ length: 12 }, () => adam.call(feedbackApi.list, {}).finally(() => (done += 1)))
    await untilBlocked(muster.services.database, 3)
    for (let count = 0; count < 5; count += 1) await marta.call(tasksApi.board, {})
    await marta.call(tasksApi.create, { body: { title: 'Meanwhile' } })
    expect(done).toBe(0)
  })
  await Promise.all(calls)
})

test('the calls of one person beyond those that may wait get 503 at once, and the rest is done', async () => {
  const adam = await muster.as('adam')
  const statuses: number[] = []
  let calls: Promise<unknown>[] = []
  await whileLocked('feedback', async () => {
    const list = () => adam.raw({ method: 'GET', url: '/api/v1/feedback' })
    calls = Array.from({ length: 310 }, () => list().then(({ status }) => statuses.push(status)))
    // Seven, or fewer: one person may have more than three at work while connections are free.
    await expect.poll(() => statuses).toContain(503)
    const refused = await list()
    expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([503, 'busy', '1'])
  })
  await Promise.all(calls)
  // On a busy machine some of the others wait for more than ten seconds, and get 503 too.
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

describe('many people who read leave connections to everybody else', () => {
  const crowd: PersonName[] = ['gus', 'gwen', 'lea', 'una', 'milan', 'nora', 'adam', 'gita']
  /** These calls must always get through: sessions, the clock, a write, jobs. */
  async function othersWork() {
    const uli = await muster.as('uli')
    for (let count = 0; count < 5; count += 1) await uli.call(authApi.session, {})
    await uli.call(clockApi.active, {})
    await uli.call(clockApi.start, {})
    await uli.call(clockApi.stop, {})
    await (await muster.as('marta')).call(tasksApi.create, { body: { title: 'Meanwhile', assigneeId: null } })
    await finishJobs(muster.services)
  }
  const allOf = async (read: (browser: Awaited<ReturnType<typeof muster.as>>) => Promise<unknown>) => {
    await muster.as('uli')
    const browsers = await Promise.all(crowd.map((name) => muster.as(name)))
    return () => Promise.all(browsers.flatMap((browser) => Array.from({ length: 4 }, () => read(browser))))
  }

  test('by searches, which two connections at most serve', async () => {
    const search = await allOf((browser) => browser.call(searchApi.everything, { query: { q: 'towels' } }))
    let searches: Promise<unknown> | undefined
    await whileLocked('reminders', async () => {
      searches = search()
      await untilBlocked(muster.services.database, 2)
      await othersWork()
      // One holds the lock.
      await expect.poll(inUse).toEqual({ busy: 3, waitingCount: 0 })
      await (await muster.as('marta')).call(tasksApi.board, {})
    })
    await searches
  })

  test('by lists of tasks that count many, as by searches', async () => {
    const list = await allOf((browser) => browser.call(tasksApi.list, { query: { priority: 'high' } }))
    let lists: Promise<unknown> | undefined
    await whileLocked('tasks', async () => {
      lists = list()
      await untilBlocked(muster.services.database, 2)
      await (await muster.as('uli')).call(authApi.session, {})
      await (await muster.as('marta')).call(remindersApi.list, {})
      await expect.poll(inUse).toEqual({ busy: 3, waitingCount: 0 })
    })
    await lists
  })

  test('by lists, of which nobody reads on more than three connections, and all together on six', async () => {
    const list = await allOf((browser) => browser.call(remindersApi.list, {}))
    let lists: Promise<unknown> | undefined
    await whileLocked('reminders', async () => {
      lists = list()
      await untilBlocked(muster.services.database, 6)
      await othersWork()
      await expect.poll(inUse).toEqual({ busy: 7, waitingCount: 0 })
    })
    await lists
  })
})

test('reads that wait too long for a connection are asked to come again', async () => {
  const browsers = await Promise.all(
    (['gus', 'gwen', 'lea', 'una', 'milan', 'nora'] as const).map((name) => muster.as(name)),
  )
  await whileLocked('reminders', async () => {
    const read = (browser: Browser) => browser.raw({ method: 'GET', url: '/api/v1/reminders' })
    const replies = await Promise.all([...browsers, ...browsers, ...browsers, ...browsers].map(read))
    expect(new Set(replies.map(({ status, json }) => `${status} ${json.code}`))).toEqual(new Set(['503 busy']))
  })
})

describe('a flood of one person', () => {
  const call = (browser: Browser, url: string, method = 'GET', body?: object) =>
    browser.raw({
      ...{ method, url: `/api/v1${url}` },
      ...(body && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
    })
  const flood = (times: number, one: () => Promise<RawReply>) => Promise.all(Array.from({ length: times }, one))

  test('of calls of one session looks it up 16 times at once, and other sessions before the rest', async () => {
    const [gus, marta] = [await muster.as('gus'), await muster.as('marta')]
    let [answered, before] = [0, 0]
    let calls: Promise<unknown>[] = []
    await whileLocked('sessions', async () => {
      calls = ['/clock/active', '/tasks?limit=x', '/tasks/none', '/users'].map((url) =>
        flood(15, () => call(gus, url).finally(() => (answered += 1))),
      )
      // One of the ten connections holds the lock.
      await expect.poll(inUse).toEqual({ busy: 10, waitingCount: 7 })
      calls.push(marta.call(authApi.session, {}).then(() => (before = answered)))
      // This needs no session. When it has its reply, Marta's call has arrived.
      await muster.stranger().raw({ method: 'GET', url: '/healthz' })
    })
    await Promise.all(calls)
    expect([answered, before < 40]).toEqual([60, true])
  })

  test('of calls that are denied writes to the audit log on one connection', async () => {
    const [gus, marta] = [await muster.as('gus'), await muster.as('marta')]
    let calls: Promise<RawReply[]> | undefined
    await whileLocked('rate_limits', async () => {
      calls = flood(30, () => call(gus, '/users', 'POST', {}))
      await untilBlocked(muster.services.database, 1)
      for (let count = 0; count < 5; count += 1) await marta.call(tasksApi.board, {})
      await marta.call(tasksApi.create, { body: { title: 'Meanwhile' } })
      await expect.poll(inUse).toEqual({ busy: 2, waitingCount: 0 })
    })
    expect(new Set((await calls)?.map(({ status }) => status))).toEqual(new Set([403]))
  })

  test('of requests that one connection sends ahead is worked off one by one', async () => {
    const [{ cookie }, marta] = [await muster.as('uli'), await muster.as('marta')]
    const client = await rawClient(await muster.listen())
    const answered = () => client.received().split('HTTP/1.1 200').length - 1
    await whileLocked('reminders', async () => {
      client.socket.write(headOf('GET', '/api/v1/reminders', { Cookie: cookie }).repeat(10))
      await untilBlocked(muster.services.database, 1)
      for (let count = 0; count < 5; count += 1) await marta.call(tasksApi.board, {})
      await expect.poll(inUse).toEqual({ busy: 2, waitingCount: 0 })
    })
    await expect.poll(answered).toBe(10)
    client.socket.destroy()
  })
})

describe('many people who write leave connections to everybody else', () => {
  const holds = (id: number) => `select from tasks where id = ${id} for update`
  const writers: PersonName[] = ['marta', 'milan', 'nora', 'adam', 'gita']
  /** Two calls of each at once. On a busy machine some of them wait for more than ten seconds, and get 503. */
  const twiceEach = (browsers: Browser[], change: (browser: Browser) => Promise<unknown>) =>
    Promise.all(
      [...browsers, ...browsers].map((one) =>
        change(one).catch((error) => expect(error).toMatchObject({ status: 503 })),
      ),
    )

  test('while they wait for one task', async () => {
    const { id } = await putTask(muster)
    const [uli, browsers] = [await muster.as('uli'), await Promise.all(writers.map((name) => muster.as(name)))]
    let changes: Promise<unknown> | undefined
    await whileHeld(holds(id), async () => {
      const args = { params: { id }, body: { priority: 'high' as const } }
      const change = (one: Browser) => one.call(tasksApi.update, args)
      // The last of six connections is reserved for people who were idle.
      const first = twiceEach(browsers.slice(0, 3), change)
      await untilBlocked(muster.services.database, 5)
      changes = Promise.all([first, twiceEach(browsers.slice(3), change)])
      await untilBlocked(muster.services.database, 6)
      for (let count = 0; count < 5; count += 1) await uli.call(authApi.session, {})
      await uli.call(clockApi.start, {})
      await uli.call(clockApi.stop, {})
      await uli.call(tasksApi.board, {})
      await expect.poll(inUse).toEqual({ busy: 7, waitingCount: 0 })
    })
    await changes
  })

  test('while they change many tasks at once, on two connections', async () => {
    const ids: number[] = []
    for (let count = 0; count < 51; count += 1) ids.push((await putTask(muster)).id)
    const browsers = await Promise.all(writers.map((name) => muster.as(name)))
    const nora = await muster.as('nora')
    let changes: Promise<unknown> | undefined
    await whileHeld(holds(ids[50] ?? 0), async () => {
      const body = { ids, changes: { priority: 'high' as const } }
      changes = twiceEach(browsers, (one) => one.call(tasksApi.updateMany, { body }))
      await untilBlocked(muster.services.database, 2)
      for (let count = 0; count < 5; count += 1) await nora.call(tasksApi.create, { body: { title: 'Meanwhile' } })
      await expect.poll(inUse).toEqual({ busy: 3, waitingCount: 0 })
    })
    await changes
  })
})
