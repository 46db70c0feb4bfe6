import { and, asc, eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deactivate, type PersonName } from '../../../../test/support/people.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { clearTasks, putProject, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import {
  MAX_TASKS_PER_CALL,
  type ManyChanges,
  type TaskChanges,
  type TaskUndo,
  tasksApi,
} from '../../../shared/tasks.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Putting back the values that tasks had before a change. */

const muster = useTestApp()
beforeEach(() => clearTasks(muster))

const database = () => muster.services.database.orm
const rowsOf = (ids: number[]) => database().select().from(tasks).where(inArray(tasks.id, ids)).orderBy(asc(tasks.id))
const rowOf = async (id: number) => (await rowsOf([id]))[0]
const change = async (name: PersonName, id: number, body: TaskChanges) =>
  (await muster.as(name)).call(tasksApi.update, { params: { id }, body })
const changeMany = async (name: PersonName, ids: number[], changes: ManyChanges['changes']) =>
  (await muster.as(name)).call(tasksApi.updateMany, { body: { ids, changes } })
const undo = async (name: PersonName, body: TaskUndo) => (await muster.as(name)).call(tasksApi.undo, { body })
const put = (fields: Parameters<typeof putTask>[1] = {}) => putTask(muster, { department: 'Housekeeping', ...fields })

test('a place gets back, and is found again', async () => {
  const { id } = await put({ title: 'Wash' })
  const found = async (search: string) =>
    (await (await muster.as('marta')).call(tasksApi.list, { query: { search } })).tasks.map((task) => task.id)
  await change('marta', id, { place: 'Laundry' })
  expect(await found('laundry')).toEqual([id])
  await undo('marta', { from: { place: 'Laundry' }, to: [{ ids: [id], values: { place: null } }] })
  expect(await found('laundry')).toEqual([])
  await undo('marta', { from: { place: null }, to: [{ ids: [id], values: { place: 'Attic' } }] })
  expect(await found('attic')).toEqual([id])
})

test('every field gets back what it held, also those that follow from others', async () => {
  const before = await put({ title: 'Wash', description: 'All of them', tags: ['linen'], priority: 'low' })
  const values = {
    title: 'Wash',
    description: 'All of them',
    tags: ['linen'],
    priority: 'low',
    status: 'pending',
    dueDate: null,
    assigneeId: null,
    departmentId: muster.fixtures.departments.Housekeeping,
    projectId: null,
  } as const
  const from = {
    title: 'Iron',
    description: null,
    tags: [],
    priority: 'high',
    status: 'completed',
    dueDate: '2031-05-09T10:00:00.000Z',
    assigneeId: muster.fixtures.people.uli.id,
    departmentId: null,
    projectId: (await putProject(muster, 'Spring')).id,
  } as const
  await change('marta', before.id, { ...from, tags: [] })
  const to = [{ ids: [before.id], values: { ...values, tags: ['linen'] } }]
  expect(await undo('marta', { from: { ...from, tags: [] }, to })).toEqual({ changed: 1 })
  const after = await rowOf(before.id)
  expect({ ...after, updatedAt: '' }).toEqual({ ...before, updatedAt: '' })
  expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before.updatedAt))
})

test('what a change of many replaced undoes it in one call, with an audit entry for each task', async () => {
  const dates = ['2031-01-01T10:00:00.000Z', '2031-01-02T10:00:00.000Z', null]
  const ids: number[] = []
  for (const dueDate of dates) ids.push((await put({ dueDate })).id)
  const same = await put({ dueDate: dates[0] ?? null })
  const from = { dueDate: '2031-06-01T10:00:00.000Z' }
  const { before } = await changeMany('marta', [...ids, same.id], from)
  expect(before).toEqual([
    { ids: [ids[0], same.id], values: { dueDate: dates[0] } },
    { ids: [ids[1]], values: { dueDate: dates[1] } },
    { ids: [ids[2]], values: { dueDate: null } },
  ])
  expect(await undo('marta', { from, to: before })).toEqual({ changed: 4 })
  expect((await rowsOf([...ids, same.id])).map(({ dueDate }) => dueDate)).toEqual([...dates, dates[0]])
  const entries = await database()
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.action, 'task.update'), inArray(auditLogs.resourceId, ids.map(String))))
  expect(entries).toHaveLength(6)
})

test('1,000 tasks with values of their own are undone in one call', async () => {
  const { rows } = await muster.services.database.pool.query<{ id: number; due_date: string }>(
    `insert into tasks (title, folded_title, search_text, status, priority, creator_id, department_id, tags, due_date)
     select 'Room ' || n, 'room ' || n, ' room ' || n, 'pending', 'medium', $1, $2, '{}', timestamptz '2031-01-01Z' + n * interval '1 h'
     from generate_series(1, $3) n returning id, due_date`,
    [muster.fixtures.people.gita.id, muster.fixtures.departments.Housekeeping, MAX_TASKS_PER_CALL],
  )
  const ids = rows.map(({ id }) => id)
  const from = { dueDate: null }
  const { before } = await changeMany('marta', ids, from)
  expect(before).toHaveLength(MAX_TASKS_PER_CALL)
  expect(await undo('marta', { from, to: before })).toEqual({ changed: MAX_TASKS_PER_CALL })
  expect((await rowsOf(ids)).map(({ dueDate }) => dueDate)).toEqual(rows.map(({ due_date }) => due_date))
})

test('each task gets back what it lost, and keeps the rest', async () => {
  const [first, second] = [
    await put({ title: 'Wash', priority: 'low' }),
    await put({ title: 'Iron', priority: 'high' }),
  ]
  await change('marta', first.id, { title: 'Washed' })
  await change('marta', second.id, { priority: 'medium', tags: ['linen'] })
  const to = [
    { ids: [first.id], values: { title: 'Wash' } },
    { ids: [second.id], values: { priority: 'high' as const } },
  ]
  expect(await undo('marta', { from: { title: 'Washed', priority: 'medium' }, to })).toEqual({ changed: 2 })
  expect(await rowsOf([first.id, second.id])).toMatchObject([
    { title: 'Wash', priority: 'low', tags: [], searchText: first.searchText },
    { title: 'Iron', priority: 'high', tags: ['linen'] },
  ])
})

test('tasks that were so already before the change are not among those that it replaced', async () => {
  const [low, high] = [await put({ priority: 'low' }), await put({ priority: 'high' })]
  const { changed, before } = await changeMany('marta', [low.id, high.id], { priority: 'high' })
  expect({ changed, before }).toEqual({ changed: 1, before: [{ ids: [low.id], values: { priority: 'low' } }] })
})

describe('a task that somebody has changed meanwhile', () => {
  test('is named, and nothing is undone', async () => {
    const [first, second] = [await put(), await put()]
    const { before } = await changeMany('marta', [first.id, second.id], { status: 'completed' })
    await change('milan', second.id, { status: 'in_progress' })
    const { status, reply } = await httpErrorOf(undo('marta', { from: { status: 'completed' }, to: before }))
    expect({ status, code: reply?.code }).toEqual({ status: 409, code: 'edited_meanwhile' })
    expect(reply?.issues?.map(({ path }) => path)).toEqual(['to.0.ids.1'])
    expect((await rowsOf([first.id, second.id])).map(({ status }) => status)).toEqual(['completed', 'in_progress'])
  })

  test('in another field stands in nobody’s way', async () => {
    const { id } = await put({ priority: 'low' })
    await change('marta', id, { priority: 'high' })
    await change('adam', id, { title: 'Check the safe' })
    await undo('marta', { from: { priority: 'high' }, to: [{ ids: [id], values: { priority: 'low' } }] })
    expect(await rowOf(id)).toMatchObject({ priority: 'low', title: 'Check the safe' })
  })

  test('or deleted, or moved out of reach, is named too', async () => {
    const { Maintenance } = muster.fixtures.departments
    const [kept, gone, moved] = [await put(), await put(), await put()]
    const ids = [kept.id, gone.id, moved.id]
    const { before } = await changeMany('marta', ids, { priority: 'high' })
    const gita = await muster.as('gita')
    await gita.call(tasksApi.remove, { params: { id: gone.id } })
    await change('gita', moved.id, { departmentId: Maintenance })
    const { reply } = await httpErrorOf(undo('marta', { from: { priority: 'high' }, to: before }))
    expect(reply?.issues?.map(({ path }) => path)).toEqual(['to.0.ids.1', 'to.0.ids.2'])
  })
})

test('users undo a status, and nothing else', async () => {
  const { id } = await put({ status: 'in_progress' })
  await change('uli', id, { status: 'completed' })
  await undo('uli', { from: { status: 'completed' }, to: [{ ids: [id], values: { status: 'in_progress' } }] })
  expect(await rowOf(id)).toMatchObject({ status: 'in_progress', completedAt: null })
  const to = [{ ids: [id], values: { priority: 'low' as const } }]
  expect((await httpErrorOf(undo('uli', { from: { priority: 'medium' }, to }))).status).toBe(403)
})

test('nobody moves tasks by an undo to where they may not edit', async () => {
  const { id } = await put()
  const { Housekeeping, Maintenance } = muster.fixtures.departments
  const body = { from: { departmentId: Housekeeping }, to: [{ ids: [id], values: { departmentId: Maintenance } }] }
  expect((await httpErrorOf(undo('marta', body))).status).toBe(409)
  expect(await undo('adam', body)).toEqual({ changed: 1 })
})

test('a task that was completed has its former time again', async () => {
  const completedAt = '2026-11-02T08:00:00.000Z'
  const { id } = await put({ status: 'completed', completedAt })
  await change('uli', id, { status: 'pending' })
  await undo('uli', { from: { status: 'pending' }, to: [{ ids: [id], values: { status: 'completed' } }] })
  expect(await rowOf(id)).toMatchObject({ status: 'completed', completedAt })
})

test('who gets a task back is told, once for each person, unless it was taken from them a moment ago', async () => {
  const { uli, lea } = muster.fixtures.people
  const theirs = [await put({ assignee: 'uli' }), await put({ assignee: 'uli' }), await put({ assignee: 'lea' })]
  const ids = theirs.map(({ id }) => id)
  const received = async (name: PersonName) => (await muster.as(name)).call(notificationsApi.list, {})
  const counts = async () => [(await received('uli')).length, (await received('lea')).length]
  const [ofUli = 0, ofLea = 0] = await counts()
  const { before } = await changeMany('marta', ids, { assigneeId: null })
  await muster.services.database.pool.query(
    `update audit_logs set created_at = created_at - interval '2 minutes' where resource_type = 'task' and resource_id = any($1)`,
    [ids.map(String)],
  )
  await undo('marta', { from: { assigneeId: null }, to: before })
  expect(await counts()).toEqual([ofUli + 1, ofLea + 1])
  expect((await received('uli'))[0]).toMatchObject({ title: expect.stringContaining('2') })
  expect((await received('lea'))[0]).toMatchObject({ taskId: theirs[2]?.id })
  // Uli gets a task that was Léa's before, and it goes back at once.
  await change('marta', ids[0] as number, { assigneeId: lea.id })
  await undo('marta', {
    from: { assigneeId: lea.id },
    to: [{ ids: [ids[0] as number], values: { assigneeId: uli.id } }],
  })
  expect(await counts()).toEqual([ofUli + 1, ofLea + 2])
})

test('a former assignee gets the task back, unless the account is closed', async () => {
  const { uli, lea } = muster.fixtures.people
  const { id } = await put({ assignee: 'uli' })
  const theirs = await put({ assignee: 'lea' })
  const received = async () => (await (await muster.as('uli')).call(notificationsApi.list, {})).length
  const before = await received()
  for (const task of [id, theirs.id]) await change('marta', task, { assigneeId: null })
  await undo('marta', { from: { assigneeId: null }, to: [{ ids: [id], values: { assigneeId: uli.id } }] })
  expect(await rowOf(id)).toMatchObject({ assigneeId: uli.id })
  expect(await received()).toBe(before)
  await deactivate(muster.services, 'lea')
  const to = [{ ids: [theirs.id], values: { assigneeId: lea.id } }]
  expect((await httpErrorOf(undo('marta', { from: { assigneeId: null }, to }))).status).toBe(409)
})

test('nothing comes back that an ordinary change may not set', async () => {
  const sop = (await putSop(muster, { department: 'Housekeeping', pages: 2 })).id
  const plain = await put()
  const byProcedure = await put({ sopId: sop })
  const cases: [typeof plain, TaskUndo['from'], TaskUndo['from']][] = [
    [plain, { sopPage: null }, { sopPage: 9999 }],
    [plain, { sopId: null, sopPage: null }, { sopId: sop, sopPage: 3 }],
    [plain, { sopId: null }, { sopId: 2_000_000_000 }],
    [byProcedure, { sopPage: null }, { sopPage: 3 }],
    [byProcedure, { sopId: sop, sopPage: null }, { sopId: null, sopPage: 1 }],
    [plain, { projectId: null }, { projectId: 2_000_000_000 }],
    [plain, { departmentId: plain.departmentId }, { departmentId: 2_000_000_000 }],
    [plain, { assigneeId: null }, { assigneeId: '00000000-0000-4000-8000-000000000000' }],
  ]
  for (const [task, from, values] of cases) {
    const undone = await httpErrorOf(undo('gita', { from, to: [{ ids: [task.id], values }] }))
    expect([values, undone.status, undone.reply?.issues?.[0]?.path]).toEqual([values, 409, 'to.0.ids.0'])
    expect([values, (await httpErrorOf(change('gita', task.id, values))).status]).toEqual([values, 400])
  }
  expect(await rowsOf([plain.id, byProcedure.id])).toEqual([plain, byProcedure])
  const to = [{ ids: [byProcedure.id], values: { sopPage: 2 } }]
  expect(await undo('gita', { from: { sopPage: null }, to })).toEqual({ changed: 1 })
})

test('what a client makes up changes nothing, or is an ordinary change', async () => {
  const { id } = await put({ priority: 'low' })
  const status = async (body: unknown) =>
    (await httpErrorOf(undo('marta', body as TaskUndo)).catch(() => ({ status: 200 }))).status
  expect(await status({ from: {}, to: [{ ids: [id], values: { priority: 'high' } }] })).toBe(409)
  expect(await status({ from: {}, to: [] })).toBe(400)
  expect(await status({ from: {}, to: [{ ids: [], values: {} }] })).toBe(400)
  expect(await status({ from: {}, to: [{ ids: [id], values: { completedAt: null } }] })).toBe(400)
  expect(await status({ from: {}, to: [{ ids: [2_000_000_000], values: {} }] })).toBe(409)
  const many = Array.from({ length: 2 }, (_, at) => ({
    ids: Array.from({ length: 600 }, (_, index) => 1 + at * 600 + index),
    values: {},
  }))
  expect(await status({ from: {}, to: many })).toBe(400)
  expect(await rowOf(id)).toMatchObject({ priority: 'low' })
})
