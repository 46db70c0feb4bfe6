import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LivePage, openPage } from '../../../../test/support/live-page.ts'
import { isLongRun } from '../../../../test/support/long-run.ts'
import { deactivate, emailOf, PASSWORD, type PersonName } from '../../../../test/support/people.ts'
import { putSignedIn } from '../../../../test/support/signed-in-people.ts'
import { putTaskWithStep } from '../../../../test/support/steps.ts'
import { type Browser, httpErrorOf, type Server, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { type Change, OWN_POSITION_HEADER, type ServerMessage, TAB_HEADER } from '../../../shared/changes.ts'
import { IDEMPOTENCY_HEADER } from '../../../shared/idempotency.ts'
import { stepsApi } from '../../../shared/steps.ts'
import { type NewTask, type TaskChanges, tasksApi } from '../../../shared/tasks.ts'
import { usersApi } from '../../../shared/users.ts'
import { contextFor, inTransaction } from '../../core/context.ts'
import type { Audience, NewEvent } from '../../db/events/events.ts'
import { users } from '../../db/tables/users.ts'
import { createTask } from '../../features/tasks/create.ts'
import { startScheduler } from '../../scheduled/scheduler.ts'

const muster = useTestApp()
const opened: LivePage[] = []
/** The second server on the same database. */
let other: Server
let here: string

beforeAll(async () => {
  here = await muster.listen()
  other = await muster.another()
})

afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate()
})

interface Where {
  on?: string
  tab?: string
  browser?: Browser
}

/** A page of that person, signed in and listening. */
async function pageOf(name: PersonName, where: Where = {}) {
  const page = await mutePageOf(name, where)
  page.send({ type: 'auth', userId: muster.fixtures.people[name].id, ...(where.tab && { tab: where.tab }) })
  await page.receives('auth_success')
  return page
}

/** A page of that person that has not said who it is. */
async function mutePageOf(name: PersonName, { on = here, browser }: Where = {}) {
  const { cookie } = browser ?? (await muster.as(name))
  const page = await openPage(on, { cookie })
  opened.push(page)
  return page
}

const create = async (name: PersonName, body: Partial<NewTask> = {}, headers?: Record<string, string>) =>
  (await muster.as(name)).call(tasksApi.create, { body: { title: 'Air the attic rooms', ...body } }, headers)
const update = async (name: PersonName, id: number, body: TaskChanges, headers?: Record<string, string>) =>
  (await muster.as(name)).call(tasksApi.update, { params: { id }, body }, headers)

const changeOf = (id: number | null, audience: Partial<Audience> = {}) =>
  ({
    type: 'change',
    change: { resource: 'feedback', id },
    audience: { fromRole: null, departments: [], users: [], ...audience },
    tab: null,
  }) satisfies NewEvent

let marks = 0

/** All messages that the pages have heard when everything until now has arrived: the bus keeps the order. */
async function receivedBy(...pages: LivePage[]): Promise<ServerMessage[][]> {
  marks += 1
  const mark = marks
  const witness = await pageOf('gita')
  const otherWitness = await pageOf('gita', { on: other.address })
  await muster.announce([changeOf(-mark, { users: [muster.fixtures.people.gita.id] })])
  for (const each of [witness, otherWitness]) while ((await each.receives('change')).data.id !== -mark);
  for (const { socket } of [witness, otherWitness]) socket.close()
  const received = await Promise.all(pages.map((page) => page.receivedByNow()))
  return received.map((messages) =>
    messages.flatMap((each): ServerMessage[] => {
      if (each.type !== 'change') return [each]
      const { resource, id } = each.data
      return Number(id) > 0 ? [{ type: 'change', data: { resource, id } }] : []
    }),
  )
}

const changed = (id: number): ServerMessage => ({ type: 'change', data: { resource: 'tasks', id } })

describe('the connection', () => {
  test('is refused without a session, and to pages of another site', async () => {
    const { cookie } = await muster.as('uli')
    await expect(openPage(here, {})).rejects.toThrow('Refused: 401')
    await expect(openPage(here, { cookie: 'muster.sid=made-up' })).rejects.toThrow('Refused: 401')
    await expect(openPage(here, { cookie, origin: 'https://evil.example' })).rejects.toThrow('Refused: 403')
    opened.push(await openPage(here, { cookie, origin: here }))
  })

  test('is all that its address is for', async () => {
    const { status, json } = await (await muster.as('uli')).raw({ method: 'GET', url: '/ws' })
    expect([status, json.code]).toEqual([426, 'upgrade_required'])
  })

  test("is closed for who names another person's id", async () => {
    const page = await mutePageOf('uli')
    page.send({ type: 'auth', userId: muster.fixtures.people.gita.id })
    expect(await page.closed).toBe(4401)
    expect(page.received()).toEqual([])
  })

  test('answers pings, and tells nothing before the page has said who it is', async () => {
    const page = await mutePageOf('uli')
    await create('marta', { assigneeId: muster.fixtures.people.uli.id })
    expect(await receivedBy(page)).toEqual([[]])
    page.send({ type: 'auth', userId: muster.fixtures.people.uli.id })
    await page.receives('auth_success')
    page.send({ type: 'ping' })
    expect(await page.receives('pong')).toEqual({ type: 'pong' })
    const { id } = await create('marta')
    expect(await receivedBy(page)).toEqual([[changed(id)]])
  })

  test('survives messages that make no sense', async () => {
    const page = await pageOf('uli')
    for (const message of [
      '',
      '{',
      'null',
      '[]',
      '{"type":"auth"}',
      '{"type":"shout","userId":1}',
      '{"type":["ping"]}',
    ]) {
      page.socket.send(message)
    }
    page.socket.send(Buffer.from([0, 255, 254]), { binary: true })
    page.socket.send(JSON.stringify({ type: 'ping', more: 'x'.repeat(3_000) }))
    expect(await page.receives('pong')).toEqual({ type: 'pong' })
    expect(await receivedBy(page)).toEqual([[]])
  })

  test('ends with a huge message, and no other page with it', async () => {
    const [huge, calm] = [await pageOf('uli'), await pageOf('uli')]
    huge.socket.send('x'.repeat(1_000_000))
    expect([1006, 1009]).toContain(await huge.closed)
    const { id } = await create('marta')
    expect(await receivedBy(calm)).toEqual([[changed(id)]])
  })

  test('is dropped when the page has gone silent, and kept while it pings', async () => {
    const impatient = await muster.another({ silence: 800 })
    const silent = await pageOf('uli', { on: impatient.address })
    const lively = await pageOf('uli', { on: impatient.address })
    const pings = setInterval(() => lively.send({ type: 'ping' }), 50)
    expect(await silent.closed).toBe(1006)
    clearInterval(pings)
    lively.send({ type: 'ping' })
    await lively.receives('pong')
  })

  test('is closed when its session expires, and kept when the session was renewed meanwhile', async () => {
    const swift = await muster.another({ silence: 500 })
    const { pool } = muster.services.database
    const [browser, renewed] = [await muster.signIn(emailOf('una')), await muster.signIn(emailOf('lea'))]
    const expireAt = (name: PersonName, at: number) =>
      pool.query('update sessions set expire = $1 where user_id = $2', [new Date(at), muster.fixtures.people[name].id])
    const soon = Date.now() + 400
    await expireAt('una', soon)
    await expireAt('lea', soon)
    const page = await pageOf('una', { on: swift.address, browser })
    const kept = await pageOf('lea', { on: swift.address, browser: renewed })
    await expireAt('lea', soon + 3_600_000)
    const pings = setInterval(() => {
      for (const each of [page, kept]) each.send({ type: 'ping' })
    }, 100)
    expect(await page.closed).toBe(4401)
    expect(Date.now()).toBeGreaterThanOrEqual(soon)
    await kept.receivedByNow()
    expect(kept.socket.readyState).toBe(kept.socket.OPEN)
    clearInterval(pings)
    await expireAt('una', soon + 3_600_000)
  })

  test('is closed 90 days after sign-in, though its session was used since', async () => {
    const swift = await muster.another({ silence: 500 })
    const browser = await muster.signIn(emailOf('una'))
    const ninetyDays = 90 * 24 * 3_600_000
    await muster.services.database.pool.query(
      `update sessions set sess = sess::jsonb || jsonb_build_object('signedInAt', $1::text) where user_id = $2`,
      [new Date(Date.now() - ninetyDays + 2_000).toISOString(), muster.fixtures.people.una.id],
    )
    const page = await pageOf('una', { on: swift.address, browser })
    const pings = setInterval(() => page.send({ type: 'ping' }), 100)
    expect(await page.closed).toBe(4401)
    clearInterval(pings)
    await muster.services.database.pool.query('delete from sessions where user_id = $1', [
      muster.fixtures.people.una.id,
    ])
  })

  test('is kept when the clock of the server is set', async () => {
    const impatient = await muster.another({ silence: 500 })
    const page = await pageOf('uli', { on: impatient.address })
    const pings = setInterval(() => page.send({ type: 'ping' }), 50)
    const real = Date.now
    for (const hours of [5, -5]) {
      Date.now = () => real() + hours * 3_600_000
      // Twice as often as the server looks.
      for (let count = 0; count < 4; count += 1) await page.receives('pong')
    }
    Date.now = real
    clearInterval(pings)
    expect(await page.receivedByNow()).not.toContainEqual({ type: 'stale' })
  })

  test('is dropped when the page does not take what is sent', async () => {
    const [slow, quick] = [await pageOf('gus'), await pageOf('gus')]
    slow.socket.pause()
    const audience: Audience = { fromRole: null, departments: [], users: [muster.fixtures.people.gus.id] }
    const filterValues = { before: { title: 'x'.repeat(100_000) }, after: null }
    const sent = isLongRun ? 300 : 150
    const some = Array.from({ length: 30 }, () => ({
      type: 'change' as const,
      change: { resource: 'tasks' as const, id: 2_000_000_000 },
      audience,
      filterValues,
      tab: null,
    }))
    for (let count = 0; count < sent; count += some.length) {
      await muster.announce(some)
      // The quick one takes them as they come.
      for (const _ of some) await quick.receives('change')
    }
    slow.socket.resume()
    expect(await slow.closed).toBe(1006)
    expect(slow.received().length).toBeLessThan(sent)
  })

  test('is closed to the oldest page of a person who has more than thirty open, and to nobody else', {
    tags: 'long',
  }, async () => {
    const lea = await pageOf('lea')
    const pages: LivePage[] = []
    for (let count = 0; count < 31; count += 1) pages.push(await pageOf('una'))
    expect(await pages[0]?.closed).toBe(4429)
    for (const page of [lea, ...pages.slice(1)]) {
      expect(await page.receivedByNow()).toEqual([])
      expect(page.socket.readyState).toBe(page.socket.OPEN)
    }
  })

  test('is dropped when a page that was closed for being one too many does not answer', async () => {
    const { address, app } = await muster.another()
    let connections = 0
    app.server.on('connection', (socket) => {
      connections += 1
      socket.once('close', () => {
        connections -= 1
      })
    })
    const deaf = await mutePageOf('una', { on: address })
    deaf.socket.pause()
    for (let count = 0; count < 30; count += 1) await mutePageOf('una', { on: address })
    await expect.poll(() => connections).toBe(30)
  })

  test('is closed as "going away" when the server stops, even if the page does not answer', async () => {
    const leaving = await muster.another()
    const page = await pageOf('uli', { on: leaving.address })
    const deaf = await pageOf('uli', { on: leaving.address })
    deaf.socket.pause()
    const began = Date.now()
    const closed = leaving.app.close()
    expect(await page.closed).toBe(1001)
    await closed
    expect(Date.now() - began).toBeLessThan(5_000)
  })
})

describe('a change of a task', () => {
  test('is heard by those who may see it and by nobody else', async () => {
    const { people, departments } = muster.fixtures
    const names = ['gita', 'adam', 'marta', 'milan', 'nora', 'uli', 'gus', 'una', 'gwen'] as const
    const pages = await Promise.all(names.map((name) => pageOf(name)))
    const receivers = async () => {
      const received = await receivedBy(...pages)
      return Object.fromEntries(
        names.flatMap((name, at) => {
          const changes = received[at]?.filter(({ type }) => type === 'change')
          return changes?.length ? [[name, changes]] : []
        }),
      )
    }
    const ofAll = (id: number) => Object.fromEntries(names.map((name) => [name, [changed(id)]]))
    const without = (record: Record<string, unknown>, ...gone: PersonName[]) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !gone.includes(name as PersonName)))

    const { id } = await create('marta', { departmentId: departments.Housekeeping })
    expect(await receivers()).toEqual(without(ofAll(id), 'una', 'gwen'))
    await update('marta', id, { status: 'in_progress' })
    expect(await receivers()).toEqual(without(ofAll(id), 'una', 'gwen'))
    await update('marta', id, { assigneeId: people.una.id })
    expect(await receivers()).toEqual(without(ofAll(id), 'gwen'))
    // People who lose sight of it are told so, and then nothing more.
    await update('marta', id, { assigneeId: null })
    expect(await receivers()).toEqual(without(ofAll(id), 'gwen'))
    await update('marta', id, { priority: 'high' })
    expect(await receivers()).toEqual(without(ofAll(id), 'una', 'gwen'))
    await update('adam', id, { departmentId: departments.Maintenance })
    expect(await receivers()).toEqual(ofAll(id))
    await (await muster.as('adam')).call(tasksApi.remove, { params: { id } })
    expect(await receivers()).toEqual(without(ofAll(id), 'uli', 'gus'))
  })

  test('is heard by its creator, wherever it goes', async () => {
    const page = await pageOf('nora')
    await muster.services.database.orm
      .update(users)
      .set({ role: 'guest' })
      .where(eq(users.email, emailOf('nora')))
    await muster.announce([{ type: 'access', userId: muster.fixtures.people.nora.id }])
    await page.receives('stale')
    const ctx = muster.contextOf('nora')
    const { id } = await inTransaction(ctx, (within) =>
      createTask(within, { params: {}, query: undefined, body: { title: 'Mine', departmentId: null } }),
    )
    await update('adam', id, { departmentId: muster.fixtures.departments.Operations })
    const { id: foreign } = await create('marta')
    expect(foreign).not.toBe(id)
    expect(await receivedBy(page)).toEqual([[changed(id), changed(id)]])
    await muster.services.database.orm
      .update(users)
      .set({ role: 'manager' })
      .where(eq(users.email, emailOf('nora')))
  })

  test('of a task comes back to the tab that made it, which the reply names and no other tab takes for its own', async () => {
    const [tab, otherTab] = ['0123456789abcdef', 'fedcba9876543210']
    const [mine, second] = [await pageOf('marta', { tab }), await pageOf('marta', { tab: otherTab })]
    const elsewhere = await pageOf('marta', { tab: otherTab, on: other.address })
    const { id } = await create('marta', {}, { [TAB_HEADER]: tab })
    const marta = await muster.as('marta')
    const request = { method: 'PUT', url: `/api/v1/tasks/${id}`, payload: { status: 'completed' } } as const
    const { headers } = await marta.raw({ ...request, headers: { [TAB_HEADER]: tab } })
    for (const page of [mine, second, elsewhere]) await page.receives('change')
    const [own, ...others] = await Promise.all([mine, second, elsewhere].map((page) => page.receives('change')))
    const position = Number(headers[OWN_POSITION_HEADER])
    expect(own?.data).toMatchObject({ resource: 'tasks', id, own: true, position })
    expect(own?.data.row).toMatchObject({ id, status: 'completed' })
    for (const { data } of others) expect([data.position, data.own]).toEqual([position, undefined])
  })

  test('of what carries no row does not come back to the tab that made it', async () => {
    const [tab, otherTab] = ['0123456789abcdef', 'fedcba9876543210']
    const { id } = await create('marta')
    const [mine, second] = [await pageOf('marta', { tab }), await pageOf('marta', { tab: otherTab })]
    const marta = await muster.as('marta')
    const request = { method: 'POST', url: `/api/v1/tasks/${id}/comments`, payload: { text: 'Done?' } } as const
    const { headers, json } = await marta.raw({ ...request, headers: { [TAB_HEADER]: tab } })
    expect(headers).not.toHaveProperty(OWN_POSITION_HEADER)
    const comment: ServerMessage = { type: 'change', data: { resource: 'comments', id: json.id } }
    const [own, others] = await receivedBy(mine, second)
    expect(own).not.toContainEqual(comment)
    expect(others).toContainEqual(comment)
  })

  test('made while a page was reading and could not hear yet is told once it can', async () => {
    const [uli, una] = [await mutePageOf('uli'), await mutePageOf('una')]
    const { id } = await create('marta')
    await receivedBy()
    for (const [page, name] of [
      [uli, 'uli'],
      [una, 'una'],
    ] as const) {
      page.send({ type: 'auth', userId: muster.fixtures.people[name].id, readingFor: 20_000 })
      await page.receives('auth_success')
    }
    const [received, receivedElsewhere] = await receivedBy(uli, una)
    expect(received).toContainEqual(changed(id))
    expect(receivedElsewhere).not.toContainEqual(changed(id))
  })

  test('made longer before than is remembered makes the page read everything again', async () => {
    const page = await mutePageOf('uli')
    page.send({ type: 'auth', userId: muster.fixtures.people.uli.id, readingFor: 60_000 })
    await page.receives('stale')
  })

  test('that was made while a page was reading stands behind where that page begins', async () => {
    const page = await mutePageOf('uli')
    const { id } = await create('marta')
    await receivedBy()
    page.send({ type: 'auth', userId: muster.fixtures.people.uli.id, readingFor: 5_000 })
    const { position } = await page.receives('auth_success')
    for (;;) {
      const { data } = await page.receives('change')
      if (data.resource !== 'tasks' || data.id !== id) continue
      expect(data.position).toBeGreaterThan(position ?? Number.POSITIVE_INFINITY)
      break
    }
  })

  test('shows as soon as it is heard', async () => {
    const page = await pageOf('uli', { on: other.address })
    const uli = await muster.as('uli')
    for (const status of ['in_progress', 'completed', 'pending'] as const) {
      const creating = create('marta', { status })
      const { id } = (await page.receives('change')).data
      expect((await uli.call(tasksApi.get, { params: { id: Number(id) } })).status).toBe(status)
      await creating
    }
  })

  test('is told once it is committed, and never when it is not', async () => {
    const page = await pageOf('uli')
    const input = { params: {}, query: undefined, body: { title: 'Not yet' } }
    const ctx = muster.contextOf('marta')
    const { id } = await inTransaction(ctx, async (within) => {
      const task = await createTask(within, input)
      expect(await receivedBy(page)).toEqual([[]])
      return task
    })
    expect(await receivedBy(page)).toEqual([[changed(id)]])
    const failing = inTransaction(ctx, async (within) => {
      await createTask(within, input)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await httpErrorOf(create('marta', { projectId: 4711 }))
    expect(await receivedBy(page)).toEqual([[]])
  })

  test('that gives it to somebody else notifies that person alone', async () => {
    const { uli, una } = muster.fixtures.people
    const pages = [await pageOf('marta'), await pageOf('uli'), await pageOf('uli', { on: other.address })]
    const lea = await pageOf('lea')
    await receivedBy(...pages, lea)
    const task = await create('marta', { title: 'Fold the towels', assigneeId: uli.id })
    await update('marta', task.id, { assigneeId: una.id })
    const [byMarta, byUli, byUliElsewhere, byLea] = await receivedBy(...pages, lea)
    const notification = {
      type: 'notification',
      data: {
        id: expect.any(Number),
        type: 'task',
        title: 'New task for you',
        message: 'Marta Oliveira assigned you "Fold the towels"',
        taskId: task.id,
        reminderId: null,
        sopId: null,
      },
    }
    expect(byMarta).toEqual([changed(task.id), changed(task.id)])
    expect(byLea).toEqual(byMarta)
    expect(byUli).toEqual([changed(task.id), notification, changed(task.id)])
    expect(byUliElsewhere).toEqual(byUli)
  })

  test('reaches the other server within a second', async () => {
    const page = await pageOf('uli', { on: other.address })
    const began = Date.now()
    const { id } = await create('marta')
    expect(await page.receives('change', 1_000)).toMatchObject(changed(id))
    expect(Date.now() - began).toBeLessThan(1_000)
  })

  test('is announced when the task falls due', async () => {
    const stop = startScheduler(muster.services)
    try {
      const [page, stranger] = [await pageOf('uli'), await pageOf('una')]
      const dueDate = new Date(Date.now() + 1_000).toISOString()
      const { id } = await create('marta', { dueDate })
      expect(await page.receives('change')).toMatchObject(changed(id))
      const { data: announced } = await page.receives('change')
      expect(announced).toMatchObject({ id, fellDue: true })
      expect(announced.due ?? 0).toBeLessThanOrEqual(Date.parse(dueDate))
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(dueDate))
      const { tasks } = await (await muster.as('uli')).call(tasksApi.list, { query: { status: 'overdue' } })
      expect(tasks.map((task) => task.id)).toContain(id)
      expect(await receivedBy(page, stranger)).toEqual([[], []])
      // Changes announced earlier are told with it, also by a server that started later.
      const afterwards = await pageOf('uli', { on: (await muster.another()).address })
      await update('marta', id, { status: 'completed' })
      const { data } = await afterwards.receives('change')
      expect(data).toMatchObject({ id, due: announced.at })
    } finally {
      await stop()
    }
  })
})

describe('a change of access', () => {
  const signedIn = async (name: PersonName) => {
    const browser = muster.stranger()
    await browser.call(authApi.login, { body: { email: emailOf(name), password: PASSWORD } })
    return browser
  }
  const announce = (name: PersonName) => muster.announce([{ type: 'access', userId: muster.fixtures.people[name].id }])

  test('signing out closes the pages of that session on both servers, and only those', async () => {
    const [leaving, staying] = [await signedIn('lea'), await signedIn('lea')]
    const gone = [
      await pageOf('lea', { browser: leaving }),
      await pageOf('lea', { browser: leaving, on: other.address }),
      await mutePageOf('lea', { browser: leaving }),
    ]
    const kept = await pageOf('lea', { browser: staying, on: other.address })
    await leaving.call(authApi.logout, {})
    expect(await Promise.all(gone.map(({ closed }) => closed))).toEqual([4401, 4401, 4401])
    const { id } = await create('marta')
    const [received] = await receivedBy(kept)
    expect(received).toContainEqual(changed(id))
  })

  test('closing an account closes its pages on both servers', async () => {
    const browser = await signedIn('gwen')
    const pages = [await pageOf('gwen', { browser }), await pageOf('gwen', { browser, on: other.address })]
    await deactivate(muster.services, 'gwen')
    await announce('gwen')
    expect(await Promise.all(pages.map(({ closed }) => closed))).toEqual([4401, 4401])
    await expect(openPage(here, { cookie: browser.cookie })).rejects.toThrow('Refused: 401')
  })

  test('another role and department are heard by at once on both servers', async () => {
    const pages = [await pageOf('gus'), await pageOf('gus', { on: other.address })]
    await muster.services.database.orm
      .update(users)
      .set({ departmentId: muster.fixtures.departments.Maintenance })
      .where(eq(users.email, emailOf('gus')))
    await announce('gus')
    for (const page of pages) await page.receives('stale')
    await create('marta')
    const { id } = await create('milan')
    expect(await receivedBy(...pages)).toEqual([[changed(id)], [changed(id)]])
  })

  test('between the upgrade and the first word counts too', async () => {
    const browser = await signedIn('lea')
    const page = await mutePageOf('lea', { browser })
    // As if the word of it had come before this page was known.
    await muster.services.database.pool.query('delete from sessions where user_id = $1', [
      muster.fixtures.people.lea.id,
    ])
    page.send({ type: 'auth', userId: muster.fixtures.people.lea.id })
    expect(await page.closed).toBe(4401)
    expect(page.received()).toEqual([])
  })
})

describe('the bus between the servers', () => {
  /** Cuts the connections on which both servers listen. */
  const cut = async () => {
    const { rowCount } = await muster.services.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'muster live'`,
    )
    expect(rowCount).toBeGreaterThanOrEqual(2)
  }

  test('may be cut: what changes meanwhile is delivered, and nothing is read again', async () => {
    const pages = [await pageOf('uli'), await pageOf('uli', { on: other.address })]
    await cut()
    const { id } = await create('marta')
    for (const page of pages) expect(await page.receives('change')).toMatchObject(changed(id))
    expect(await receivedBy(...pages)).toEqual([[], []])
  })

  test('may be cut while somebody signs out: their pages are closed all the same', async () => {
    const browser = muster.stranger()
    await browser.call(authApi.login, { body: { email: emailOf('lea'), password: PASSWORD } })
    const page = await pageOf('lea', { browser, on: other.address })
    await cut()
    await browser.call(authApi.logout, {})
    expect(await page.closed).toBe(4401)
  })

  test('may lose a message: another server finds the change by itself', async () => {
    const pages = [await pageOf('uli'), await pageOf('uli', { on: other.address })]
    const { bus } = muster.services
    const { publish } = bus
    // As when the connection breaks between the commit and the answer to it.
    bus.publish = () => {}
    for (let round = 0; round < 30; round += 1) {
      await create('marta', {}, { [IDEMPOTENCY_HEADER]: `lost-answer-of-create-${round}` })
    }
    bus.publish = publish
    for (const page of pages) for (let round = 0; round < 30; round += 1) await page.receives('change')
  })

  test('carries five hundred changes at once, complete and in order', async () => {
    const pages = [await pageOf('uli'), await pageOf('uli', { on: other.address })]
    const all = Array.from({ length: 500 }, (_, at) => changeOf(at + 1, { users: [muster.fixtures.people.uli.id] }))
    await muster.announce(all)
    const expected = all.map(({ change }): { type: 'change'; data: Change } => ({ type: 'change', data: change }))
    expect(await receivedBy(...pages)).toEqual([expected, expected])
  })
})

test('a context of the scheduler publishes as a request does', async () => {
  const page = await pageOf('marta')
  await inTransaction(contextFor(muster.services, null, new Date()), async ({ outbox }) => {
    outbox.push(changeOf(7, { fromRole: 'manager' }))
  })
  expect((await page.receives('change')).data.id).toBe(7)
})

describe('a page that returns', () => {
  /** Says where it has stopped receiving. */
  const returnOf = async (
    name: PersonName,
    position: number | undefined,
    { epoch = muster.services.events.epoch, browser }: { epoch?: string; browser?: Browser } = {},
  ) => {
    const page = await mutePageOf(name, browser && { browser })
    page.send({ type: 'auth', userId: muster.fixtures.people[name].id, since: { epoch, position: position ?? 0 } })
    return { page, greeting: await page.receives('auth_success') }
  }

  test('receives what it has missed and may see, and reads nothing again', async () => {
    const first = await pageOf('uli')
    await receivedBy(first)
    first.socket.terminate()
    const [mine, foreign] = [await create('marta'), await create('milan')]
    await update('marta', mine.id, { status: 'in_progress' })
    const { page, greeting } = await returnOf('uli', first.position())
    expect(greeting).toEqual({
      type: 'auth_success',
      resumed: true,
      epoch: muster.services.events.epoch,
      position: expect.any(Number),
    })
    // An event that was being sent when the page came arrives twice; the page knows it by its position.
    const positions = new Set<number | undefined>()
    while (positions.size < 2) {
      const { data } = await page.receives('change')
      expect(data.id).toBe(mine.id)
      positions.add(data.position)
    }
    expect((await receivedBy(page)).flat()).not.toContainEqual(changed(foreign.id))
  })

  test('hears only at the end how far it has come: it may be cut off again while it catches up', async () => {
    const first = await pageOf('uli')
    await receivedBy(first)
    first.socket.terminate()
    const missed = [await create('marta'), await create('marta'), await create('marta')].map(({ id }) => id)
    const { page, greeting } = await returnOf('uli', first.position())
    expect(greeting.position).toBe(first.position())
    for (const id of missed) {
      const { data } = await page.receives('change')
      expect(data.id).toBe(id)
      expect(data.position).toBeGreaterThan(data.floor ?? 0)
    }
    await receivedBy(page)
    expect(page.position()).toBeGreaterThan(first.position() ?? 0)
  })

  test('reads everything again when it may see other rows than before', async () => {
    const browser = await muster.signIn(emailOf('lea'))
    const first = await pageOf('lea', { browser })
    await receivedBy(first)
    first.socket.terminate()
    const { lea } = muster.fixtures.people
    const { Maintenance, Housekeeping } = muster.fixtures.departments
    const move = async (departmentId: number) =>
      (await muster.as('gita')).call(usersApi.update, { params: { id: lea.id }, body: { departmentId } })
    await move(Maintenance)
    // Until both servers have the event.
    await receivedBy()
    expect((await returnOf('lea', first.position(), { browser })).greeting.resumed).toBeUndefined()
    // A page that is new, and has read before.
    const page = await mutePageOf('lea', { browser })
    page.send({ type: 'auth', userId: lea.id, readingFor: 5_000 })
    await page.receives('stale')
    await move(Housekeeping)
  })

  test('reads everything again when it has missed too much, or comes from another log', async () => {
    const first = await pageOf('uli')
    const position = first.position() ?? 0
    expect((await returnOf('uli', position, { epoch: 'another log' })).greeting.resumed).toBeUndefined()
    expect((await returnOf('uli', position + 1_000_000)).greeting.resumed).toBeUndefined()
    const many = Array.from({ length: 400 }, (_, at) => changeOf(at, { fromRole: 'guest' }))
    await muster.announce(many)
    for (const _ of many) await first.receives('change')
    expect((await returnOf('uli', position)).greeting.resumed).toBeUndefined()
    await receivedBy(first)
    expect((await returnOf('uli', first.position())).greeting.resumed).toBe(true)
  })

  test('reads everything again when its person has other rights by now', async () => {
    const page = await pageOf('gus')
    await receivedBy(page)
    page.socket.terminate()
    const position = page.position()
    await create('marta')
    const since = { epoch: muster.services.events.epoch, position: position ?? 0 }
    const { id: userId, role, departmentId } = await (await muster.as('gus')).call(authApi.session, {})
    const greetingWith = async (rights: { role: string; departmentId: number | null }) => {
      const returned = await mutePageOf('gus')
      returned.send({ type: 'auth', userId, since, rights })
      const greeting = await returned.receives('auth_success')
      return { greeting, received: await returned.receivedByNow() }
    }
    for (const rights of [
      { role: 'manager', departmentId },
      { role, departmentId: null },
    ]) {
      const { greeting, received } = await greetingWith(rights)
      expect(greeting.resumed).toBeUndefined()
      expect(received).toEqual([])
    }
    expect((await greetingWith({ role, departmentId })).greeting.resumed).toBe(true)
  })
})

describe('over how long pages spread what they read', () => {
  const spreadAfter = async (page: LivePage) => {
    const { id } = await create('marta')
    for (;;) {
      const { data } = await page.receives('change')
      if (data.id === id) return data.spread
    }
  }

  test('follows from how many are open', async () => {
    const { address: on } = await muster.another()
    const page = await pageOf('marta', { on })
    expect(await spreadAfter(page)).toBeUndefined()
    const { pool } = muster.services.database
    for (const { cookie } of await putSignedIn((text, values) => pool.query(text, values), 9, { role: 'user' })) {
      for (let pages = 0; pages < 3; pages += 1) opened.push(await openPage(on, { cookie }))
    }
    expect(await spreadAfter(page)).toBe(45)
  })

  test('is not up to one person, however many pages they open', async () => {
    const { address: on } = await muster.another()
    const page = await pageOf('marta', { on })
    for (let count = 0; count < 30; count += 1) await mutePageOf('gus', { on })
    expect(await spreadAfter(page)).toBeUndefined()
  })
})

describe('the row of a change', () => {
  test('is sent as the API gives it, to those who may see it now', async () => {
    const { people, departments } = muster.fixtures
    const [uli, una] = [await pageOf('uli'), await pageOf('una')]
    const { id } = await create('marta', { title: 'Turn the mattresses', departmentId: departments.Housekeeping })
    const asGiven = await (await muster.as('uli')).call(tasksApi.get, { params: { id } })
    expect((await uli.receives('change')).data).toMatchObject({
      ...{ id, row: asGiven, after: { status: 'pending' }, verb: 'create' },
      by: { firstName: 'Marta', lastName: 'Oliveira' },
    })
    await update('marta', id, { assigneeId: people.una.id })
    expect((await una.receives('change')).data).toMatchObject({ id, row: { title: 'Turn the mattresses' } })
    await update('marta', id, { assigneeId: null, status: 'in_progress' })
    const { data } = await una.receives('change')
    expect(data).toMatchObject({ id, row: null, before: { status: 'pending' } })
    expect(data).not.toHaveProperty('after')
    expect(data).not.toHaveProperty('by')
    await uli.receives('change')
    expect((await uli.receives('change')).data).toMatchObject({ id, row: { status: 'in_progress' } })
    await (await muster.as('adam')).call(tasksApi.remove, { params: { id } })
    expect((await uli.receives('change')).data).toMatchObject({ id, row: null, before: { status: 'in_progress' } })
  })

  test('of a step says only of which task it is, and not who has done what, and when', async () => {
    const { task, step } = await putTaskWithStep(muster, { department: 'Housekeeping' })
    const page = await pageOf('uli')
    await (await muster.as('marta')).call(stepsApi.setValue, { params: { id: step.id }, body: { value: true } })
    const changes = [(await page.receives('change')).data, (await page.receives('change')).data]
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'steps', row: { id: step.id, taskId: task.id } }),
        expect.objectContaining({ resource: 'tasks', row: expect.objectContaining({ stepsDone: 1 }) }),
      ]),
    )
    for (const change of changes)
      for (const name of ['at', 'by', 'verb']) expect(change, String(change.resource)).not.toHaveProperty(name)
  })

  test('is read once, however many pages there are', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => pageOf('uli')))
    const { pool } = muster.services.database
    let statements = 0
    const count = () => (statements += 1)
    const task = await create('marta')
    for (const page of pages) await page.receives('change')
    pool.on('acquire', count)
    await update('marta', task.id, { status: 'in_progress' })
    for (const page of pages) await page.receives('change')
    pool.off('acquire', count)
    // The session, the transaction, the row; at times a look into the log.
    expect(statements).toBeLessThanOrEqual(6)
  })
})
