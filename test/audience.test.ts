import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../src/server/core/context.ts'
import type { Audited } from '../src/server/core/write/audit-config.ts'
import { insert, remove, update } from '../src/server/core/write/write.ts'
import { absences } from '../src/server/db/tables/absences.ts'
import { clockSessions } from '../src/server/db/tables/clock.ts'
import { comments } from '../src/server/db/tables/comments.ts'
import { departments } from '../src/server/db/tables/departments.ts'
import { feedback } from '../src/server/db/tables/feedback.ts'
import { handoverItems, handovers } from '../src/server/db/tables/handovers.ts'
import { holidays } from '../src/server/db/tables/holidays.ts'
import { hoursAnswers, hoursApprovals } from '../src/server/db/tables/hours.ts'
import { messages } from '../src/server/db/tables/messages.ts'
import { payrollRuns } from '../src/server/db/tables/payroll.ts'
import { places as signs } from '../src/server/db/tables/places.ts'
import { projects } from '../src/server/db/tables/projects.ts'
import { reminders } from '../src/server/db/tables/reminders.ts'
import {
  plannedShifts,
  shiftAsks,
  shiftExchanges,
  shiftTemplates,
  shiftWishes,
} from '../src/server/db/tables/roster.ts'
import { sops } from '../src/server/db/tables/sops.ts'
import { taskSteps } from '../src/server/db/tables/steps.ts'
import { tasks } from '../src/server/db/tables/tasks.ts'
import { allClears } from '../src/server/db/tables/today-department.ts'
import { users } from '../src/server/db/tables/users.ts'
import { wageTypes } from '../src/server/db/tables/wage-types.ts'
import { webhooks } from '../src/server/db/tables/webhooks.ts'
import { workContracts } from '../src/server/db/tables/work-contracts.ts'
import { absencesApi } from '../src/shared/absences.ts'
import type { ChangeWithRow } from '../src/shared/changes.ts'
import { clockApi, type WeekOfHours } from '../src/shared/clock.ts'
import type { ClockSession } from '../src/shared/clock-session.ts'
import { type Comment, commentsApi } from '../src/shared/comments.ts'
import { departmentsApi } from '../src/shared/departments.ts'
import { feedbackApi } from '../src/shared/feedback.ts'
import { handoversApi } from '../src/shared/handovers.ts'
import { holidaysApi } from '../src/shared/holidays.ts'
import { hoursApi } from '../src/shared/hours.ts'
import { payrollApi } from '../src/shared/payroll.ts'
import { placesApi } from '../src/shared/places.ts'
import { projectsApi } from '../src/shared/projects.ts'
import { remindersApi } from '../src/shared/reminders.ts'
import { rosterApi } from '../src/shared/roster.ts'
import { routinesApi } from '../src/shared/routines.ts'
import { type Sop, sopsApi } from '../src/shared/sops.ts'
import { type Step, stepsApi } from '../src/shared/steps.ts'
import { tasksApi } from '../src/shared/tasks.ts'
import { type ThreadMessages, threadsApi } from '../src/shared/threads.ts'
import { todayDepartmentApi } from '../src/shared/today-department.ts'
import { usersApi } from '../src/shared/users.ts'
import { wageTypesApi } from '../src/shared/wage-types.ts'
import { webhooksApi } from '../src/shared/webhooks.ts'
import { workContractsApi } from '../src/shared/work-contracts.ts'
import { putHandover } from './support/handovers.ts'
import { type LivePage, openPage } from './support/live-page.ts'
import { isLongRun } from './support/long-run.ts'
import { type PersonName, personNames, putPerson } from './support/people.ts'
import { putRoutine } from './support/routines.ts'
import { putSop } from './support/sops.ts'
import { inDays, putTask } from './support/tasks.ts'
import { type Browser, useTestApp } from './support/test-app.ts'
import { linkMessage, putThread } from './support/threads.ts'

/** Everybody who may see a row receives its changes, and the row as the API gives it. Nobody else does. */

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
const given = <Row>(calling: Promise<Row>): Promise<Row | null> => calling.catch(() => null)
const amongst = <Row extends { id: unknown }>(calling: Promise<Row[]>, id: unknown): Promise<Row | null> =>
  calling.then(
    (list) => list.find((each) => each.id === id) ?? null,
    () => null,
  )

interface Case {
  put(): Promise<number | string>
  /** The row as the API gives it to a person; null for a person who may not see it. */
  read(browser: Browser, id: never, name: PersonName): Promise<object | null>
  /** The API's row as all receive it; without this, messages carry no row. */
  live?(row: never): object
}
const asGiven = (row: object) => row
const places = ['Housekeeping', 'Maintenance', null] as const
/**
 * Of all combinations a third, in which each department, person and creator has its turn; all of them in the long run.
 */
const isTaken = (_: unknown, at: number) => isLongRun || (at + Math.floor(at / 3) + Math.floor(at / 9)) % 3 === 0

const taskCases = places.flatMap((place) =>
  ([null, 'gwen', 'lea'] as const).map((person): [string, Case] => [
    `a task of ${place}, given to ${person}`,
    {
      put: () => {
        const values = { title: 'Air the rooms', foldedTitle: 'air the rooms', searchText: 'air the rooms' }
        const assigneeId = person && idOf(person)
        return put(tasks, { ...values, departmentId: departmentOf(place), assigneeId, creatorId: idOf('gus') })
      },
      read: (browser, id) => given(browser.call(tasksApi.get, { params: { id } })),
      live: asGiven,
    },
  ]),
)

/** People who see the task see its comments. */
const commentCases = places.flatMap((place) =>
  ([null, 'gwen', 'lea'] as const).map((person): [string, Case] => {
    let taskId = 0
    return [
      `a comment on a task of ${place}, given to ${person}`,
      {
        async put() {
          taskId = (await putTask(muster, { department: place, assignee: person, creator: 'gus' })).id
          await forget()
          const values = { text: 'It drips', searchText: ' it drips', mentions: [idOf('lea')] }
          return put(comments, { ...values, taskId, authorId: idOf('gus') })
        },
        async read(browser, id) {
          const page = await given<{ comments: Comment[] }>(
            browser.call(commentsApi.list, { params: { id: taskId }, query: {} }),
          )
          return page?.comments.find((comment) => comment.id === id) ?? null
        },
        live: asGiven,
      },
    ]
  }),
)
/** One step of each task, visible to the people who see the task. Its row names its task. */
const stepCases = places.map((place): [string, Case] => {
  let taskId = 0
  return [
    `a step of a task of ${place}`,
    {
      put: async () => {
        const values = { title: 'Air the rooms', foldedTitle: 'air the rooms', searchText: 'air the rooms' }
        const task = { ...values, departmentId: departmentOf(place), assigneeId: idOf('gwen'), creatorId: idOf('gus') }
        taskId = (await put(tasks, task)) as number
        return put(taskSteps, { taskId, position: 1, text: 'Open the window', searchText: ' open the window' })
      },
      read: (browser, id) =>
        amongst(
          browser.call(stepsApi.list, { params: { id: taskId } }).then(({ steps }) => steps),
          id,
        ),
      live: ({ id }: Step) => ({ id, taskId }),
    },
  ]
})

const projectCases = places.map((place): [string, Case] => [
  `a project of ${place}`,
  {
    put: () => put(projects, { name: 'Roof', ownerId: idOf('gwen'), departmentId: departmentOf(place) }),
    read: (browser, id) => amongst(browser.call(projectsApi.list, {}), id),
  },
])

/** Personal reminders by recipient and creator. Some creators are no managers, as after a change of role. */
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
    read: (browser, id) => amongst(browser.call(remindersApi.list, {}), id),
  },
])

/** By department, person and creator. Some creators and people are guests, who see no routines. */
const routineCases = places.flatMap((place) =>
  (['gwen', 'lea', 'una'] as const).flatMap((person) =>
    (['gus', 'una', 'milan'] as const).map((creator): [string, Case] => [
      `a routine of ${place} for ${person} by ${creator}`,
      {
        put: async () => (await putRoutine(muster, { department: place, assignee: person, creator })).id,
        read: (browser, id) => given(browser.call(routinesApi.get, { params: { id } })),
      },
    ]),
  ),
)

const sopCases = places.map((department): [string, Case] => [
  `an SOP of ${department}`,
  {
    put: async () => (await putSop(muster, { department })).id,
    read: (browser, id) => given(browser.call(sopsApi.get, { params: { id } })),
    live: ({ readAt: _, ...sop }: Sop) => sop,
  },
])

sopCases.push([
  'an SOP of Housekeeping that all staff may read',
  {
    put: async () => (await putSop(muster, { department: 'Housekeeping', visibleTo: 'everyone' })).id,
    read: (browser, id) => given(browser.call(sopsApi.get, { params: { id } })),
    live: ({ readAt: _, ...sop }: Sop) => sop,
  },
])

const clockCases = (['uli', 'gus', 'una', 'marta', 'nora', 'adam'] as const).map((person): [string, Case] => [
  `a clock session of ${person}`,
  {
    put: () => put(clockSessions, { userId: idOf(person), startTime: inDays(-0.1) }),
    read: async (browser, id, name) => {
      const week = await given<WeekOfHours>(
        name === person
          ? browser.call(clockApi.history, {})
          : browser.call(clockApi.person, { params: { id: idOf(person) }, query: {} }),
      )
      return week?.sessions.find((session) => session.id === id) ?? null
    },
    live: (session: ClockSession) => {
      const { id, firstName, lastName, profileImageUrl } = muster.fixtures.people[person]
      return { ...session, user: { id, firstName, lastName, profileImageUrl } }
    },
  },
])

/** Drafts of a department, and the templates of its planners. */
const rosterCases = (['Housekeeping', 'Maintenance'] as const).flatMap((place): [string, Case][] => [
  [
    `a planned shift of ${place}`,
    {
      put: async () => {
        const times = { startTime: '2026-12-10T05:00:00.000Z', endTime: '2026-12-10T13:00:00.000Z' }
        return put(plannedShifts, { departmentId: departmentOf(place), userId: idOf('uli'), ...times } as never)
      },
      read: (browser, id) => {
        const query = { departmentId: departmentOf(place) as number, from: '2026-12-07', to: '2026-12-13' }
        return amongst(
          browser.call(rosterApi.list, { query }).then(({ shifts }) => shifts),
          id,
        )
      },
    },
  ],
  [
    `a shift template of ${place}`,
    {
      put: () => {
        const values = { name: 'Early', start: '06:00', end: '14:00', breakMinutes: 30, colour: 'amber' }
        return put(shiftTemplates, { departmentId: departmentOf(place), ...values } as never)
      },
      read: (browser, id) =>
        amongst(
          browser
            .call(rosterApi.templates, { query: { departmentId: departmentOf(place) as number } })
            .then(({ templates }) => templates),
          id,
        ),
    },
  ],
])

/** Exchanges, and questions whether somebody could come. Some of their people are guests, who see none. */
const exchangeCases = (['Housekeeping', 'Maintenance'] as const).flatMap((place): [string, Case][] => {
  const shiftOf = async (userId: string | null) => {
    const [startTime, endTime] = ['2027-12-10T05:00:00.000Z', '2027-12-10T13:00:00.000Z']
    const draft = { departmentId: departmentOf(place), userId, startTime, endTime }
    const published = { publishedUserId: userId, publishedStartTime: startTime, publishedEndTime: endTime }
    const id = (await put(plannedShifts, { ...draft, ...published, publishedVersion: 1 } as never)) as number
    await forget()
    return id
  }
  return [
    ...(['asked', 'waiting'] as const).flatMap((state) =>
      (
        [
          ['uli', 'una'],
          ['gus', 'lea'],
        ] as const
      ).map(([from, to]): [string, Case] => [
        `an exchange of ${from} with ${to} in ${place}, ${state}`,
        {
          put: async () => {
            const shiftId = await shiftOf(idOf(from))
            const people = { fromUserId: idOf(from), toUserId: idOf(to) }
            const row = { ...people, departmentId: departmentOf(place), shiftId, shiftVersion: 1, state }
            return put(shiftExchanges, row as never)
          },
          read: async (browser, id) => {
            const own = await given(browser.call(rosterApi.own, { query: {} }))
            const query = { departmentId: departmentOf(place) as number }
            const planned = await given(browser.call(rosterApi.exchanges, { query }))
            const all = [...(own?.exchanges ?? []), ...(planned?.exchanges ?? [])]
            return all.find((exchange) => exchange.id === id) ?? null
          },
        },
      ]),
    ),
    ...(['uli', 'una', 'gus'] as const).map((person): [string, Case] => {
      let shiftId = 0
      return [
        `a question to ${person} about a shift of ${place}`,
        {
          put: async () => {
            shiftId = await shiftOf(null)
            const row = { departmentId: departmentOf(place), shiftId, userId: idOf(person), askedBy: idOf('gita') }
            return put(shiftAsks, row as never)
          },
          read: async (browser, id) => {
            const own = await given(browser.call(rosterApi.own, { query: {} }))
            const found = await given(browser.call(rosterApi.candidates, { params: { id: shiftId } }))
            return own?.asks?.some(({ shift }) => shift.id === shiftId) || found ? { id } : null
          },
        },
      ]
    }),
  ]
})

/** Why somebody is away: for them, their managers and administrators. */
const absenceCases = (['uli', 'gus', 'una', 'marta', 'nora', 'adam'] as const).map((person): [string, Case] => [
  `an absence of ${person}`,
  {
    put: async () => {
      const [startTime, endTime] = ['2027-06-09T22:00:00.000Z', '2027-06-10T22:00:00.000Z']
      const days = { fromDate: '2027-06-10', toDate: '2027-06-10', startTime, endTime }
      const people = { userId: idOf(person), createdBy: idOf(person) }
      return put(absences, { ...people, ...days, kind: 'vacation', state: 'requested' } as never)
    },
    read: async (browser, id) =>
      amongst(
        browser
          .call(absencesApi.list, { query: { from: '2027-06-10', to: '2027-06-10', userId: idOf(person) } })
          .then((reply) => reply.absences),
        id,
      ),
  },
])

const contractCases = (['uli', 'gus', 'una', 'marta', 'nora', 'adam'] as const).map((person): [string, Case] => [
  `a contract of ${person}`,
  {
    put: () => put(workContracts, { userId: idOf(person), from: '2026-11-02', weeklyMinutes: 2400, daysPerWeek: 5 }),
    read: async (browser, id) =>
      amongst(
        browser.call(workContractsApi.list, { params: { id: idOf(person) } }).then(({ contracts }) => contracts),
        id,
      ),
  },
])

const wishCases = (['uli', 'gus', 'una', 'marta', 'adam'] as const).map((person): [string, Case] => [
  `a wish of ${person} about shifts`,
  {
    put: () => put(shiftWishes, { userId: idOf(person), kind: 'unavailable', weekday: 4 }),
    read: (browser, id) =>
      amongst(
        browser.call(rosterApi.wishes, { query: { userId: idOf(person) } }).then(({ wishes }) => wishes),
        id,
      ),
  },
])

/** Approvals of a person's hours, and words about them, stand in the history of their pay period. */
const hoursCases = (['uli', 'gus', 'una', 'marta', 'nora', 'adam'] as const).flatMap((person): [string, Case][] => {
  const seenIn = (periodStart: string) => async (browser: Browser, id: never) =>
    given(
      browser
        .call(hoursApi.person, { query: { userId: idOf(person), period: periodStart } })
        .then(({ history }) => (history.length > 0 ? { id } : Promise.reject(new Error('Nothing is seen')))),
    )
  const hash = 'A'.repeat(22)
  const [june, july] = [
    { periodStart: '2026-06-01', periodEnd: '2026-06-30' },
    { periodStart: '2026-07-01', periodEnd: '2026-07-31' },
  ]
  const approved = { approvedAt: '2026-08-01T08:00:00.000Z', minutes: {}, hash }
  return [
    [
      `an approval of hours of ${person}`,
      {
        put: () => put(hoursApprovals, { ...june, ...approved, userId: idOf(person), approvedBy: idOf('gita') }),
        read: seenIn(june.periodStart),
      },
    ],
    [
      `what ${person} has said about their hours`,
      {
        put: () => put(hoursAnswers, { ...july, userId: idOf(person), saidBy: idOf(person), kind: 'confirm', hash }),
        read: seenIn(july.periodStart),
      },
    ],
  ]
})

/** By giver, the item's department, and its receiver. Some are guests, who see none. */
const handoverCases = (['uli', 'una', 'nora', 'gus'] as const).flatMap((giver) => [
  [
    `a handover of ${giver}`,
    {
      put: () => {
        const { id: giverId, departmentId } = muster.fixtures.people[giver]
        return put(handovers, { giverId, departmentId, note: 'Quiet', searchText: ' quiet' })
      },
      read: (browser, id) =>
        amongst(
          browser.call(handoversApi.list, { query: {} }).then((page) => page.handovers),
          id,
        ),
    } satisfies Case,
  ] as [string, Case],
  ...places.flatMap((department) =>
    ([null, 'lea', 'milan', 'gwen'] as const).map((to): [string, Case] => [
      `an item of ${giver} for ${to ?? 'anybody'} of ${department}`,
      {
        async put() {
          const { handoverId, id: _, ...item } = await putHandover(muster, { giver, department, to })
          await forget()
          return put(handoverItems, { ...item, handoverId, position: 1 })
        },
        read: (browser, id) =>
          amongst(
            browser
              .call(handoversApi.list, { query: {} })
              .then((page) => page.handovers.flatMap(({ items }): { id: number }[] => items)),
            id,
          ),
      },
    ]),
  ),
])

/** In threads of departments, and in threads of two people, who may be guests. */
const messageCases = (['Housekeeping', 'Maintenance', ['uli', 'lea'], ['una', 'gus'], ['gita', 'milan']] as const).map(
  (of): [string, Case] => {
    let threadId = 0
    return [
      `a message in the thread of ${of}`,
      {
        async put() {
          threadId = await putThread(muster, of)
          const addressees = typeof of === 'string' ? [] : of.slice(1).map(idOf)
          const departmentId = typeof of === 'string' ? departmentOf(of) : null
          const senderId = idOf(typeof of === 'string' ? 'adam' : of[0])
          const values = { senderId, addressees, departmentId, text: 'Two cots, please', recipients: 1, offDuty: 0 }
          const id = (await put(messages, values)) as number
          await linkMessage(muster, threadId, id)
          return id
        },
        async read(browser, id) {
          const page = await given<ThreadMessages>(
            browser.call(threadsApi.messages, { params: { id: threadId }, query: {} }),
          )
          return page?.messages.find((message) => message.id === id) ?? null
        },
      },
    ]
  },
)

const otherCases: [string, Case][] = [
  [
    'a department',
    {
      put: () => put(departments, { name: 'Spa', foldedName: 'spa' }),
      read: (browser, id) => amongst(browser.call(departmentsApi.list, {}), id),
    },
  ],
  [
    'a place with a sign',
    {
      put: () => put(signs, { name: 'Boiler', departmentId: departmentOf('Maintenance'), code: 'aBcDeFgH_1' }),
      read: (browser, id) =>
        amongst(
          browser.call(placesApi.list, {}).then(({ places }) => places),
          id,
        ),
    },
  ],
  [
    'an all clear of Housekeeping',
    {
      put: () =>
        put(allClears, {
          ...{ departmentId: muster.fixtures.departments.Housekeeping, readBy: idOf('gita') },
          ...{ readAt: inDays(0), readUntil: inDays(0) },
        }),
      read: (browser) => {
        const query = { departmentId: muster.fixtures.departments.Housekeeping }
        return given(browser.call(todayDepartmentApi.read, { query }))
      },
    },
  ],
  [
    'a holiday',
    {
      put: () => put(holidays, { date: '2027-01-01', name: 'New Year' }),
      read: (browser, id) =>
        amongst(
          browser.call(holidaysApi.list, {}).then(({ holidays }) => holidays),
          id,
        ),
    },
  ],
  [
    'a wage type',
    {
      put: () => put(wageTypes, { code: '100', name: 'Work', source: 'work' }),
      read: (browser, id) =>
        amongst(
          browser.call(wageTypesApi.list, {}).then((reply) => reply.wageTypes),
          id,
        ),
    },
  ],
  [
    'a payroll run',
    {
      put: () =>
        put(payrollRuns, {
          ...{ period: '2026-10-01', periodEnd: '2026-10-31', people: 0, lines: 0, corrections: 0, minutes: 0 },
          ...{ wageTypes: [], createdBy: idOf('gita') },
        }),
      read: (browser, id) =>
        amongst(
          browser.call(payrollApi.runs, { query: {} }).then(({ runs }) => runs),
          id,
        ),
    },
  ],
  [
    'a webhook',
    {
      put: () =>
        put(webhooks, {
          ...{ name: 'Locks', url: 'https://locks.example/', secret: 'whsec_AAAA', types: ['task.created'] },
          createdBy: idOf('gita'),
        }),
      read: (browser, id) =>
        amongst(
          browser.call(webhooksApi.list, {}).then((reply) => reply.webhooks),
          id,
        ),
    },
  ],
  [
    'a person',
    {
      put: async () => {
        const { email: _email, id: _id, ...values } = await putPerson(muster.services)
        return put(users, { ...values, email: 'heard@hotel.example', id: '0190b1a0-0000-7000-8000-00000000beef' })
      },
      read: (browser, id) => amongst(browser.call(usersApi.list, {}), id),
    },
  ],
  [
    'feedback',
    {
      put: () => put(feedback, { userId: idOf('uli'), rating: 4, category: 'other', comment: 'Good' } as never),
      read: (browser, id) =>
        amongst(
          browser.call(feedbackApi.list, {}).then((page) => page.feedback),
          id,
        ),
    },
  ],
]

test.each([
  ...taskCases,
  ...commentCases,
  ...stepCases,
  ...projectCases,
  ...reminderCases.filter(isTaken),
  ...routineCases.filter(isTaken),
  ...sopCases,
  ...clockCases,
  ...contractCases,
  ...wishCases,
  ...hoursCases,
  ...rosterCases,
  ...exchangeCases,
  ...absenceCases,
  ...handoverCases.filter(isTaken),
  ...messageCases,
  ...otherCases,
])('%s', async (_, each) => {
  for (const page of pages.values()) page.received()
  const id = await each.put()
  await expectSame(each, id, await publishMark())
})

/** Those who see a row now, with the row as all receive it. */
async function seenBy({ read, live }: Case, id: number | string) {
  const seen = new Map<PersonName, unknown>()
  for (const name of pages.keys()) {
    const row = await read(await muster.as(name), id as never, name)
    if (row) seen.set(name, live?.(row as never))
  }
  return seen
}

/**
 * Compares each page's row with the row that the API gives its person. Former viewers learn that it is gone, or read
 * again where messages carry no row.
 */
async function expectSame(
  each: Case,
  id: number | string,
  mark: number,
  before: ReadonlyMap<PersonName, unknown> = new Map(),
) {
  const seen = await seenBy(each, id)
  const expected = [...pages.keys()].flatMap((name) =>
    seen.has(name) ? [[name, seen.get(name)]] : before.has(name) ? [[name, each.live ? null : undefined]] : [],
  )
  const received: unknown[] = []
  for (const [name, page] of pages) {
    const change = (await receivedChanges(page, id, mark)).at(-1)
    if (change) received.push([name, change.row])
  }
  expect(received).toEqual(expected)
}

const change = async <T extends Audited>(table: T, id: number, values: Partial<T['$inferInsert']>) => {
  const { db } = muster.contextOf('gita')
  const [before] = await db
    .select()
    .from(table as PgTable)
    .where(sql`id = ${id}`)
  await inTransaction(muster.contextOf('gita'), (ctx) => update(ctx, table, before as T['$inferSelect'], values))
}
const erase = async <T extends Audited>(table: T, id: number) => {
  const { db } = muster.contextOf('gita')
  const [before] = await db
    .select()
    .from(table as PgTable)
    .where(sql`id = ${id}`)
  await inTransaction(muster.contextOf('gita'), (ctx) => remove(ctx, table, before as T['$inferSelect']))
}

const caseOf = (cases: [string, Case][], start: string) => cases.find(([name]) => name.startsWith(start))?.[1] as Case
const moves: [string, Case, (id: number) => Promise<void>][] = [
  [
    'a project goes to another department',
    caseOf(projectCases, 'a project of Housekeeping'),
    (id) => change(projects, id, { departmentId: departmentOf('Maintenance') }),
  ],
  ['a project is deleted', caseOf(projectCases, 'a project of Maintenance'), (id) => erase(projects, id)],
  [
    'a reminder goes from one person to another',
    caseOf(reminderCases, 'a reminder for uli by marta'),
    (id) => change(reminders, id, { userId: idOf('una') }),
  ],
  [
    'a reminder goes from a person to a department',
    caseOf(reminderCases, 'a reminder for una by marta'),
    (id) => change(reminders, id, { userId: null, departmentId: departmentOf('Housekeeping') }),
  ],
  ['a reminder is deleted', caseOf(reminderCases, 'a reminder for everyone'), (id) => erase(reminders, id)],
  [
    'a global SOP goes to a department',
    caseOf(sopCases, 'an SOP of null'),
    (id) => change(sops, id, { departmentId: departmentOf('Maintenance') }),
  ],
  [
    'a message is taken back',
    caseOf(messageCases, 'a message in the thread of uli,lea'),
    (id) => change(messages, id, { text: '', takenBackAt: inDays(0) }),
  ],
  [
    'a comment is changed',
    caseOf(commentCases, 'a comment on a task of Housekeeping, given to gwen'),
    (id) => change(comments, id, { text: 'It drips no more' }),
  ],
  [
    'a comment is deleted',
    caseOf(commentCases, 'a comment on a task of Maintenance, given to lea'),
    (id) => erase(comments, id),
  ],
]

test.each(moves)('%s', async (_, each, move) => {
  const id = (await each.put()) as number
  const before = await seenBy(each, id)
  await forget()
  await move(id)
  await expectSame(each, id, await publishMark(), before)
})

/** Drops the pages' messages so far. */
async function forget() {
  const mark = await publishMark()
  for (const page of pages.values()) await receivedChanges(page, mark, mark)
}

test('who lost sight of a task hears that it is gone, and nothing of its comments', async () => {
  const task = await putTask(muster, { department: 'Housekeeping', assignee: 'una', creator: 'gita' })
  const values = { searchText: ' it drips', mentions: [], taskId: task.id, authorId: idOf('una') }
  const written = (await put(comments, { ...values, text: 'It drips' })) as number
  await forget()
  await change(tasks, task.id, { assigneeId: null })
  await change(comments, written, { text: 'It drips a lot' })
  await put(comments, { ...values, text: 'It drips again' })
  const mark = await publishMark()
  const heard = async (name: PersonName) =>
    (await receivedAll(pages.get(name) as LivePage, mark)).map(({ resource, row }) => [resource, row && 'a row'])
  expect(await heard('una')).toEqual([['tasks', null]])
  expect(await heard('uli')).toEqual([
    ['tasks', 'a row'],
    ['comments', 'a row'],
    ['comments', 'a row'],
  ])
})

test('another role and department decide at once, while the page is connected', async () => {
  const address = await muster.listen()
  const person = await putPerson(muster.services, { departmentId: departmentOf('Housekeeping') })
  const browser = await muster.signIn(person.email)
  const page = await openPage(address, { cookie: browser.cookie })
  page.send({ type: 'auth', userId: person.id })
  await page.receives('auth_success')
  const rowsOf = async (each: Case) => {
    const id = await each.put()
    return (await receivedChanges(page, id, await publishMark())).map(({ row }) => row)
  }
  const [ofHousekeeping, ofMaintenance] = [
    caseOf(sopCases, 'an SOP of Housekeeping'),
    caseOf(sopCases, 'an SOP of Maintenance'),
  ]
  expect(await rowsOf(ofHousekeeping)).toEqual([expect.objectContaining({ title: 'Folding towels' })])
  expect(await rowsOf(ofMaintenance)).toEqual([])

  const admin = await muster.as('adam')
  const become = (body: object) => admin.call(usersApi.update, { params: { id: person.id }, body })
  await become({ departmentId: departmentOf('Maintenance') })
  await page.receives('stale')
  expect(await rowsOf(ofHousekeeping)).toEqual([])
  expect(await rowsOf(ofMaintenance)).toEqual([expect.objectContaining({ title: 'Folding towels' })])

  await become({ role: 'guest' })
  await page.receives('stale')
  expect(await rowsOf(ofMaintenance)).toEqual([])
  page.socket.close()
})

test("who confirms a reading tells one's own other pages, which the row does not", async () => {
  const { id } = await putSop(muster)
  await forget()
  await (await muster.as('uli')).call(sopsApi.confirm, { params: { id }, body: { revision: 1 } })
  const mark = await publishMark()
  const idsOf = async (name: PersonName) =>
    (await receivedAll(pages.get(name) as LivePage, mark))
      .filter(({ resource }) => resource === 'sops')
      .map((one) => one.id)
  expect(await idsOf('uli')).toEqual([id, null])
  expect(await idsOf('lea')).toEqual([id])
})

test('a change is read once, however many pages there are', async () => {
  const address = await muster.listen()
  const uli = await muster.as('uli')
  const more = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const page = await openPage(address, { cookie: uli.cookie })
      page.send({ type: 'auth', userId: idOf('uli') })
      await page.receives('auth_success')
      return page
    }),
  )
  const owner = { departmentId: departmentOf('Housekeeping') }
  const ids = {
    project: await put(projects, { name: 'Roof', ownerId: idOf('gwen'), ...owner }),
    reminder: await put(reminders, { title: 'Stretch', nextRun: inDays(1), createdBy: idOf('marta'), ...owner }),
    sop: (await putSop(muster)).id,
    session: await put(clockSessions, { userId: idOf('lea'), startTime: inDays(-0.1) }),
  }
  const { pool } = muster.services.database
  const changes: (() => Promise<void>)[] = [
    () => change(projects, ids.project as number, { name: 'Roofs' }),
    () => change(reminders, ids.reminder as number, { title: 'Stand up' }),
    () => change(sops, ids.sop, { title: 'Folding sheets' }),
    () => change(clockSessions, ids.session as number, { startTime: inDays(-0.2) }),
  ]
  for (const make of changes) {
    await forget()
    let statements = 0
    const count = () => (statements += 1)
    pool.on('acquire', count)
    await make()
    await (pages.get('gita') as LivePage).receives('change')
    pool.off('acquire', count)
    // The row before, the transaction, the row for the pages; at times a look into the log.
    expect(statements).toBeLessThanOrEqual(5)
  }
  for (const { socket } of more) socket.close()
})

/** Publishes a change that everybody receives, after everything that was published before. */
async function publishMark() {
  const id = Math.trunc(performance.now() * 1000)
  const audience = { fromRole: 'guest' as const, departments: [], users: [] }
  await muster.announce([{ type: 'change', change: { resource: 'sessions', id }, audience, tab: null }])
  return id
}

const receivedChanges = async (page: LivePage, id: number | string, mark: number) =>
  (await receivedAll(page, mark)).filter((change) => change.id === id && change.resource !== 'sessions')

/** All changes that the page has received before the mark. */
async function receivedAll(page: LivePage, mark: number) {
  const changes: ChangeWithRow[] = []
  for (;;) {
    const { data } = await page.receives('change')
    if (data.resource === 'sessions' && data.id === mark) return changes
    changes.push(data)
  }
}
