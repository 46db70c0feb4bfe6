import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '../src/shared/api-prefix.ts'
import { authApi } from '../src/shared/auth.ts'
import type { Arguments, Endpoint } from '../src/shared/endpoint.ts'
import { problemsApi } from '../src/shared/problems.ts'
import { tasksApi } from '../src/shared/tasks.ts'
import { usersApi } from '../src/shared/users.ts'
import { callEndpoint } from '../src/web/api/call-endpoint.ts'
import { type Balancer, openBalancer } from './support/balancer.ts'
import { crowdOf } from './support/crowd.ts'
import { openPage } from './support/live-page.ts'
import { emailOf, PASSWORD, type PersonName } from './support/people.ts'
import { putProblem } from './support/problems.ts'
import { type Server, useTestApp } from './support/test-app.ts'

/** Three servers on one database, behind a balancer that takes turns. People do not notice which one answers. */

const muster = useTestApp()
let balancer: Balancer
let third: Server

beforeAll(async () => {
  const [first, second] = [await muster.listen(), await muster.another()]
  third = await muster.another()
  balancer = await openBalancer([first, second.address, third.address])
})
afterAll(() => balancer.close())

/** A person's browser, which knows only the address of the balancer. */
function browserOf(name: PersonName) {
  let cookie = ''
  const call = <E extends Endpoint>(endpoint: E, args: Arguments<E>) =>
    callEndpoint(
      async ({ method, url, headers, body }) => {
        const reply = await fetch(`${balancer.address}${url}`, { method, headers: { ...headers, cookie }, body })
        cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
        return { status: reply.status, statusText: reply.statusText, text: await reply.text() }
      },
      endpoint,
      args,
    )
  return {
    call,
    signIn: () => call(authApi.login, { body: { email: emailOf(name), password: PASSWORD } }),
    /** Opens a page on the next server. */
    async page() {
      const page = await openPage(balancer.address, { cookie })
      page.send({ type: 'auth', userId: muster.fixtures.people[name].id })
      await page.receives('auth_success')
      return page
    },
  }
}

test('a person signs in on one server and works on another, and others see it on the third', async () => {
  const [marta, uli] = [browserOf('marta'), browserOf('uli')]
  await uli.signIn()
  await marta.signIn()
  balancer.served()
  const page = await uli.page()
  await marta.call(authApi.session, {})
  const { id } = await marta.call(tasksApi.create, {
    body: { title: 'Air the attic', assigneeId: muster.fixtures.people.uli.id },
  })
  expect(balancer.served()).toEqual([2, 0, 1])
  expect((await page.receives('change')).data).toMatchObject({ resource: 'tasks', id })
  expect((await page.receives('notification')).data).toMatchObject({ taskId: id })
  for (const status of ['in_progress', 'completed', 'pending'] as const) {
    await uli.call(tasksApi.update, { params: { id }, body: { status } })
    expect((await marta.call(tasksApi.get, { params: { id } })).status).toBe(status)
  }
  expect(new Set(balancer.served())).toEqual(new Set([0, 1, 2]))
  page.socket.terminate()
})

test('signing out, or losing the account, closes the pages on every server', async () => {
  const [lea, gwen, gita] = [browserOf('lea'), browserOf('gwen'), browserOf('gita')]
  for (const browser of [lea, gwen, gita]) await browser.signIn()
  const hers = [await lea.page(), await lea.page(), await lea.page()]
  const others = [await gwen.page(), await gwen.page(), await gwen.page()]
  await lea.call(authApi.logout, {})
  expect(await Promise.all(hers.map(({ closed }) => closed))).toEqual([4401, 4401, 4401])
  await gita.call(usersApi.update, { params: { id: muster.fixtures.people.gwen.id }, body: { isActive: false } })
  expect(await Promise.all(others.map(({ closed }) => closed))).toEqual([4401, 4401, 4401])
  for (let count = 0; count < 3; count += 1) {
    await expect(gwen.call(authApi.session, {})).rejects.toMatchObject({ status: 401 })
  }
})

test('sign-in attempts are counted together on all servers', async () => {
  const attempt = async (password: string) => {
    const body = JSON.stringify({ email: emailOf('nora'), password })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${balancer.address}${API_PREFIX}${authApi.login.path}`, { method: 'POST', headers, body }))
      .status
  }
  balancer.served()
  const statuses = await Promise.all(Array.from({ length: 10 }, () => attempt('wrong')))
  expect(statuses).toEqual(Array(10).fill(401))
  expect(new Set(balancer.served())).toEqual(new Set([0, 1, 2]))
  expect(await attempt(PASSWORD)).toBe(429)
})

test('of a hundred people who take a task at once one gets it, and the others are told who', async () => {
  const people = await crowdOf(muster, 100)
  const { id } = await putProblem(muster, { creator: 'uli' })
  const url = `${balancer.address}${API_PREFIX}${problemsApi.claim.path.replace(':id', String(id))}`
  balancer.served()
  const replies = await Promise.all(
    people.map(async ({ id, cookie }) => {
      const reply = await fetch(url, { method: 'POST', headers: { cookie } })
      return { id, status: reply.status, body: (await reply.json()) as { code?: string; assignee?: { id: string } } }
    }),
  )
  expect(new Set(balancer.served())).toEqual(new Set([0, 1, 2]))
  const winners = replies.filter(({ status }) => status === 200)
  expect(winners).toHaveLength(1)
  // On a busy machine some wait for more than ten seconds, and get 503.
  const others = replies.filter(({ status }) => status !== 200 && status !== 503)
  expect(new Set(others.map(({ status, body }) => `${status} ${body.code} ${body.assignee?.id}`))).toEqual(
    new Set([`409 taken ${winners[0]?.id}`]),
  )
  const { pool } = muster.services.database
  const { rows } = await pool.query('select assignee_id, taken_at from tasks where id = $1', [id])
  expect(rows).toEqual([{ assignee_id: winners[0]?.id, taken_at: expect.any(String) }])
  // Its reporter learns of it once.
  expect((await pool.query(`select from notifications where kind = 'problem-taken'`)).rowCount).toBe(1)
})

test('a server that stops closes its pages, and the others do its work', async () => {
  const marta = browserOf('marta')
  await marta.signIn()
  const pages = [await marta.page(), await marta.page(), await marta.page()]
  const leaving = third.app.close()
  expect(await Promise.race(pages.map(({ closed }) => closed))).toBe(1001)
  await leaving
  balancer.served()
  const reopened = await marta.page()
  for (let count = 0; count < 4; count += 1) await marta.call(tasksApi.create, { body: { title: 'Go on' } })
  await reopened.receives('change')
  expect(new Set(balancer.served())).toEqual(new Set([0, 1]))
  for (const { socket } of [...pages, reopened]) socket.terminate()
})
