import { and, asc, eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deactivate, type PersonName } from '../../../../test/support/people.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { MAX_TASKS_PER_CALL, type ManyChanges, tasksApi } from '../../../shared/tasks.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Changing and deleting many tasks in one call. */

const muster = useTestApp()
beforeEach(() => clearTasks(muster))

const database = () => muster.services.database.orm
const rowsOf = (ids: number[]) => database().select().from(tasks).where(inArray(tasks.id, ids)).orderBy(asc(tasks.id))
const entriesOf = (ids: number[], action: string) =>
  database()
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.action, action), inArray(auditLogs.resourceId, ids.map(String))))
const change = async (name: PersonName, ids: number[], changes: ManyChanges['changes']) =>
  (await muster.as(name)).call(tasksApi.updateMany, { body: { ids, changes } })
const remove = async (name: PersonName, ids: number[]) =>
  (await muster.as(name)).call(tasksApi.removeMany, { body: { ids } })

async function put(count: number, fields: Parameters<typeof putTask>[1] = { department: 'Housekeeping' }) {
  const ids: number[] = []
  for (let made = 0; made < count; made += 1) ids.push((await putTask(muster, fields)).id)
  return ids
}

/** Inserts many tasks of Housekeeping in one statement: one by one would take too long. */
async function fill(count: number) {
  const { rows } = await muster.services.database.pool.query<{ id: number }>(
    `insert into tasks (title, folded_title, search_text, status, priority, creator_id, department_id, tags)
     select 'Room ' || n, 'room ' || n, ' room ' || n, 'pending', 'medium', $1, $2, '{}' from generate_series(1, $3) n
     returning id`,
    [muster.fixtures.people.gita.id, muster.fixtures.departments.Housekeeping, count],
  )
  return rows.map(({ id }) => id)
}

describe('an assignee whose account is closed', () => {
  test('may keep tasks that they all have, as with one task, and gets no others', async () => {
    await deactivate(muster.services, 'lea')
    const { id: lea } = muster.fixtures.people.lea
    const theirs = await put(2, { department: 'Housekeeping', assignee: 'lea' })
    expect(await change('marta', theirs, { assigneeId: lea, priority: 'high' })).toMatchObject({ changed: 2 })
    const { reply } = await httpErrorOf(change('marta', [...theirs, ...(await put(1))], { assigneeId: lea }))
    expect(reply?.issues?.[0]?.path).toBe('changes.assigneeId')
  })
})

describe('changing', () => {
  test('500 tasks to completed is one call, with one audit row each', async () => {
    const ids = await fill(500)
    expect(await change('marta', ids, { status: 'completed' })).toMatchObject({ changed: 500 })
    const rows = await rowsOf(ids)
    expect(rows.every(({ status, completedAt }) => status === 'completed' && completedAt !== null)).toBe(true)
    expect(await entriesOf(ids, 'task.update')).toHaveLength(500)
  })

  test('an estimate of many, which null clears', async () => {
    const ids = await put(2)
    expect(await change('marta', ids, { estimateMinutes: 20 })).toMatchObject({ changed: 2 })
    expect((await rowsOf(ids)).map(({ estimateMinutes }) => estimateMinutes)).toEqual([20, 20])
    await change('marta', ids, { estimateMinutes: null })
    expect((await rowsOf(ids)).map(({ estimateMinutes }) => estimateMinutes)).toEqual([null, null])
  })

  test('does not write or log what is already so', async () => {
    const [first = 0, second = 0] = await put(2)
    await change('marta', [first], { priority: 'high' })
    expect(await change('marta', [first, second], { priority: 'high' })).toMatchObject({ changed: 1 })
    expect(await entriesOf([first, second], 'task.update')).toHaveLength(2)
  })

  test('counts a task named twice once', async () => {
    const [id = 0] = await put(1)
    expect(await change('marta', [id, id], { priority: 'low' })).toMatchObject({ changed: 1 })
  })

  test('sets and clears the due date, and keeps the time at which a task was completed', async () => {
    const [id = 0] = await put(1)
    await change('marta', [id], { status: 'completed' })
    const [before] = await rowsOf([id])
    const dueDate = '2030-05-01T10:00:00.000Z'
    await change('marta', [id], { dueDate, status: 'completed' })
    const [after] = await rowsOf([id])
    expect(after?.completedAt).toEqual(before?.completedAt)
    expect(Date.parse(after?.dueDate ?? '')).toBe(Date.parse(dueDate))
    await change('marta', [id], { dueDate: null, status: 'pending' })
    expect(await rowsOf([id])).toMatchObject([{ dueDate: null, completedAt: null }])
  })

  test('is all or nothing', async () => {
    const own = await put(2)
    const others = await put(1, { department: 'Maintenance' })
    expect((await httpErrorOf(change('marta', [...own, ...others], { priority: 'high' }))).status).toBe(403)
    expect((await httpErrorOf(change('marta', [...own, 2_000_000_000], { priority: 'high' }))).status).toBe(404)
    expect((await rowsOf([...own, ...others])).map(({ priority }) => priority)).toEqual(['medium', 'medium', 'medium'])
    expect(await entriesOf([...own, ...others], 'task.update')).toEqual([])
  })

  test('takes up to 1000 tasks, and at least one', async () => {
    const ids = await fill(MAX_TASKS_PER_CALL + 1)
    expect((await httpErrorOf(change('marta', ids, { priority: 'high' }))).status).toBe(400)
    expect((await httpErrorOf(change('marta', [], { priority: 'high' }))).status).toBe(400)
    expect(await change('marta', ids.slice(1), { priority: 'high' })).toMatchObject({ changed: MAX_TASKS_PER_CALL })
  })

  test('notifies an assignee once a call, whatever the number, and not of tasks that they had', async () => {
    const { uli } = muster.fixtures.people
    const received = () =>
      muster.as('uli').then(async (browser) => (await browser.call(notificationsApi.list, {})).toReversed())
    const before = (await received()).length
    const ids = await put(3)
    await change('marta', ids, { assigneeId: uli.id })
    await change('marta', ids, { assigneeId: uli.id, priority: 'high' })
    expect((await received()).slice(before)).toMatchObject([
      {
        title: '3 new tasks for you',
        message: 'Marta Oliveira assigned you "Check the minibar" and 2 more',
        taskId: null,
      },
    ])
  })
})

describe('permissions:', () => {
  test('users set the status of tasks they see, and nothing else', async () => {
    const ids = await put(2)
    expect(await change('uli', ids, { status: 'in_progress' })).toMatchObject({ changed: 2 })
    expect((await httpErrorOf(change('uli', ids, { priority: 'high' }))).status).toBe(403)
    expect((await httpErrorOf(change('uli', ids, { status: 'completed', priority: 'high' }))).status).toBe(403)
    expect((await httpErrorOf(remove('uli', ids))).status).toBe(403)
  })

  test('for a user, tasks out of sight are not there', async () => {
    const [id = 0] = await put(1, { department: 'Maintenance' })
    expect((await httpErrorOf(change('uli', [id], { status: 'completed' }))).status).toBe(404)
  })

  test('guests change nothing', async () => {
    const ids = await put(1)
    expect((await httpErrorOf(change('gus', ids, { status: 'completed' }))).status).toBe(403)
    expect((await httpErrorOf(remove('gus', ids))).status).toBe(403)
  })

  test('managers of another department set the status, and neither edit nor delete', async () => {
    const ids = await put(1)
    expect(await change('milan', ids, { status: 'in_progress' })).toMatchObject({ changed: 1 })
    expect((await httpErrorOf(change('milan', ids, { dueDate: null }))).status).toBe(403)
    expect((await httpErrorOf(remove('milan', ids))).status).toBe(403)
  })

  test('nobody moves tasks to where they may not edit', async () => {
    const ids = await put(1)
    const { Maintenance } = muster.fixtures.departments
    expect((await httpErrorOf(change('marta', ids, { departmentId: Maintenance }))).status).toBe(403)
    expect(await change('adam', ids, { departmentId: Maintenance })).toMatchObject({ changed: 1 })
  })
})

describe('deleting', () => {
  test('takes all of them out of the list, each with its audit row, and the very rows stay', async () => {
    const ids = await put(3)
    await remove('marta', ids)
    expect(await (await muster.as('marta')).call(tasksApi.list, {})).toMatchObject({ tasks: [], total: 0 })
    expect(await entriesOf(ids, 'task.delete')).toHaveLength(3)
    expect((await rowsOf(ids)).every(({ deletedAt }) => deletedAt !== null)).toBe(true)
  })

  test('is all or nothing', async () => {
    const own = await put(2)
    const others = await put(1, { department: 'Maintenance' })
    expect((await httpErrorOf(remove('marta', [...own, ...others]))).status).toBe(403)
    expect((await rowsOf([...own, ...others])).every(({ deletedAt }) => deletedAt === null)).toBe(true)
    expect(await entriesOf([...own, ...others], 'task.delete')).toEqual([])
  })
})
