import { beforeAll, expect, test } from 'vitest'
import { putProject, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { type BoardQuery, boardSorts, type TaskQuery } from '../../../shared/task-query.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { instantOf } from '../../../shared/time/time.ts'

/** Each filter at the door. `filter.test.ts` mixes them, and compares server and pages. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Lisbon' })
const DAY = 86_400_000
/** A time on the day that is so many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const titlesOf = async (query: TaskQuery, name: 'marta' | 'uli' | 'gus' = 'marta') => {
  const { tasks, total } = await (await muster.as(name)).call(tasksApi.list, { query })
  expect(total).toBe(tasks.length)
  return tasks.map(({ title }) => title).sort()
}

beforeAll(async () => {
  const { id: projectId } = await putProject(muster, 'Roof', 'Housekeeping')
  const lastMoment = instantOf('2031-05-09', '', 'Europe/Lisbon')
  const putHere = (fields: Parameters<typeof putTask>[1]) => putTask(muster, { department: 'Housekeeping', ...fields })
  await putHere({ title: 'late', dueDate: inDays(-40), assignee: 'uli', tags: ['VIP', 'linen'] })
  await putHere({ title: 'marked', status: 'overdue', projectId })
  await putHere({ title: 'soon', dueDate: new Date(Date.now() + 120_000).toISOString(), tags: ['VIP'] })
  await putHere({ title: 'far', dueDate: lastMoment, priority: 'high', tags: ['vip', 'a, b'] })
  await putHere({ title: 'done', status: 'completed', completedAt: inDays(0), dueDate: inDays(-40) })
  await putTask(muster, { title: 'elsewhere', department: 'Maintenance', tags: ['secret'] })
})

test('by assignee and project, also those without', async () => {
  const { uli } = muster.fixtures.people
  expect(await titlesOf({ assigneeId: uli.id })).toEqual(['late'])
  expect(await titlesOf({ assigneeId: 'none' })).toEqual(['done', 'elsewhere', 'far', 'marked', 'soon'])
  expect(await titlesOf({ projectId: 'none' })).toEqual(['done', 'elsewhere', 'far', 'late', 'soon'])
})

test('by the due date: overdue as it is shown, today, this week, none, some days', async () => {
  expect(await titlesOf({ due: 'overdue' })).toEqual(['late', 'marked'])
  expect(await titlesOf({ due: 'overdue', status: 'overdue' })).toEqual(['late', 'marked'])
  expect(await titlesOf({ due: 'overdue', status: 'pending' })).toEqual([])
  expect(await titlesOf({ due: 'today' })).toEqual(['soon'])
  expect(await titlesOf({ due: 'week' })).toEqual(['soon'])
  expect(await titlesOf({ due: 'none' })).toEqual(['elsewhere', 'marked'])
  expect(await titlesOf({ dueFrom: '2031-05-09', dueTo: '2031-05-09' })).toEqual(['far'])
  expect(await titlesOf({ dueFrom: '2031-05-10' })).toEqual([])
  expect(await titlesOf({ dueTo: '2031-05-08', status: 'completed' })).toEqual(['done'])
})

test('by all of several tags, in the case that they have', async () => {
  expect(await titlesOf({ tags: ['VIP'] })).toEqual(['late', 'soon'])
  expect(await titlesOf({ tags: ['linen', 'VIP'] })).toEqual(['late'])
  expect(await titlesOf({ tags: ['vip'] })).toEqual(['far'])
  const marta = await muster.as('marta')
  const { json } = await marta.raw({ method: 'GET', url: `${API_PREFIX}/tasks?tags=linen,%20VIP,,` })
  expect(json.total).toBe(1)
})

test('together, in lists, on the board and in the export', async () => {
  const assigneeId = muster.fixtures.people.uli.id
  const query: BoardQuery = { due: 'overdue', tags: ['VIP'], assigneeId, search: 'late' }
  expect(await titlesOf({ ...query, priority: 'medium' })).toEqual(['late'])
  expect(await titlesOf({ ...query, tags: ['VIP', 'vip'] })).toEqual([])
  const marta = await muster.as('marta')
  const board = await marta.call(tasksApi.board, { query })
  expect([board.overdue.total, board.pending.total, board.completed.total]).toEqual([1, 0, 0])
  const csv = await marta.raw({ method: 'GET', url: `${API_PREFIX}/tasks/export?due=overdue&tags=VIP` })
  expect(csv.text.match(/\r\n/g)).toHaveLength(2)
})

test('show nobody what they may not see', async () => {
  expect(await titlesOf({ tags: ['secret'] }, 'uli')).toEqual([])
  expect(await titlesOf({ due: 'none' }, 'gus')).toEqual(['marked'])
  const departmentId = muster.fixtures.departments.Maintenance
  const refused = (await muster.as('uli')).call(tasksApi.list, { query: { departmentId, tags: ['secret'] } })
  expect((await httpErrorOf(refused)).status).toBe(403)
  const empty = (await muster.as('uli')).call(tasksApi.list, {
    query: { departmentId, due: 'overdue', status: 'pending' },
  })
  expect((await httpErrorOf(empty)).status).toBe(403)
})

test('tags to choose from are those of tasks that one may see, most used first', async () => {
  const tagsOf = async (name: 'marta' | 'uli') => (await muster.as(name)).call(tasksApi.tags, { query: {} })
  expect(await tagsOf('marta')).toEqual(['VIP', 'a, b', 'linen', 'secret', 'vip'])
  expect(await tagsOf('uli')).toEqual(['VIP', 'a, b', 'linen', 'vip'])
})

test('the columns come in each order, and their pages go on in it', async () => {
  const marta = await muster.as('marta')
  for (let at = 0; at < 60; at++)
    await putTask(muster, {
      title: `many ${at}`,
      dueDate: at % 7 === 0 ? null : inDays(1 + ((at * 13) % 20)),
      priority: (['low', 'medium', 'high'] as const)[at % 3] ?? 'low',
      tags: ['many'],
    })
  const weights = { low: 1, medium: 2, high: 3 }
  for (const sort of boardSorts) {
    const { pending } = await marta.call(tasksApi.board, { query: { sort, tags: ['many'] } })
    const order = sort === 'dueDate' ? 'asc' : 'desc'
    const query: TaskQuery = { tags: ['many'], status: 'pending', sort, order, after: pending.next ?? '' }
    const all = [...pending.tasks, ...(await marta.call(tasksApi.list, { query })).tasks]
    const keys = all.map(({ dueDate, priority, createdAt }) =>
      sort === 'dueDate' ? (dueDate ?? 'never') : sort === 'priority' ? -weights[priority] : -Date.parse(createdAt),
    )
    expect(keys).toEqual(sort === 'dueDate' ? keys.toSorted() : keys.toSorted((a, b) => Number(a) - Number(b)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(60)
  }
})
