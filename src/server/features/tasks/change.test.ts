import { describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { inDays, putProject, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { type TaskChanges, tasksApi } from '../../../shared/tasks.ts'

const muster = useTestApp()

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const housekeeping = () => ({ id: muster.fixtures.departments.Housekeeping, name: 'Housekeeping' })
const read = async (id: number, name: PersonName = 'gita') =>
  (await muster.as(name)).call(tasksApi.get, { params: { id } })
const change = async (name: PersonName, id: number, body: TaskChanges) =>
  (await muster.as(name)).call(tasksApi.update, { params: { id }, body })

describe('creating a task', () => {
  test('needs no more than a title', async () => {
    const marta = await muster.as('marta')
    const task = await marta.call(tasksApi.create, { body: { title: '  Fold the towels ' } })
    expect(task).toEqual({
      id: expect.any(Number),
      title: 'Fold the towels',
      description: null,
      status: 'pending',
      priority: 'medium',
      projectId: null,
      assigneeId: null,
      creatorId: muster.fixtures.people.marta.id,
      departmentId: housekeeping().id,
      dueDate: null,
      completedAt: null,
      tags: [],
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: task.createdAt,
      deletedAt: null,
      department: housekeeping(),
      assignee: null,
      project: null,
    })
    expect(await read(task.id)).toEqual(task)
  })

  test('gives 201 and the whole task, with the names that belong to it', async () => {
    const spring = await putProject(muster, 'Spring opening')
    const { marta, uli } = muster.fixtures.people
    const body = {
      title: 'Air the rooms',
      description: 'All of the east wing',
      status: 'in_progress',
      priority: 'high',
      projectId: spring.id,
      assigneeId: uli.id,
      departmentId: housekeeping().id,
      dueDate: '2031-03-01T09:30:00.000Z',
      tags: ['rooms', 'East Wing'],
    }
    const reply = await (await muster.as('marta')).raw({
      method: 'POST',
      url: '/api/v1/tasks',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect(reply.status).toBe(201)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.json).toEqual({
      ...body,
      id: expect.any(Number),
      creatorId: marta.id,
      completedAt: null,
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: reply.json.createdAt,
      deletedAt: null,
      department: housekeeping(),
      project: { id: spring.id, name: 'Spring opening' },
      assignee: { id: uli.id, firstName: 'Uli', lastName: 'Brandt', email: 'uli@hotel.example', profileImageUrl: null },
    })
  })

  test.each<[PersonName, string, null | undefined, string | undefined]>([
    ['marta', 'manager of Housekeeping', undefined, 'Housekeeping'],
    ['marta', 'manager of Housekeeping', null, undefined],
    ['nora', 'manager of no department', undefined, undefined],
    ['adam', 'admin', undefined, undefined],
    ['gita', 'god', undefined, undefined],
  ])('by %s, %s, with department %s, puts it into %s', async (name, _, departmentId, department) => {
    const browser = await muster.as(name)
    const task = await browser.call(tasksApi.create, { body: { title: 'Count the keys', departmentId } })
    expect(task.department?.name).toBe(department)
  })

  test('keeps each tag once, trimmed, in the order given', async () => {
    const marta = await muster.as('marta')
    const body = { title: 'Polish', tags: [' brass ', 'Lobby', 'brass', 'lobby'] }
    expect((await marta.call(tasksApi.create, { body })).tags).toEqual(['brass', 'Lobby', 'lobby'])
  })

  test('for a department, person or project that does not exist is refused with the field', async () => {
    const gita = await muster.as('gita')
    await muster.services.database.pool.query(`update users set is_active = false where email = 'gwen@hotel.example'`)
    for (const belonging of [
      { departmentId: 9999 },
      { projectId: 9999 },
      { assigneeId: '0190b1a0-0000-7000-8000-000000000000' },
      { assigneeId: muster.fixtures.people.gwen.id },
    ]) {
      const refusal = await httpErrorOf(gita.call(tasksApi.create, { body: { title: 'Nobody’s', ...belonging } }))
      expect(refusal.status).toBe(400)
      expect(refusal.reply?.issues?.map(({ path }) => path)).toEqual(Object.keys(belonging))
    }
  })
})

describe('changing a task', () => {
  const full = async () => {
    const { id: projectId } = await putProject(muster, 'Winter closing')
    return (await muster.as('marta')).call(tasksApi.create, {
      body: {
        title: 'Wash the curtains',
        description: 'Cold',
        priority: 'high',
        projectId,
        assigneeId: muster.fixtures.people.lea.id,
        dueDate: inDays(3),
        tags: ['linen'],
      },
    })
  }

  test('changes the fields sent and no other', async () => {
    const before = await full()
    const changes: TaskChanges[] = [
      { title: 'Wash all curtains' },
      { description: 'Warm' },
      { status: 'in_progress' },
      { priority: 'low' },
      { dueDate: '2032-01-01T00:00:00.000Z' },
      { tags: ['linen', 'stairs'] },
    ]
    let expected = before
    for (const each of changes) {
      const after = await change('marta', before.id, each)
      expected = { ...expected, ...each, updatedAt: after.updatedAt }
      expect(after).toEqual(expected)
      expect(await read(before.id)).toEqual(expected)
    }
  })

  test('gives it to another person, project and department, with their names', async () => {
    const { id } = await full()
    const { una } = muster.fixtures.people
    const { Maintenance } = muster.fixtures.departments
    const repairs = await putProject(muster, 'Repairs')
    const after = await change('adam', id, { assigneeId: una.id, projectId: repairs.id, departmentId: Maintenance })
    expect(after.assignee).toMatchObject({ id: una.id, firstName: 'Una', lastName: 'Byrne' })
    expect(after.project).toEqual({ id: repairs.id, name: 'Repairs' })
    expect(after.department).toEqual({ id: Maintenance, name: 'Maintenance' })
  })

  test('clears with null what may be empty', async () => {
    const { id } = await full()
    const empty = { description: null, projectId: null, assigneeId: null, departmentId: null, dueDate: null }
    expect(await change('marta', id, empty)).toMatchObject({
      ...empty,
      project: null,
      assignee: null,
      department: null,
    })
  })

  test.each(['title', 'status', 'priority', 'tags'])('does not take null for %s', async (field) => {
    const { id } = await full()
    const refusal = await httpErrorOf(change('marta', id, { [field]: null }))
    expect(refusal.status).toBe(400)
    expect(refusal.reply?.issues).toEqual([{ path: field, message: expect.any(String) }])
  })

  test('to what it is already writes nothing', async () => {
    const before = await full()
    const { title, description, priority, projectId, assigneeId, dueDate, tags } = before
    const elsewhere = dueDate?.replace('Z', '+00:00')
    const again = {
      title,
      description,
      priority,
      projectId,
      assigneeId: assigneeId?.toUpperCase(),
      dueDate: elsewhere,
      tags,
    }
    expect(await change('marta', before.id, again)).toEqual(before)
    expect(await change('marta', before.id, {})).toEqual(before)
    const { rows } = await muster.services.database.pool.query(
      `select action from audit_logs where resource_type = 'task' and resource_id = $1`,
      [String(before.id)],
    )
    expect(rows).toEqual([{ action: 'task.create' }])
  })

  test('moves updatedAt on by a millisecond, even when the clock stands still or goes back', async () => {
    const { id } = await full()
    const ahead = '2040-01-01T00:00:00.000Z'
    await muster.services.database.pool.query('update tasks set updated_at = $1 where id = $2', [ahead, id])
    expect((await change('marta', id, { title: 'One' })).updatedAt).toBe('2040-01-01T00:00:00.001Z')
    expect((await change('lea', id, { status: 'in_progress' })).updatedAt).toBe('2040-01-01T00:00:00.002Z')
  })

  test('made on an older state is refused and changes nothing', async () => {
    const before = await full()
    const meanwhile = await change('adam', before.id, { priority: 'low' })
    for (const body of [{ title: 'Mine' }, { status: 'completed' }] as const) {
      const refusal = await httpErrorOf(change('marta', before.id, { ...body, updatedAt: before.updatedAt }))
      expect(refusal.status).toBe(409)
      expect(refusal.reply?.code).toBe('edited_meanwhile')
    }
    expect(await read(before.id)).toEqual(meanwhile)
  })

  test('made on the present state passes, in whatever zone it is written', async () => {
    const before = await full()
    const once = await change('marta', before.id, { title: 'Mine', updatedAt: before.updatedAt })
    const berlin = new Date(Date.parse(once.updatedAt) + 3600_000).toISOString().replace('Z', '+01:00')
    expect((await change('marta', before.id, { title: 'Mine again', updatedAt: berlin })).title).toBe('Mine again')
  })

  test('by many at once on the same state lets one through', async () => {
    const { id, updatedAt } = await full()
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((title) => change('marta', id, { title, updatedAt })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.status] : []))
    expect(refused).toEqual([409, 409, 409])
  })

  test('in different fields at once loses none', async () => {
    const { id } = await full()
    await Promise.all([
      change('marta', id, { title: 'Renamed' }),
      change('adam', id, { priority: 'low' }),
      change('lea', id, { status: 'in_progress' }),
      change('gita', id, { tags: ['late'] }),
    ])
    expect(await read(id)).toMatchObject({ title: 'Renamed', priority: 'low', status: 'in_progress', tags: ['late'] })
  })
})

describe('deleting a task', () => {
  test('gives 204 without a body and takes it out of everything', async () => {
    const marta = await muster.as('marta')
    const { id } = await putTask(muster, { title: 'Vanishing', department: 'Housekeeping', dueDate: inDays(-1) })
    const totals = async () => {
      const board = await marta.call(tasksApi.board, {})
      return { all: (await marta.call(tasksApi.list, { query: { limit: 1 } })).total, overdue: board.overdue.total }
    }
    const before = await totals()
    const reply = await marta.raw({ method: 'DELETE', url: `/api/v1/tasks/${id}` })
    expect([reply.status, reply.text]).toEqual([204, ''])

    expect(await totals()).toEqual({ all: before.all - 1, overdue: before.overdue - 1 })
    expect((await marta.call(tasksApi.list, {})).tasks.map((task) => task.id)).not.toContain(id)
    expect((await marta.call(tasksApi.list, { query: { search: 'vanishing' } })).total).toBe(0)
    const columns = Object.values(await marta.call(tasksApi.board, {}))
    expect(columns.flatMap(({ tasks }) => tasks.map((task) => task.id))).not.toContain(id)
    const errors = await Promise.all([
      httpErrorOf(marta.call(tasksApi.get, { params: { id } })),
      httpErrorOf(marta.call(tasksApi.update, { params: { id }, body: { status: 'completed' } })),
      httpErrorOf(marta.call(tasksApi.remove, { params: { id } })),
    ])
    expect(errors.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('by two at once succeeds once', async () => {
    const { id } = await putTask(muster)
    const gita = await muster.as('gita')
    const outcomes = await Promise.allSettled([1, 2].map(() => gita.call(tasksApi.remove, { params: { id } })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
