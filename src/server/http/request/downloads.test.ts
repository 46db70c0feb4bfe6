import { expect, test } from 'vitest'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { openClient } from '../../db/connect/connect.ts'

/** Exports of many people together leave room for everybody else. */

const muster = useTestApp({ DATABASE_POOL: '3' })

test('more slow exports than the server has connections keep nobody from working', async () => {
  const people = await Promise.all(['marta', 'adam', 'gita'].map((name) => muster.as(name as 'marta')))
  const other = await muster.as('uli')
  const { database } = muster.services
  const [holder, watcher] = [await openClient(database.url), await openClient(database.url)]
  await holder.query('begin; lock table tasks in access exclusive mode')
  const exports = people.map((person) => person.raw({ method: 'GET', url: '/api/v1/tasks/export' }))
  await untilBlocked({ pool: watcher as never, url: database.url }, 1)
  for (let count = 0; count < 5; count += 1) {
    expect((await other.raw({ method: 'GET', url: '/api/v1/auth/sessions' })).status).toBe(200)
  }
  await holder.query('rollback')
  await Promise.all([holder.end(), watcher.end()])
  expect((await Promise.all(exports)).map(({ status }) => status)).toEqual([200, 200, 200])
})
