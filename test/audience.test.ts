import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Audited } from '../src/server/core/audit-config.ts'
import { inTransaction } from '../src/server/core/context.ts'
import { insert } from '../src/server/core/write.ts'
import { clockSessions } from '../src/server/db/tables/clock.ts'
import { feedback } from '../src/server/db/tables/feedback.ts'
import { departments, users } from '../src/server/db/tables/people.ts'
import { projects } from '../src/server/db/tables/projects.ts'
import { reminders } from '../src/server/db/tables/reminders.ts'
import { tasks } from '../src/server/db/tables/tasks.ts'
import { clockApi } from '../src/shared/clock.ts'
import { departmentsApi } from '../src/shared/departments.ts'
import { feedbackApi } from '../src/shared/feedback.ts'
import { projectsApi } from '../src/shared/projects.ts'
import { remindersApi } from '../src/shared/reminders.ts'
import { sopsApi } from '../src/shared/sops.ts'
import { tasksApi } from '../src/shared/tasks.ts'
import { usersApi } from '../src/shared/users.ts'
import { type LivePage, openPage } from './support/live-page.ts'
import { type PersonName, personNames, putPerson } from './support/people.ts'
import { putSop } from './support/sops.ts'
import { inDays } from './support/tasks.ts'
import { type Browser, useTestApp } from './support/test-app.ts'

/** Everybody who may see a row receives its changes, and nobody else does. */

const muster = useTestApp()
const pages = new Map<PersonName, LivePage>()
beforeAll(async () => {
  const address = await muster.listen()
  for (const name of personNames) {
    const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
    page.send({ type: 'auth', userId: idOf(name) })
    await page.receives('auth_success')
    pages.set(name, page)
  }
})
afterAll(() => {
  for (const { socket } of pages.values()) socket.close()
})

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const departmentOf = (name: 'Housekeeping' | 'Maintenance' | null) => name && muster.fixtures.departments[name]

const put = async <T extends Audited>(table: T, values: T['$inferInsert']) => {
  const row = await inTransaction(muster.contextOf('gita'), (ctx) => insert(ctx, table, values))
  return row.id
}
const succeeds = (calling: Promise<unknown>) =>
  calling.then(
    () => true,
    () => false,
  )
const has = (calling: Promise<{ id: unknown }[]>, id: unknown) =>
  calling.then(
    (list) => list.some((each) => each.id === id),
    () => false,
  )

interface Case {
  put(): Promise<number | string>
  sees(browser: Browser, id: never, name: PersonName): Promise<boolean>
}
const places = ['Housekeeping', 'Maintenance', null] as const

const taskCases = places.flatMap((place) =>
  ([null, 'gwen', 'lea'] as const).map((person): [string, Case] => [
    `a task of ${place}, given to ${person}`,
    {
      put: () => {
        const values = { title: 'Air the rooms', foldedTitle: 'air the rooms', searchText: 'air the rooms' }
        const assigneeId = person && idOf(person)
        return put(tasks, { ...values, departmentId: departmentOf(place), assigneeId, creatorId: idOf('gus') })
      },
      sees: (browser, id) => succeeds(browser.call(tasksApi.get, { params: { id } })),
    },
  ]),
)

const projectCases = places.map((place): [string, Case] => [
  `a project of ${place}`,
  {
    put: () => put(projects, { name: 'Roof', ownerId: idOf('gwen'), departmentId: departmentOf(place) }),
    sees: (browser, id) => has(browser.call(projectsApi.list, {}), id),
  },
])

/** Personal reminders by recipient and creator. Some creators are no managers now, as if their role had changed since. */
const personal = (['uli', 'gus', 'una', 'marta', 'adam'] as const).flatMap((user) =>
  (['marta', 'lea', 'milan', 'nora', 'adam'] as const).map((creator) => ({ user, creator, place: null })),
)
const reached = places.map((place) => ({ user: null, creator: 'marta' as const, place }))
const reminderCases = [...personal, ...reached].map(({ user, creator, place }): [string, Case] => [
  `a reminder for ${user ?? place ?? 'everyone'} by ${creator}`,
  {
    put: () => {
      const owners = { userId: user && idOf(user), departmentId: departmentOf(place), createdBy: idOf(creator) }
      return put(reminders, { title: 'Stretch', nextRun: inDays(1), ...owners })
    },
    sees: (browser, id) => succeeds(browser.call(remindersApi.get, { params: { id } })),
  },
])

const sopCases = places.map((department): [string, Case] => [
  `an SOP of ${department}`,
  {
    put: async () => (await putSop(muster, { department })).id,
    sees: (browser, id) => succeeds(browser.call(sopsApi.get, { params: { id } })),
  },
])

const clockCases = (['uli', 'gus', 'una', 'marta', 'nora', 'adam'] as const).map((person): [string, Case] => [
  `a clock session of ${person}`,
  {
    put: () => {
      const span = { startTime: inDays(-0.2), endTime: inDays(-0.1), status: 'completed' as const }
      return put(clockSessions, { userId: idOf(person), ...span })
    },
    sees: (browser, _id, name) =>
      succeeds(
        name === person
          ? browser.call(clockApi.history, {})
          : browser.call(clockApi.person, { params: { id: idOf(person) }, query: {} }),
      ),
  },
])

const otherCases: [string, Case][] = [
  [
    'a department',
    {
      put: () => put(departments, { name: 'Spa', foldedName: 'spa' }),
      sees: (browser, id) => has(browser.call(departmentsApi.list, {}), id),
    },
  ],
  [
    'a person',
    {
      put: async () => {
        const { email: _email, id: _id, ...values } = await putPerson(muster.services)
        return put(users, { ...values, email: 'heard@hotel.example', id: '0190b1a0-0000-7000-8000-00000000beef' })
      },
      sees: (browser, id) => has(browser.call(usersApi.list, {}), id),
    },
  ],
  [
    'feedback',
    {
      put: () => put(feedback, { userId: idOf('uli'), rating: 4, category: 'other', comment: 'Good' } as never),
      sees: (browser, id) =>
        has(
          browser.call(feedbackApi.list, {}).then((page) => page.feedback),
          id,
        ),
    },
  ],
]

test.each([...taskCases, ...projectCases, ...reminderCases, ...sopCases, ...clockCases, ...otherCases])(
  '%s',
  async (_, { put, sees }) => {
    for (const page of pages.values()) page.received()
    const id = await put()
    const mark = await publishMark()
    const receivers: PersonName[] = []
    const allowed: PersonName[] = []
    for (const [name, page] of pages) {
      if (await receivedChange(page, id, mark)) receivers.push(name)
      if (await sees(await muster.as(name), id as never, name)) allowed.push(name)
    }
    expect(receivers).toEqual(allowed)
  },
)

/** Publishes a change that everybody receives, after everything that was published before. */
async function publishMark() {
  const id = Math.trunc(performance.now() * 1000)
  const audience = { fromRole: 'guest' as const, departments: [], users: [] }
  await muster.announce([{ type: 'change', change: { resource: 'sessions', id }, audience, tab: null }])
  return id
}

async function receivedChange(page: LivePage, id: number | string, mark: number) {
  let received = false
  for (;;) {
    const { data } = await page.receives('change')
    if (data.resource === 'sessions' && data.id === mark) return received
    received ||= data.id === id && data.resource !== 'sessions'
  }
}
