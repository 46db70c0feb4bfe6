import { expect, test } from 'vitest'
import { untilBlocked } from '../../../../test/support/locks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { api } from '../../../shared/api.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { authApi } from '../../../shared/auth.ts'
import { clockApi } from '../../../shared/clock.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { usersApi } from '../../../shared/users.ts'

/** Calls without a session leave room for people who are signed in. */

const muster = useTestApp({ PUBLIC_URL: 'http://muster.example' })
const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)

/** Runs a callback while these tables are locked, so that everybody who reads them waits. */
async function whileLocked(tables: string, callback: () => Promise<void>) {
  const holder = await muster.services.database.pool.connect()
  try {
    await holder.query(`begin; lock table ${tables} in access exclusive mode`)
    await callback()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

const token = 'x'.repeat(43)
const newPassword = 'a word of mine'
const passkey = {
  ...{ id: token, rawId: token, type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: token, authenticatorData: token, signature: token },
}
/** A stranger's body for each endpoint that anyone may call, by its name. */
const bodies: Record<string, object> = {
  'auth.login': { email: 'nobody@hotel.example', password: 'wrong one' },
  'auth.logout': {},
  'auth.forgot': { email: 'nobody@hotel.example' },
  'auth.reset': { token, newPassword },
  'auth.invitation': { token },
  'auth.accept': { token, newPassword },
  'secondStep.signIn': { code: '123456' },
  'provider.confirm': { password: 'wrong one' },
  'provider.accept': { token },
  'passkeys.askToSignIn': {},
  'passkeys.signIn': passkey,
  'passkeys.askForSecondStep': {},
  'passkeys.secondStep': passkey,
  'kiosk.setUp': { code: 'ABCD-EFGH-JKLM' },
  'organisation.get': {},
}
const forAnyone = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, { allow }]) => allow === 'anyone')
    .map(([verb, endpoint]) => ({ name: `${noun}.${verb}`, endpoint })),
)

test('every endpoint that anyone may call is among those that are tried here', () => {
  expect(forAnyone.map(({ name }) => name).sort()).toEqual(Object.keys(bodies).sort())
})

// A sign-in has a queue of its own, which compares two passwords at a time (`credentials/sign-in-queue.test.ts`).
test('twenty calls at once of each of them take two connections together at most', async () => {
  const uli = await muster.as('uli')
  let calls: Promise<{ status: number }>[] = []
  await whileLocked('sign_in_tries, sign_in_steps, invitations, password_resets, passkeys', async () => {
    const others = forAnyone.filter(({ name }) => name !== 'auth.login')
    calls = others.flatMap(({ name, endpoint: { method, path } }) => {
      const body = method === 'GET' ? {} : { payload: JSON.stringify(bodies[name]) }
      const headers = { 'content-type': 'application/json', cookie: `muster.step=${token}` }
      const request = { method, url: API_PREFIX + path, headers, ...body }
      return Array.from({ length: 20 }, () => muster.stranger().raw(request))
    })
    await untilBlocked(muster.services.database, 2)
    for (let count = 0; count < 5; count += 1) await uli.call(authApi.session, {})
    await uli.call(tasksApi.board, {})
    await uli.call(clockApi.start, {})
    await uli.call(clockApi.stop, {})
    // One holds the lock. The connections of Uli's calls and of jobs come back in a moment.
    const { pool } = muster.services.database
    await expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([3, 0])
  })
  const statuses = new Set((await Promise.all(calls)).map(({ status }) => status))
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
})

test('a network that has tried too many links is refused from memory, and one that works is found all the same', async () => {
  const adam = await muster.as('adam')
  const departmentId = muster.fixtures.departments.Operations
  const person = { firstName: 'Ida', lastName: 'Lind', email: 'ida@hotel.example', role: 'user' as const, departmentId }
  const { invitations } = await adam.call(usersApi.createMany, { body: { people: [person] } })
  const works = invitations[0]?.link.split('=')[1] ?? ''
  await query(
    `insert into sign_in_tries (purpose, email, ip_address, created_at)
     select 'link', '127.0.0.1', '127.0.0.1', now() from generate_series(1, 100)`,
  )
  const read = (token: string) =>
    muster.stranger().raw({
      ...{ method: 'POST', url: '/api/v1/auth/invitation', headers: { 'content-type': 'application/json' } },
      payload: JSON.stringify({ token }),
    })
  for (let count = 0; count < 20; count += 1) expect((await read(token)).status).toBe(429)
  await whileLocked('sign_in_tries', async () => {
    const { status, headers } = await read(token)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(890)
    expect((await read(works)).json).toMatchObject({ email: 'ida@hotel.example' })
  })
})

test('refused sign-ins are answered in the turns of their network, 80 a second', async () => {
  const signIn = () =>
    muster.stranger().raw({
      ...{ method: 'POST', url: '/api/v1/auth/login', headers: { 'content-type': 'application/json' } },
      payload: JSON.stringify(bodies['auth.login']),
    })
  while ((await signIn()).status !== 429);
  const began = performance.now()
  const refused = await Promise.all(Array.from({ length: 90 }, signIn))
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
  // The first forty are answered at once, and each forty that follow half a second later.
  expect(performance.now() - began).toBeGreaterThan(900)
})

test('nobody who is not signed in makes the server hold more than sixteen kilobytes', async () => {
  const payload = JSON.stringify({ ...passkey, more: 'x'.repeat(17_000) })
  const addresses = forAnyone.filter(({ endpoint }) => endpoint.body).map(({ endpoint }) => API_PREFIX + endpoint.path)
  for (const url of [...addresses, '/api/v1/nothing', '/nothing']) {
    const { status } = await muster
      .stranger()
      .raw({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
    expect([url, status]).toEqual([url, 413])
  }
})
