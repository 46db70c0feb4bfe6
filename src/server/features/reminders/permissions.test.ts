import { beforeEach, describe, expect, test } from 'vitest'
import { type PersonName, personNames, putPerson } from '../../../../test/support/people.ts'
import { LATER, putReminder, reminderCalls } from '../../../../test/support/reminders.ts'
import { inDays } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { may } from '../../../shared/permissions.ts'
import { remindersApi } from '../../../shared/reminders.ts'
import { usersApi } from '../../../shared/users.ts'
import { reminders } from '../../db/tables/reminders.ts'

/** The roles that see, make, change and delete each kind of reminder. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Lisbon' })
const { create, update, remove, get, list } = reminderCalls(muster)
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const titlesOf = async (name: PersonName) => (await list(name)).map(({ title }) => title)
const statusOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'done',
    (error: { status: number }) => error.status,
  )

beforeEach(() => muster.services.database.pool.query('delete from reminders'))

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

describe('the permission to', () => {
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

  /** For a reminder of another person's: the roles that see it, and those that change and delete it. */
  const allowed: Record<Scope, { see: Role[]; change: Role[] }> = {
    'their own': { see: everyone, change: everyone },
    "a colleague's": { see: [], change: [] },
    "a stranger's": { see: [], change: [] },
    'their department': { see: everyone, change: managers },
    'another department': { see: admins, change: admins },
    general: { see: everyone, change: admins },
  }
  /** The roles that may create a reminder for these people, or move one there. */
  const mayRemind: Record<Scope, Role[]> = {
    'their own': everyone,
    "a colleague's": managers,
    "a stranger's": admins,
    'their department': managers,
    'another department': admins,
    general: admins,
  }
  const NOT_FOUND = 404
  const FORBIDDEN = 403
  const cases = (Object.keys(scopes) as Scope[]).flatMap((scope) => everyone.map((role) => ({ scope, role })))

  /** Nora creates it and is no recipient. Adam and Gita belong to another department than the others. */
  const putFor = (scope: Scope, name: PersonName) => {
    const values = { title: 'Theirs', nextRun: LATER, createdBy: idOf('nora'), ...scopes[scope](name) }
    return muster.services.database.orm.insert(reminders).values(values).returning()
  }
  const idFor = async (scope: Scope, name: PersonName) => (await putFor(scope, name))[0]?.id ?? 0

  test.each(cases)('see, change and delete one for $scope: $role', async ({ scope, role }) => {
    const name = roles[role]
    const id = await idFor(scope, name)
    const sees = allowed[scope].see.includes(role)
    const mayChange = allowed[scope].change.includes(role)
    const outcome = mayChange ? 'done' : sees ? FORBIDDEN : NOT_FOUND
    expect(await titlesOf(name)).toEqual(sees ? ['Theirs'] : [])
    expect(await statusOf(get(name, id))).toBe(sees ? 'done' : NOT_FOUND)
    expect(await statusOf(update(name, id, { title: 'Mine' }))).toBe(outcome)
    expect(await statusOf(remove(name, id))).toBe(outcome)
  })

  test.each(cases)('create one for $scope: $role', async ({ scope, role }) => {
    const name = roles[role]
    expect(await statusOf(create(name, scopes[scope](name)))).toBe(mayRemind[scope].includes(role) ? 'done' : FORBIDDEN)
  })

  const moves = (Object.keys(scopes) as Scope[]).flatMap((from) => everyone.map((role) => ({ from, role })))
  test.each(moves)('move one for $from elsewhere: $role', async ({ from, role }) => {
    const name = roles[role]
    const actual: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const to of Object.keys(scopes) as Scope[]) {
      if (to === from) continue
      const id = await idFor(from, name)
      const mayUpdate = allowed[from].change.includes(role)
      actual[to] = await statusOf(update(name, id, scopes[to](name)))
      expected[to] = !mayUpdate
        ? allowed[from].see.includes(role)
          ? FORBIDDEN
          : NOT_FOUND
        : mayRemind[to].includes(role)
          ? 'done'
          : FORBIDDEN
    }
    expect(actual).toEqual(expected)
  })

  test('see, change and delete what they created for another person, as that person may', async () => {
    const { id } = await create('marta', { userId: idOf('gus') })
    expect(await titlesOf('marta')).toEqual(['Stretch'])
    expect(await titlesOf('adam')).toEqual([])
    expect(await update('gus', id, { title: 'Mine' })).toMatchObject({ title: 'Mine', createdBy: idOf('marta') })
    expect(await update('marta', id, { title: 'Yours' })).toMatchObject({ title: 'Yours' })
    expect(await statusOf(remove('gus', id))).toBe('done')
  })

  test('see and change what they created for another person only while they manage that person', async () => {
    const { Housekeeping, Maintenance } = muster.fixtures.departments
    const former = await putPerson(muster.services, { role: 'manager', departmentId: Housekeeping })
    const browser = await muster.signIn(former.email)
    const body = { title: 'Yours', nextRun: LATER, userId: idOf('gus') }
    const { id } = await browser.call(remindersApi.create, { body })
    const calls = () => [
      browser.call(remindersApi.get, { params: { id } }),
      browser.call(remindersApi.update, { params: { id }, body: { title: 'Still yours' } }),
    ]
    const listed = async () => (await browser.call(remindersApi.list, {})).map((each) => each.id).includes(id)
    const becomes = async (now: { role: 'user' | 'manager'; departmentId: number }) =>
      (await muster.as('adam')).call(usersApi.update, { params: { id: former.id }, body: now })
    const all = async () => [...(await Promise.all(calls().map(statusOf))), await listed()]

    expect(await all()).toEqual(['done', 'done', true])
    await becomes({ role: 'user', departmentId: Housekeeping })
    expect(await all()).toEqual([NOT_FOUND, NOT_FOUND, false])
    await becomes({ role: 'manager', departmentId: Maintenance })
    expect(await all()).toEqual([NOT_FOUND, NOT_FOUND, false])
    expect(await statusOf(browser.call(remindersApi.remove, { params: { id } }))).toBe(NOT_FOUND)
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
      expect((await list(name)).map(({ id }) => id).sort(), name).toEqual(seen.map(({ id }) => id).sort())
    }
  })
})
