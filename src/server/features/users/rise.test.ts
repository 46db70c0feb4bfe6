import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { emailOf, PASSWORD, type PersonName, putPerson } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { type Browser, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import type { Role } from '../../../shared/permissions.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { usersApi } from '../../../shared/users.ts'
import { users } from '../../db/tables/users.ts'

/** Attempts to get more rights than one has, or to act as another person. Each must fail and change nothing. */

const muster = useTestApp()
beforeEach(() => muster.services.database.pool.query('delete from sign_in_tries'))

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const rowOf = async (id: string) => {
  const [row] = await muster.services.database.orm.select().from(users).where(eq(users.id, id))
  return row
}
const send = (browser: Browser, method: string, path: string, body?: unknown) =>
  browser.raw({
    method,
    url: `/api/v1${path}`,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
  })

const newPerson = (more: object = {}) => ({
  firstName: 'Ann',
  lastName: 'Applicant',
  email: 'ann@hotel.example',
  role: 'user',
  departmentId: muster.fixtures.departments.Operations,
  password: PASSWORD,
  ...more,
})
const csvOf = (role: string) =>
  `First name,Last name,Email,Role,Department\nAnn,Applicant,ann@hotel.example,${role},Operations`

interface Way {
  who: PersonName
  method: string
  path: () => string
  body: () => object
  status: number
  /** The people whose accounts must be the same afterwards. */
  of?: PersonName
}

const change = (who: PersonName, of: PersonName, body: object, status = 403): Way => ({
  ...{ who, of, status, method: 'PUT' },
  path: () => `/users/${idOf(of)}`,
  body: () => body,
})
const password = (
  who: PersonName,
  of: PersonName,
  status: number,
  body: object = { newPassword: 'mine now' },
): Way => ({
  ...{ who, of, status, method: 'POST' },
  path: () => `/users/${idOf(of)}/password`,
  body: () => body,
})
const creation = (who: PersonName, more: object, status: number): Way => ({
  ...{ who, status, method: 'POST' },
  path: () => '/users',
  body: () => newPerson(more),
})

const ways: Record<string, Way> = {
  'an admin makes themselves a god': change('adam', 'adam', { role: 'god' }),
  'an admin makes themselves less, to slip past the rule': change('adam', 'adam', { role: 'user' }),
  'a god changes their own role': change('gita', 'gita', { role: 'admin' }),
  'a manager makes themselves an admin': change('marta', 'marta', { role: 'admin' }),
  'a user makes themselves a manager': change('uli', 'uli', { role: 'manager' }),
  'a guest makes themselves a user': change('gus', 'gus', { role: 'user' }),
  'an admin makes a friend a god': change('adam', 'uli', { role: 'god' }),
  'an admin moves themselves to another department': change('adam', 'adam', { departmentId: null }),
  'an admin renames a god': change('adam', 'gita', { lastName: 'Nobody' }),
  'an admin takes a god’s e-mail for themselves': change('adam', 'gita', { email: 'adam.too@hotel.example' }),
  'an admin deactivates a god': change('adam', 'gita', { isActive: false }),
  'an admin makes a god a guest': change('adam', 'gita', { role: 'guest' }),
  'an admin deletes a god': { ...change('adam', 'gita', {}), method: 'DELETE' },
  'an admin deactivates themselves': change('adam', 'adam', { isActive: false }),
  'an admin deletes themselves': { ...change('adam', 'adam', {}), method: 'DELETE' },
  'the last god deactivates themselves': change('gita', 'gita', { isActive: false }),
  'the last god deletes themselves': { ...change('gita', 'gita', {}), method: 'DELETE' },
  'a manager creates an account': creation('marta', {}, 403),
  'an admin creates a god': creation('adam', { role: 'god' }, 403),
  'an admin creates a role that does not exist': creation('adam', { role: 'root' }, 400),
  'an admin creates several roles at once': creation('adam', { role: ['user', 'god'] }, 400),
  'an admin names the id of a new account': creation('adam', { id: '0190b1a0-0000-7000-8000-000000000000' }, 400),
  'an admin brings a hash of their own': creation('adam', { passwordHash: '$argon2id$v=19$...' }, 400),
  'an admin makes an account older than it is': creation('adam', { createdAt: '2001-01-01T00:00:00.000Z' }, 400),
  'an admin sets a hash by changing': change('adam', 'uli', { passwordHash: '$argon2id$v=19$...' }, 400),
  'an admin changes an id': change('adam', 'uli', { id: '0190b1a0-0000-7000-8000-000000000000' }, 400),
  'an admin brings a deleted account back': change('adam', 'uli', { deletedAt: null }, 400),
  'an admin reaches into the prototype': change('adam', 'uli', { constructor: { prototype: { role: 'god' } } }, 400),
  'an admin imports a god': {
    ...{ who: 'adam', method: 'POST', status: 400 },
    path: () => '/users/import',
    body: () => ({ csv: csvOf('god') }),
  },
  'an admin sets a god’s password': password('adam', 'gita', 403),
  'an admin sets their own without the current one': password('adam', 'adam', 400),
  'a god sets their own with a wrong one': password('gita', 'gita', 400, {
    currentPassword: 'a guess',
    newPassword: 'mine now',
  }),
  'a manager sets a user’s password': password('marta', 'uli', 403),
  'a user sets a colleague’s password': password('uli', 'lea', 404),
  'a manager names a task’s creator': {
    ...{ who: 'marta', method: 'POST', status: 400 },
    path: () => '/tasks',
    body: () => ({ title: 'Mine', creatorId: idOf('gita') }),
  },
  'a manager changes when a task was made': {
    ...{ who: 'marta', method: 'PUT', status: 400 },
    path: () => '/tasks/1',
    body: () => ({ createdAt: '2001-01-01T00:00:00.000Z' }),
  },
}

describe('nobody gets more rights when', () => {
  test.each(Object.entries(ways))('%s', async (_, { who, method, path, body, status, of = who }) => {
    const before = await rowOf(idOf(of))
    const reply = await send(await muster.as(who), method, path(), method === 'DELETE' ? undefined : body())
    expect(reply.status).toBe(status)
    expect(await rowOf(idOf(of))).toEqual(before)
    const all = await (await muster.as('gita')).call(usersApi.list, { query: { inactive: 'true' } })
    expect(all.filter(({ role }) => role === 'god').map(({ id }) => id)).toEqual([idOf('gita')])
    expect(all.filter(({ email }) => email === 'ann@hotel.example')).toEqual([])
    await muster.signIn(emailOf(of))
  })

  test('two gods take it from each other at the same moment: one stays', async () => {
    const gods = [await putPerson(muster.services, { role: 'god' }), await putPerson(muster.services, { role: 'god' })]
    const [one, two] = [await muster.signIn(gods[0]?.email ?? ''), await muster.signIn(gods[1]?.email ?? '')]
    const replies = await Promise.all([
      send(one, 'PUT', `/users/${gods[1]?.id}`, { role: 'guest' }),
      send(two, 'PUT', `/users/${gods[0]?.id}`, { isActive: false }),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const rows = await Promise.all(gods.map(({ id }) => rowOf(id)))
    expect(rows.filter((row) => row?.role === 'god' && row.isActive)).toHaveLength(1)
  })
})

describe('a role that was taken away', () => {
  const demoted = async (from: Role, to: Role) => {
    const person = await putPerson(muster.services, {
      role: from,
      departmentId: muster.fixtures.departments.Housekeeping,
    })
    const browser = await muster.signIn(person.email)
    await browser.call(authApi.session, {})
    await (await muster.as('gita')).call(usersApi.update, { params: { id: person.id }, body: { role: to } })
    return { ...person, browser }
  }

  test('is of no use in a session that was opened with it', async () => {
    const { id, browser } = await demoted('admin', 'user')
    expect((await browser.call(authApi.session, {})).role).toBe('user')
    expect((await send(browser, 'POST', '/users', newPerson())).status).toBe(403)
    expect((await send(browser, 'PUT', `/users/${id}`, { role: 'admin' })).status).toBe(403)
    expect((await send(browser, 'GET', '/users')).status).toBe(403)
  })

  test('is of no use for a task of another department that was open', async () => {
    const { browser } = await demoted('manager', 'user')
    const { id } = await putTask(muster, { department: 'Maintenance' })
    expect((await httpErrorOf(browser.call(tasksApi.get, { params: { id } }))).status).toBe(404)
  })
})

describe('an account that was closed', () => {
  const person = async () => {
    const row = await putPerson(muster.services, { departmentId: muster.fixtures.departments.Housekeeping })
    const browser = await muster.signIn(row.email)
    const page = await openPage(await muster.listen(), { cookie: browser.cookie })
    page.send({ type: 'auth', userId: row.id })
    await page.receives('auth_success')
    return { ...row, browser, page }
  }

  test.each(['PUT', 'DELETE'])('by %s ends its sessions, its sockets and its way in', async (method) => {
    const { id, email, browser, page } = await person()
    await send(await muster.as('adam'), method, `/users/${id}`, method === 'PUT' ? { isActive: false } : undefined)
    expect(await page.closed).toBe(4401)
    expect(page.received().filter(({ type }) => type === 'notification')).toEqual([])
    expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
    expect((await httpErrorOf(muster.signIn(email))).reply?.message).toBe('Invalid email or password')
    const sessions = await muster.services.database.pool.query('select from sessions where user_id = $1', [id])
    expect(sessions.rowCount).toBe(0)
  })

  test('and opened again starts without its old sessions', async () => {
    const { id, email, browser } = await person()
    const adam = await muster.as('adam')
    await adam.call(usersApi.update, { params: { id }, body: { isActive: false } })
    await adam.call(usersApi.update, { params: { id }, body: { isActive: true } })
    expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
    await muster.signIn(email)
  })
})

describe('an e-mail address', () => {
  const create = async (email: string) => send(await muster.as('adam'), 'POST', '/users', newPerson({ email }))

  test.each([
    ['in capitals', 'ULI@HOTEL.EXAMPLE'],
    ['with white space around', '  uli@hotel.example\n'],
    ['with a full-width domain', 'uli@\uff48otel.example'],
  ])('of somebody else, %s, is taken', async (_, email) => {
    const reply = await create(email)
    expect([reply.status, reply.json.code, reply.json.issues[0].path]).toEqual([409, 'email_taken', 'email'])
  })

  test('of a domain that only looks the same is another, and can be told apart', async () => {
    const reply = await create('gita@h\u043etel.example')
    expect([reply.status, reply.json.email]).toEqual([201, 'gita@xn--htel-55d.example'])
  })

  test.each([
    ['the Turkish capital I', 'gİta@hotel.example'],
    ['the Turkish small i', 'gıta@hotel.example'],
    ['the Kelvin sign', 'la\u212Aa@hotel.example'],
    ['full-width letters', '\uff47ita@hotel.example'],
    ['a Cyrillic letter', 'git\u0430@hotel.example'],
    ['a space of no width', 'gi\u200bta@hotel.example'],
    ['a mark that turns the direction', 'gita\u202e@hotel.example'],
    ['a letter and an accent', 'gita\u0301@hotel.example'],
    ['a full-width at sign', 'gita\uff20hotel.example'],
    ['a control character', 'gita\u0007@hotel.example'],
    ['a line end for the mail’s head', 'gita@hotel.example\r\nBcc: all@hotel.example'],
    ['a name of its own', '"Gita" <gita@hotel.example>'],
  ])('with %s is refused', async (_, email) => {
    expect((await create(email)).status).toBe(400)
    expect((await send(await muster.as('adam'), 'PUT', `/users/${idOf('uli')}`, { email })).status).toBe(400)
    expect((await send(muster.stranger(), 'POST', '/auth/login', { email, password: PASSWORD })).status).toBe(401)
  })

  test.each(['Git\u200ba', 'Gita\u202e', 'Gi\u0000ta', 'Gi\u0007ta', '\ufeffG\u2060ita', 'Gita\u{e0041}'])(
    'may not be stood behind by a name that cannot be seen for what it is: %j',
    async (firstName) => {
      const adam = await muster.as('adam')
      const { status } = await send(adam, 'POST', '/users', newPerson({ firstName, email: 'seen@hotel.example' }))
      expect(status).toBe(400)
    },
  )
})
