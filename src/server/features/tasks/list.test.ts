import { beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { clearTasks, inDays, putProject, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { MAX_OFFSET, MAX_TASK_PAGE_SIZE, type TaskQuery, type TaskSort, taskSorts } from '../../../shared/task-query.ts'
import { priorities, shownStatus, statuses } from '../../../shared/task-status.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { fold } from '../../../shared/words/fold.ts'

const muster = useTestApp()

const ids = (tasks: { id: number }[]) => tasks.map(({ id }) => id)
const list = async (name: PersonName, query: TaskQuery = {}) => (await muster.as(name)).call(tasksApi.list, { query })

/** Every page of a list, read by cursor. */
async function pagesOf(name: PersonName, query: TaskQuery, between = async () => {}) {
  const pages = [await list(name, query)]
  for (let after = pages[0]?.next; after; after = pages.at(-1)?.next) {
    await between()
    pages.push(await list(name, { ...query, after }))
    expect(pages.length).toBeLessThan(100)
  }
  return pages
}

/** The value that a task is sorted by, as text or number. Tasks without one come last. */
const keys: Record<TaskSort, (task: Task) => string | number> = {
  title: (task) => fold(task.title),
  priority: (task) => priorities.indexOf(task.priority),
  status: (task) => statuses.indexOf(shownStatus(task, Date.now())),
  assignee: ({ assignee }) => (assignee ? fold(`${assignee.firstName} ${assignee.lastName}`) : '\u{10ffff}'),
  dueDate: (task) => task.dueDate ?? 'never',
  createdAt: (task) => task.createdAt,
}
const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
const sorted = (tasks: Task[], sort: TaskSort, order: 'asc' | 'desc') =>
  [...tasks]
    .sort((a, b) => compare(keys[sort](a), keys[sort](b)) || a.id - b.id)
    [order === 'asc' ? 'slice' : 'reverse']()

const titles = [
  'zip',
  'Äpfel',
  'apfel',
  'Apfel',
  'Zimmer 9',
  'zimmer 10',
  '%',
  '🧹 broom',
  '\u{1f9f9}',
  '',
  'Öl',
  'ø',
  '한국',
]
const people = ['uli', 'lea', null, 'una', 'uli'] as const
const departments = ['Housekeeping', 'Maintenance', null, 'Operations', 'Housekeeping'] as const
const dues = [null, inDays(-2), inDays(-1), inDays(1), inDays(400), null]
const pick = <T>(values: readonly T[], at: number) => values[at % values.length] as T
const pool: { project: number } = { project: 0 }

beforeAll(async () => {
  pool.project = (await putProject(muster, 'Roof')).id
  const moments = [inDays(-9), inDays(-8), inDays(-8), inDays(0)]
  for (let at = 0; at < 60; at += 1) {
    await putTask(muster, {
      title: pick(titles, at) || 'again',
      status: pick(statuses, at * 7),
      priority: pick(priorities, at * 5),
      assignee: pick(people, at),
      department: pick(departments, at * 3 + Math.floor(at / 5)),
      creator: at % 4 === 0 ? 'uli' : 'marta',
      dueDate: pick(dues, at * 5),
      createdAt: pick(moments, at * 3),
      projectId: at % 6 === 0 ? pool.project : null,
    })
  }
})

describe('a list', () => {
  test('holds whole tasks, newest first by default', async () => {
    const { tasks, total, next } = await list('gita')
    expect([tasks.length, total, next]).toEqual([60, 60, null])
    expect(ids(tasks)).toEqual(ids(sorted(tasks, 'createdAt', 'desc')))
    const gita = await muster.as('gita')
    for (const task of tasks.slice(0, 8)) expect(await gita.call(tasksApi.get, { params: task })).toEqual(task)
  })

  describe.each(taskSorts)('sorted by %s', (sort) => {
    const both = ['asc', 'desc'] as const

    test.each(both)('%s, goes on by id among equals', async (order) => {
      for (const name of ['gita', 'uli', 'gus'] as const) {
        const { tasks } = await list(name, { sort, order })
        expect(tasks.length).toBeGreaterThan(20)
        expect(ids(tasks)).toEqual(ids(sorted(tasks, sort, order)))
        // Some tasks have the same value: without them the order by id would not be tested.
        expect(new Set(tasks.map(keys[sort])).size).toBeLessThan(tasks.length)
      }
    })

    test.each(both)('%s, gives every task once over its pages', async (order) => {
      for (const [name, limit] of Object.entries({ gita: 7, uli: 9, gus: 1000 }) as [PersonName, number][]) {
        const whole = await list(name, { sort, order })
        const pages = await pagesOf(name, { sort, order, limit })
        expect(pages.flatMap(({ tasks }) => ids(tasks))).toEqual(ids(whole.tasks))
        expect(pages.map(({ tasks }) => tasks.length).slice(0, -1)).toEqual(Array(pages.length - 1).fill(limit))
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([whole.total]))
      }
    })

    test.each(both)('%s, gives every task once while others come and go', async (order) => {
      const { tasks } = await list('uli', { sort, order })
      const passing: number[] = []
      const gita = await muster.as('gita')
      const pages = await pagesOf('uli', { sort, order, limit: 6 }, async () => {
        const id = passing.length % 3 === 2 ? passing.pop() : undefined
        if (id !== undefined) await gita.call(tasksApi.remove, { params: { id } })
        const at = passing.length
        const like = pick(tasks, at * 11)
        const { title, status, priority, dueDate, createdAt } = like
        const made = await putTask(muster, { title, status, priority, dueDate, createdAt, assignee: 'uli' })
        passing.push(made.id)
      })
      const seen = pages.flatMap((page) => ids(page.tasks))
      expect(new Set(seen).size).toBe(seen.length)
      const known = new Set(ids(tasks))
      expect(seen.filter((id) => known.has(id))).toEqual(ids(tasks))
      await muster.services.database.pool.query('delete from tasks where not (id = any($1)) and id > $2', [
        ids(tasks),
        Math.min(...passing) - 1,
      ])
    })
  })

  test('sorts upwards by default, only the time of creation downwards', async () => {
    for (const sort of taskSorts) {
      const plain = await list('gita', { sort })
      const explicit = await list('gita', { sort, order: sort === 'createdAt' ? 'desc' : 'asc' })
      expect(ids(plain.tasks)).toEqual(ids(explicit.tasks))
    }
  })

  test('takes an offset, with and without a cursor', async () => {
    for (const sort of taskSorts) {
      const { tasks } = await list('uli', { sort })
      const { length } = tasks
      // In the second half, the offset is counted from the end.
      for (const offset of [0, 1, 17, length - 20, length - 11, length - 10, length - 3, length, MAX_OFFSET]) {
        const page = await list('uli', { sort, offset, limit: 10 })
        expect(ids(page.tasks)).toEqual(ids(tasks.slice(offset, offset + 10)))
        expect(page.total).toBe(length)
        expect(page.next === null).toBe(offset + 10 >= length)
        if (!page.next) continue
        const further = await list('uli', { sort, limit: 4, after: page.next })
        expect(ids(further.tasks)).toEqual(ids(tasks.slice(offset + 10, offset + 14)))
      }
    }
    const { tasks } = await list('uli', { sort: 'title' })
    const { next } = await list('uli', { sort: 'title', limit: 10 })
    const further = await list('uli', { sort: 'title', limit: 4, offset: 3, after: next ?? '' })
    expect(ids(further.tasks)).toEqual(ids(tasks.slice(13, 17)))
  })

  test('gives a cursor that leads on even from the longest title', async () => {
    const longest = ['한'.repeat(200), 'ﷺ'.repeat(200), '"\\'.repeat(100), '\u{1f9f9}'.repeat(100)]
    const made = []
    for (const title of longest) made.push(await putTask(muster, { title, assignee: 'nora' }))
    const query = { assigneeId: muster.fixtures.people.nora.id, sort: 'title', limit: 1 } as const
    const pages = await pagesOf('gita', query)
    expect(pages.flatMap(({ tasks }) => ids(tasks)).sort()).toEqual(ids(made).sort())
    await muster.services.database.pool.query('delete from tasks where id = any($1)', [ids(made)])
  })

  test('refuses a cursor of another order', async () => {
    const { next } = await list('gita', { sort: 'title', limit: 5 })
    for (const other of [{}, { sort: 'priority' }, { sort: 'title', order: 'desc' }] as TaskQuery[]) {
      const refusal = await httpErrorOf(list('gita', { ...other, after: next ?? '' }))
      expect([refusal.status, refusal.reply?.issues?.[0]?.path]).toEqual([400, 'after'])
    }
  })
})

describe('a filter', () => {
  /** Each filter with some values, and the condition that a task must meet. */
  const filters = () => {
    const { people, departments } = muster.fixtures
    return {
      departmentId: [departments.Housekeeping, departments.Operations],
      status: statuses,
      priority: ['high', 'low'],
      assigneeId: [people.uli.id, people.una.id],
      projectId: [pool.project],
      search: ['Apfel', 'zimmer'],
    } as const
  }
  const passes = (task: Task, query: TaskQuery) =>
    (query.departmentId === undefined || task.departmentId === query.departmentId) &&
    (query.status === undefined || shownStatus(task, Date.now()) === query.status) &&
    (query.priority === undefined || task.priority === query.priority) &&
    (query.assigneeId === undefined || task.assigneeId === query.assigneeId) &&
    (query.projectId === undefined || task.projectId === query.projectId) &&
    (query.search === undefined || fold(task.title).includes(fold(query.search)))

  /** One value of each filter or none, in every combination. */
  const combinations = () =>
    Object.entries(filters()).reduce<TaskQuery[]>(
      (queries, [name, values]) =>
        queries.flatMap((query) => [query, ...values.map((value) => ({ ...query, [name]: value }))]),
      [{}],
    )

  test('alone lets through what fits it', async () => {
    const { tasks } = await list('gita')
    for (const query of combinations().filter((each) => Object.keys(each).length === 1)) {
      const found = await list('gita', query)
      const expected = tasks.filter((task) => passes(task, query))
      expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0)
      expect(ids(found.tasks), JSON.stringify(query)).toEqual(ids(expected))
      expect(found.total).toBe(expected.length)
    }
  })

  test.each(['gita', 'uli'] as const)('with others lets %s see only what fits all', async (name) => {
    const { tasks } = await list(name)
    const queries = combinations().filter(
      (query, at) => at % 4 === 0 && (name === 'gita' || query.departmentId !== muster.fixtures.departments.Operations),
    )
    expect(queries.length).toBeGreaterThan(100)
    await Promise.all(
      queries.map(async (query) => {
        const found = await list(name, { ...query, limit: 3 })
        const expected = tasks.filter((task) => passes(task, query))
        expect(ids(found.tasks), JSON.stringify(query)).toEqual(ids(expected.slice(0, 3)))
        expect(found.total, JSON.stringify(query)).toBe(expected.length)
      }),
    )
  })

  test('for an unknown word finds nothing', async () => {
    for (const query of [
      { departmentId: 9999 },
      { projectId: 9999 },
      { assigneeId: '0190b1a0-0000-7000-8000-000000000000' },
    ]) {
      expect(await list('gita', query)).toEqual({ tasks: [], total: 0, next: null })
    }
  })

  test('for a person takes their id in capitals too', async () => {
    const assigneeId = muster.fixtures.people.uli.id
    const { total } = await list('gita', { assigneeId })
    expect((await list('gita', { assigneeId: assigneeId.toUpperCase() })).total).toBe(total)
  })
})

describe('a long list', () => {
  test('without a limit holds at most a thousand, and tells the true total', async () => {
    await clearTasks(muster)
    await muster.services.database.pool.query(
      `insert into tasks (title, folded_title, search_text, creator_id)
        select 'Many', 'many', ' many', (select id from users limit 1) from generate_series(1, $1)`,
      [MAX_TASK_PAGE_SIZE + 3],
    )
    const first = await list('gita')
    expect([first.tasks.length, first.total]).toEqual([MAX_TASK_PAGE_SIZE, MAX_TASK_PAGE_SIZE + 3])
    const second = await list('gita', { after: first.next ?? '' })
    expect([second.tasks.length, second.total, second.next]).toEqual([3, MAX_TASK_PAGE_SIZE + 3, null])
    expect(new Set(ids([...first.tasks, ...second.tasks])).size).toBe(MAX_TASK_PAGE_SIZE + 3)
    expect(await list('gita', { limit: 1 })).toMatchObject({
      tasks: [{ title: 'Many' }],
      total: MAX_TASK_PAGE_SIZE + 3,
    })
  })
})

test('tasks of some days are those of the days of the deployment’s time zone, both included', async () => {
  await clearTasks(muster)
  // In Berlin the clocks went back in the night to October 25: that day has 25 hours.
  const at = [
    '2026-10-24T21:59:59.999Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T22:59:59.999Z',
    '2026-10-25T23:00:00.000Z',
  ]
  for (const time of at) {
    await putTask(muster, {
      title: time,
      createdAt: '2026-10-01T12:00:00.000Z',
      completedAt: time,
      status: 'completed',
    })
    await putTask(muster, { title: `made ${time}`, createdAt: time })
  }
  const titles = async (query: TaskQuery) => (await list('marta', query)).tasks.map(({ title }) => title).sort()
  expect(await titles({ completedFrom: '2026-10-25', completedTo: '2026-10-25' })).toEqual([at[1], at[2]])
  expect(await titles({ completedFrom: '2026-10-25' })).toEqual(at.slice(1))
  expect(await titles({ createdFrom: '2026-10-25', createdTo: '2026-10-26' })).toEqual(
    at.slice(1).map((time) => `made ${time}`),
  )
  expect(await titles({ createdTo: '2026-10-24', status: 'completed' })).toEqual(at)
  const board = await (await muster.as('marta')).call(tasksApi.board, { query: { completedTo: '2026-10-24' } })
  expect([board.completed.total, board.pending.total]).toEqual([1, 0])
  const refused = await (await muster.as('marta')).raw({ method: 'GET', url: '/api/v1/tasks?completedFrom=2026-02-30' })
  expect(refused.status).toBe(400)
})
