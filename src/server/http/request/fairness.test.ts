import { describe, expect, test } from 'vitest'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { untilBlocked } from '../../../../test/support/locks.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { clockApi } from '../../../shared/clock.ts'
import { feedbackApi } from '../../../shared/feedback.ts'
import { remindersApi } from '../../../shared/reminders.ts'
import { searchApi } from '../../../shared/search.ts'
import { tasksApi } from '../../../shared/tasks.ts'

/** One person's calls leave room for everybody else's. */

const muster = useTestApp()

/** Runs a callback while a table is locked, so that everybody who reads it waits. */
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
    await expect.poll(() => statuses, { timeout: 4000 }).toEqual(Array(7).fill(503))
    const refused = await list()
    expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([503, 'busy', '1'])
  })
  await Promise.all(calls)
  expect(statuses.filter((status) => status === 200)).toHaveLength(303)
})

describe('many people who read leave connections to everybody else', () => {
  const crowd: PersonName[] = ['gus', 'gwen', 'lea', 'una', 'milan', 'nora', 'adam', 'gita']
  const inUse = () => {
    const { totalCount, idleCount, waitingCount } = muster.services.database.pool
    return { busy: totalCount - idleCount, waitingCount }
  }
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
      expect(inUse()).toEqual({ busy: 3, waitingCount: 0 })
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
      expect(inUse()).toEqual({ busy: 3, waitingCount: 0 })
    })
    await lists
  })

  test('by lists, of which nobody reads on more than three connections, and all together on four', async () => {
    const list = await allOf((browser) => browser.call(remindersApi.list, {}))
    let lists: Promise<unknown> | undefined
    await whileLocked('reminders', async () => {
      lists = list()
      await untilBlocked(muster.services.database, 4)
      await othersWork()
      expect(inUse()).toEqual({ busy: 5, waitingCount: 0 })
    })
    await lists
  })
})
