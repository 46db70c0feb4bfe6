import { beforeEach, describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { deactivate, type PersonName, personNames, putPerson } from '../../../../test/support/people.ts'
import { putReminder } from '../../../../test/support/reminders.ts'
import { inDays } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { may } from '../../../shared/permissions.ts'
import { type NewReminder, type ReminderChanges, remindersApi } from '../../../shared/reminders.ts'
import { usersApi } from '../../../shared/users.ts'
import { reminders } from '../../db/tables/reminders.ts'

const muster = useTestApp({ TIME_ZONE: 'Europe/Lisbon' })
const LATER = '2031-06-01T09:00:00.000Z'

beforeEach(() => muster.services.database.pool.query('delete from reminders'))

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const create = async (name: PersonName, body: Partial<NewReminder>) =>
  (await muster.as(name)).call(remindersApi.create, { body: { title: 'Stretch', nextRun: LATER, ...body } })
const change = async (name: PersonName, id: number, body: ReminderChanges) =>
  (await muster.as(name)).call(remindersApi.update, { params: { id }, body })
const remove = async (name: PersonName, id: number) =>
  (await muster.as(name)).call(remindersApi.remove, { params: { id } })
const get = async (name: PersonName, id: number) => (await muster.as(name)).call(remindersApi.get, { params: { id } })
const listOf = async (name: PersonName) => (await muster.as(name)).call(remindersApi.list, {})
const titlesOf = async (name: PersonName) => (await listOf(name)).map(({ title }) => title)
const statusOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'done',
    (error: { status: number }) => error.status,
  )

describe('a new reminder', () => {
  test('is for oneself when it says nothing else, and comes back whole', async () => {
    const { uli } = muster.fixtures.people
    const person = {
      id: uli.id,
      firstName: 'Uli',
      lastName: 'Brandt',
      email: 'uli@hotel.example',
      profileImageUrl: null,
    }
    expect(await create('uli', { description: 'Shoulders' })).toEqual({
      id: expect.any(Number),
      title: 'Stretch',
      description: 'Shoulders',
      userId: uli.id,
      departmentId: null,
      cronRule: null,
      nextRun: LATER,
      createdBy: uli.id,
      isActive: true,
      lastTriggered: null,
      createdAt: expect.any(String),
      user: { ...person, departmentId: muster.fixtures.departments.Housekeeping },
      department: null,
      creator: person,
    })
    expect(await create('uli', { departmentId: null })).toMatchObject({ userId: uli.id })
    expect(await create('uli', { userId: null })).toMatchObject({ userId: uli.id })
  })

  test('is for a department, or with neither person nor department for everyone', async () => {
    const { Housekeeping } = muster.fixtures.departments
    expect(await create('marta', { departmentId: Housekeeping })).toMatchObject({
      userId: null,
      user: null,
      department: { id: Housekeeping, name: 'Housekeeping' },
    })
    expect(await create('adam', { userId: null, departmentId: null })).toMatchObject({
      userId: null,
      departmentId: null,
      creator: { firstName: 'Adam' },
    })
  })

  test('takes the rule with single spaces, and names the field that is wrong in one', async () => {
    expect(await create('uli', { cronRule: ' 0  9\t* * mon-fri ' })).toMatchObject({ cronRule: '0 9 * * mon-fri' })
    for (const [cronRule, message] of [
      ['61 9 * * *', 'Minute: 61 is not between 0 and 59'],
      ['0 9 30 2 *', 'Day: This day is in none of the months given'],
      ['@daily', 'Needs five fields: minute hour day month weekday; this has 1'],
    ]) {
      const { status, reply } = await httpErrorOf(create('uli', { cronRule }))
      expect({ status, issues: reply?.issues }).toEqual({ status: 400, issues: [{ path: 'cronRule', message }] })
    }
  })

  test('says what is wrong with a title', async () => {
    expect((await httpErrorOf(create('uli', { title: ' ' }))).reply?.issues).toEqual([
      { path: 'title', message: 'Title is required' },
    ])
    expect((await httpErrorOf(create('uli', { title: 'x'.repeat(201) }))).reply?.issues).toEqual([
      { path: 'title', message: 'Title too long' },
    ])
  })

  test('is not for a person and a department, nor for nobody', async () => {
    const { Housekeeping } = muster.fixtures.departments
    await deactivate(muster.services, 'gwen')
    for (const [body, path] of [
      [{ userId: idOf('uli'), departmentId: Housekeeping }, 'departmentId'],
      [{ departmentId: 99_999 }, 'departmentId'],
      [{ userId: '0190b1a0-0000-7000-8000-000000000000' }, 'userId'],
      [{ userId: idOf('gwen') }, 'userId'],
    ] as const) {
      expect((await httpErrorOf(create('adam', body))).reply?.issues?.[0]?.path).toBe(path)
    }
  })
})

describe('a changed reminder', () => {
  test('changes what is sent alone', async () => {
    const made = await create('uli', { description: 'Shoulders', cronRule: '0 9 * * *' })
    expect(await change('uli', made.id, { title: 'Walk' })).toEqual({ ...made, title: 'Walk' })
    expect(await change('uli', made.id, { description: null, cronRule: null })).toEqual({
      ...made,
      title: 'Walk',
      description: null,
      cronRule: null,
    })
  })

  test('begins at the next time of a new rule, unless it says when', async () => {
    const { id } = await create('uli', {})
    const { nextRun } = await change('uli', id, { cronRule: '0 9 1 1 *' })
    expect(nextRun).toMatch(/-01-01T09:00:00.000Z$/)
    expect(Date.parse(nextRun)).toBeLessThan(Date.parse(inDays(367)))
    expect(await change('uli', id, { cronRule: '0 9 2 1 *', nextRun: LATER })).toMatchObject({ nextRun: LATER })
  })

  test('that is over fires again only at another time', async () => {
    const over = { user: 'uli', nextRun: inDays(-1), lastTriggered: inDays(-1), isActive: false } as const
    const { id, nextRun } = await putReminder(muster, over)
    expect(await change('uli', id, { title: 'Walk' })).toMatchObject({ title: 'Walk', isActive: false })
    expect(await change('uli', id, { nextRun, isActive: true })).toMatchObject({ isActive: false })
    expect(await change('uli', id, { nextRun: LATER })).toMatchObject({ isActive: true, nextRun: LATER })
    const again = await putReminder(muster, over)
    expect(await change('uli', again.id, { cronRule: '0 9 * * *' })).toMatchObject({ isActive: true })
  })

  test('can be put to sleep and woken', async () => {
    const { id } = await create('uli', {})
    expect(await change('uli', id, { isActive: false })).toMatchObject({ isActive: false, nextRun: LATER })
    expect(await change('uli', id, { isActive: true })).toMatchObject({ isActive: true, nextRun: LATER })
  })
})

test('the list has what is to come by its time, then what is over, the latest first', async () => {
  const put = (title: string, nextRun: string, isActive: boolean) =>
    putReminder(muster, { title, nextRun, isActive, user: 'uli' })
  await put('third', inDays(3), true)
  await put('first', inDays(1), true)
  await put('before', inDays(-3), false)
  await put('lately', inDays(-1), false)
  await put('second', inDays(2), true)
  expect(await titlesOf('uli')).toEqual(['first', 'second', 'third', 'lately', 'before'])
})

test('a change is told to those who see the reminder, and to those who did', async () => {
  const address = await muster.listen()
  const pageOf = async (name: PersonName) => {
    const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
    page.send({ type: 'auth', userId: idOf(name) })
    await page.receives('auth_success')
    return page
  }
  const names = ['uli', 'marta', 'una', 'adam'] as const
  const pages = await Promise.all(names.map(pageOf))
  const { id } = await create('gita', { departmentId: muster.fixtures.departments.Maintenance })
  await change('gita', id, { userId: idOf('uli'), departmentId: null })
  await remove('uli', id)
  const done = await putReminder(muster, { title: 'All' })
  await change('gita', done.id, { title: 'For all' })
  const receivedUntil = async (page: Awaited<ReturnType<typeof pageOf>>) => {
    const ids: unknown[] = []
    while (!ids.includes(done.id)) {
      const { data } = await page.receives('change')
      if (data.resource === 'reminders') ids.push(data.id)
    }
    return ids
  }
  // Created for Maintenance, moved to Uli, deleted, and one for all: Marta hears of that alone.
  expect(await Promise.all(pages.map(receivedUntil))).toEqual([
    [id, id, done.id],
    [done.id],
    [id, id, done.id],
    [id, id, done.id],
  ])
  for (const { socket } of pages) socket.close()
})

/** Who may do what to which reminder; decisions, sections 4 and 9. */
describe('who may', () => {
  const roles = { guest: 'gus', user: 'uli', manager: 'marta', admin: 'adam', god: 'gita' } as const
  type Role = keyof typeof roles
  const everyone = Object.keys(roles) as Role[]
  const scopes = {
    'their own': (name: PersonName) => ({ userId: idOf(name), departmentId: null }),
    "a colleague's": () => ({ userId: idOf('lea'), departmentId: null }),
    "a stranger's": () => ({ userId: idOf('una'), departmentId: null }),
    'their department': () => ({ userId: null, departmentId: muster.fixtures.departments.Housekeeping }),
    'another department': () => ({ userId: null, departmentId: muster.fixtures.departments.Maintenance }),
    general: () => ({ userId: null, departmentId: null }),
  }
  type Scope = keyof typeof scopes
  const managers: Role[] = ['manager', 'admin', 'god']
  const admins: Role[] = ['admin', 'god']

  /** What somebody else has made: who sees it, and who changes and deletes it. */
  const made: Record<Scope, { see: Role[]; change: Role[] }> = {
    'their own': { see: everyone, change: everyone },
    "a colleague's": { see: [], change: [] },
    "a stranger's": { see: [], change: [] },
    'their department': { see: everyone, change: managers },
    'another department': { see: admins, change: admins },
    general: { see: everyone, change: admins },
  }
  /** For whom they may make one, or move one there. */
  const aimed: Record<Scope, Role[]> = {
    'their own': everyone,
    "a colleague's": managers,
    "a stranger's": admins,
    'their department': managers,
    'another department': admins,
    general: admins,
  }
  const LOST = 404
  const REFUSED = 403
  const cases = (Object.keys(scopes) as Scope[]).flatMap((scope) => everyone.map((role) => ({ scope, role })))

  /** Made by Nora, who has no part in it; adam and gita are in another department than the others. */
  const putFor = (scope: Scope, name: PersonName) => {
    const values = { title: 'Theirs', nextRun: LATER, createdBy: idOf('nora'), ...scopes[scope](name) }
    return muster.services.database.orm.insert(reminders).values(values).returning()
  }
  const idFor = async (scope: Scope, name: PersonName) => (await putFor(scope, name))[0]?.id ?? 0

  test.each(cases)('see, change and delete one for $scope: $role', async ({ scope, role }) => {
    const name = roles[role]
    const id = await idFor(scope, name)
    const sees = made[scope].see.includes(role)
    const mayChange = made[scope].change.includes(role)
    const other = mayChange ? 'done' : sees ? REFUSED : LOST
    expect(await titlesOf(name)).toEqual(sees ? ['Theirs'] : [])
    expect(await statusOf(get(name, id))).toBe(sees ? 'done' : LOST)
    expect(await statusOf(change(name, id, { title: 'Mine' }))).toBe(other)
    expect(await statusOf(remove(name, id))).toBe(other)
  })

  test.each(cases)('make one for $scope: $role', async ({ scope, role }) => {
    const name = roles[role]
    expect(await statusOf(create(name, scopes[scope](name)))).toBe(aimed[scope].includes(role) ? 'done' : REFUSED)
  })

  const moves = (Object.keys(scopes) as Scope[]).flatMap((from) => everyone.map((role) => ({ from, role })))
  test.each(moves)('move one for $from elsewhere: $role', async ({ from, role }) => {
    const name = roles[role]
    const given: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const to of Object.keys(scopes) as Scope[]) {
      if (to === from) continue
      const id = await idFor(from, name)
      const mayLeave = made[from].change.includes(role)
      given[to] = await statusOf(change(name, id, scopes[to](name)))
      expected[to] = !mayLeave
        ? made[from].see.includes(role)
          ? REFUSED
          : LOST
        : aimed[to].includes(role)
          ? 'done'
          : REFUSED
    }
    expect(given).toEqual(expected)
  })

  test('see, change and delete what they made for somebody else, as that person may', async () => {
    const { id } = await create('marta', { userId: idOf('gus') })
    expect(await titlesOf('marta')).toEqual(['Stretch'])
    expect(await titlesOf('adam')).toEqual([])
    expect(await change('gus', id, { title: 'Mine' })).toMatchObject({ title: 'Mine', createdBy: idOf('marta') })
    expect(await change('marta', id, { title: 'Yours' })).toMatchObject({ title: 'Yours' })
    expect(await statusOf(remove('gus', id))).toBe('done')
  })

  test('see and change what they made for somebody else only for as long as they manage that person', async () => {
    const { Housekeeping, Maintenance } = muster.fixtures.departments
    const former = await putPerson(muster.services, { role: 'manager', departmentId: Housekeeping })
    const browser = await muster.signIn(former.email)
    const body = { title: 'Yours', nextRun: LATER, userId: idOf('gus') }
    const { id } = await browser.call(remindersApi.create, { body })
    const asked = () => [
      browser.call(remindersApi.get, { params: { id } }),
      browser.call(remindersApi.update, { params: { id }, body: { title: 'Still yours' } }),
    ]
    const listed = async () => (await browser.call(remindersApi.list, {})).map((each) => each.id).includes(id)
    const becomes = async (now: { role: 'user' | 'manager'; departmentId: number }) =>
      (await muster.as('adam')).call(usersApi.update, { params: { id: former.id }, body: now })
    const all = async () => [...(await Promise.all(asked().map(statusOf))), await listed()]

    expect(await all()).toEqual(['done', 'done', true])
    await becomes({ role: 'user', departmentId: Housekeeping })
    expect(await all()).toEqual([LOST, LOST, false])
    await becomes({ role: 'manager', departmentId: Maintenance })
    expect(await all()).toEqual([LOST, LOST, false])
    expect(await statusOf(browser.call(remindersApi.remove, { params: { id } }))).toBe(LOST)
    await becomes({ role: 'manager', departmentId: Housekeeping })
    expect(await all()).toEqual(['done', 'done', true])
    expect(await titlesOf('gus')).toEqual(['Still yours'])
  })

  test('what the list gives is what the permission says of each', async () => {
    for (const name of personNames) {
      for (const scope of Object.keys(scopes) as Scope[]) await putFor(scope, name)
    }
    const all = await muster.services.database.orm.select().from(reminders)
    const withUser = (reminder: (typeof all)[number]) => {
      const user = Object.values(muster.fixtures.people).find(({ id }) => id === reminder.userId)
      return { ...reminder, user }
    }
    for (const name of personNames.filter((each) => each !== 'gwen')) {
      const seen = all.filter((reminder) => may(muster.fixtures.people[name], 'reminder:read', withUser(reminder)))
      expect((await listOf(name)).map(({ id }) => id).sort(), name).toEqual(seen.map(({ id }) => id).sort())
    }
  })
})
