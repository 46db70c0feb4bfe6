import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseProxy, openDatabaseProxy } from '../../../../test/support/database-proxy.ts'
import { type LivePage, openPage } from '../../../../test/support/live-page.ts'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { PASSWORD } from '../../../../test/support/people.ts'
import { putSignedIn } from '../../../../test/support/signed-in-people.ts'
import { type Server, useTestApp } from '../../../../test/support/test-app.ts'
import { kiosksApi } from '../../../shared/kiosks.ts'
import { hashOfSecret } from '../../credentials/secrets.ts'
import { SESSION_TTL_MS } from '../../db/sessions.ts'

/** How a server reads the sessions of many live connections, over a database that is far away, slow or gone. */

const muster = useTestApp()
const opened: LivePage[] = []
let proxy: DatabaseProxy
let far: Server

beforeAll(async () => {
  proxy = await openDatabaseProxy(muster.services.database.url)
  far = await muster.another({}, proxy.url)
  return () => proxy.close()
})

afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate()
})

const PAGES = 200
/** Each way. */
const FAR_AWAY = 20

/** Cookies of so many sessions of uli. */
async function sessionsOfUli(count: number) {
  const values = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await muster.services.database.pool.query(
    `insert into sessions (sid, user_id, expire, sess) select sid, $2, $3, '{}' from unnest($1::text[]) sid`,
    [values.map(hashOfSecret), muster.fixtures.people.uli.id, new Date(Date.now() + SESSION_TTL_MS).toISOString()],
  )
  return values.map((value) => `muster.sid=${value}`)
}

async function open(server: Server, cookie: string, userId = muster.fixtures.people.uli.id) {
  const page = await openPage(server.address, { cookie })
  opened.push(page)
  page.send({ type: 'auth', userId })
  const { after = 0 } = await page.receives('auth_success', 15_000)
  return { ...page, after }
}

/** How many statements that server has sent through its pool since this was called. */
function statementsOf({ services }: Server) {
  let count = 0
  services.database.pool.on('acquire', () => {
    count += 1
  })
  return () => count
}

/** Changes uli's row and sessions in a transaction that lets nobody read sessions meanwhile. */
async function whileSessionsAreLocked(work: () => Promise<void>, statement: string) {
  const holder = await muster.services.database.pool.connect()
  try {
    await holder.query('begin; lock table sessions in access exclusive mode')
    await holder.query(statement)
    await work()
  } finally {
    await holder.query('commit')
    holder.release()
  }
}

const change = (id: number) => ({
  type: 'change' as const,
  change: { resource: 'feedback' as const, id },
  audience: { fromRole: null, departments: [muster.fixtures.departments.Housekeeping], users: [] },
  tab: null,
})

describe('with a database that is far away', () => {
  test('the sessions of two hundred pages are read in a few statements, and none is closed', async () => {
    proxy.delay(FAR_AWAY)
    const { pool } = muster.services.database
    const query = (text: string, values: unknown[]) => pool.query(text, values)
    const departmentId = muster.fixtures.departments.Housekeeping
    const people = await putSignedIn(query, PAGES, { role: 'user', departmentId })
    const opening = statementsOf(far)
    const pages = await Promise.all(people.map(({ cookie, userId }) => open(far, cookie, userId)))
    expect(opening()).toBeLessThan(PAGES / 2)
    let closed = 0
    for (const page of pages) void page.closed.then(() => (closed += 1))
    const checking = statementsOf(far)
    await muster.announce([...people.map(({ userId }) => ({ type: 'access' as const, userId })), change(1)])
    await Promise.all(pages.map((page) => page.receives('change', 15_000)))
    // Of those one or two are looks into the log of events.
    expect(checking()).toBeLessThan(8)
    // Each is given its turn, so that they do not all read everything at once.
    const after = pages.map((page) => page.after).toSorted((a, b) => a - b)
    expect(after.filter((seconds) => seconds === 0).length).toBeLessThan(PAGES / 2)
    expect(after.at(-1)).toBeGreaterThan(1)
    expect(after.at(-1)).toBeLessThanOrEqual(180)
    expect(closed).toBe(0)
    proxy.delay(0)
  })
})

describe('while the session of a page is being looked at again', () => {
  test('nothing is told to it that may be meant for others by now', async () => {
    const { people, departments } = muster.fixtures
    const [cookie = ''] = await sessionsOfUli(1)
    const page = await open(far, cookie)
    const witness = await openPage(far.address, { cookie: (await muster.as('lea')).cookie })
    opened.push(witness)
    witness.send({ type: 'auth', userId: people.lea.id })
    await witness.receives('auth_success')
    await whileSessionsAreLocked(async () => {
      await muster.announce([{ type: 'access', userId: people.uli.id }, change(2)])
      await witness.receives('change')
      await untilBlocked(muster.services.database)
      expect(await page.receivedByNow()).toEqual([])
    }, `update users set department_id = ${departments.Maintenance} where id = '${people.uli.id}'`)
    await page.receives('stale')
    await muster.announce([{ ...change(3), audience: { fromRole: null, departments: [], users: [people.uli.id] } }])
    expect((await page.receives('change')).data.id).toBe(3)
    await muster.services.database.pool.query('update users set department_id = $1 where id = $2', [
      departments.Housekeeping,
      people.uli.id,
    ])
  })

  test('what is meant for it is told afterwards, in order', async () => {
    const { people } = muster.fixtures
    const [cookie = ''] = await sessionsOfUli(1)
    const page = await open(far, cookie)
    await whileSessionsAreLocked(async () => {
      await muster.announce([{ type: 'access', userId: people.uli.id }, change(4), change(5)])
      await untilBlocked(muster.services.database)
    }, 'select')
    expect((await page.receives('change')).data.id).toBe(4)
    expect((await page.receives('change')).data.id).toBe(5)
  })

  test('the page of a session that has ended is closed without another word', async () => {
    const { people } = muster.fixtures
    const [cookie = ''] = await sessionsOfUli(1)
    const page = await open(far, cookie)
    await whileSessionsAreLocked(async () => {
      await muster.announce([{ type: 'access', userId: people.uli.id }, change(6)])
      await untilBlocked(muster.services.database)
    }, `delete from sessions where user_id = '${people.uli.id}'`)
    expect(await page.closed).toBe(4401)
    expect(page.received()).toEqual([])
  })

  test('a database that is away is asked again, and the page stays', async () => {
    const [cookie = '', other = ''] = await sessionsOfUli(2)
    const page = await open(far, cookie)
    await proxy.leadTo(undefined)
    await muster.services.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await muster.announce([{ type: 'access', userId: muster.fixtures.people.uli.id }, change(7)])
    const opening = open(far, other)
    expect(await page.receivedByNow()).toEqual([])
    await proxy.leadTo(muster.services.database.url)
    expect((await page.receives('change', 15_000)).data.id).toBe(7)
    await opening
  })
})

test('a page closes when somebody else signs in in its browser, or it becomes a kiosk', async () => {
  const [inUse, atDoor] = await sessionsOfUli(2)
  const pages = [await open(far, inUse ?? ''), await open(far, atDoor ?? '')]
  const body = (value: object) => ({ headers: { 'content-type': 'application/json' }, payload: JSON.stringify(value) })
  const send = async (cookie: string | undefined, url: string, value: object) => {
    const { headers, payload } = body(value)
    const stranger = muster.stranger()
    return stranger.raw({ method: 'POST', url, headers: { ...headers, cookie: cookie ?? '' }, payload })
  }
  const { email } = muster.fixtures.people.lea
  expect((await send(inUse, '/api/v1/auth/login', { email, password: PASSWORD })).status).toBe(200)
  const adam = await muster.as('adam')
  const { code } = await adam.call(kiosksApi.createCode, { body: { name: 'Door', departmentId: null } })
  expect((await send(atDoor, '/api/v1/kiosk/set-up', { code })).status).toBe(204)
  expect(await Promise.all(pages.map(({ closed }) => closed))).toEqual([4401, 4401])
})
