import { expect, test } from 'vitest'
import { untilBlocked } from '../../../test/support/locks.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { feedbackApi } from '../../shared/feedback.ts'
import { tasksApi } from '../../shared/tasks.ts'

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
    await untilBlocked(muster.services.database, 6)
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
