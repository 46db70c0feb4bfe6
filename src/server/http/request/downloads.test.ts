import { beforeAll, describe, expect, test } from 'vitest'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { headOf, rawClient } from '../../../../test/support/raw-client.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { usersApi } from '../../../shared/users.ts'
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

describe('an export that is read slowly', () => {
  const rows = 20_000
  beforeAll(() =>
    muster.services.database.pool.query(
      `insert into tasks (title, folded_title, search_text, description, department_id, creator_id)
        select 'Towels', 'towels', '', repeat('x', 1000), $1, $2 from generate_series(1, $3::int)`,
      [muster.fixtures.departments.Housekeeping, muster.fixtures.people.gita.id, rows],
    ),
  )

  test.each([{ isActive: false }, { role: 'user' as const }])(
    'breaks off when its reader loses the right: %o',
    async (loss) => {
      const { id, email } = await putPerson(muster.services, { role: 'manager' })
      const { cookie } = await muster.signIn(email)
      const client = await rawClient(await muster.listen(), { reads: false })
      let bytes = 0
      const first = new Promise<void>((resolve) =>
        client.socket.on('data', (chunk) => {
          if (bytes === 0) client.socket.pause()
          bytes += chunk.length
          resolve()
        }),
      )
      client.socket.write(headOf('GET', '/api/v1/tasks/export', { cookie, connection: 'close' }))
      await first
      await (await muster.as('gita')).call(usersApi.update, { params: { id }, body: loss })
      client.socket.resume()
      await client.closed
      expect(bytes).toBeLessThan(rows * 1000)
    },
  )
})
