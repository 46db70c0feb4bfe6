import { describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { inDays, putProject } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { type TaskChanges, tasksApi } from '../../../shared/tasks.ts'

const muster = useTestApp()

const read = async (id: number) => (await muster.as('gita')).call(tasksApi.get, { params: { id } })
const change = async (name: PersonName, id: number, body: TaskChanges) =>
  (await muster.as(name)).call(tasksApi.update, { params: { id }, body })

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
      { place: 'Room 204' },
      { estimateMinutes: 25 },
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
    const error = await httpErrorOf(change('marta', id, { [field]: null }))
    expect(error.status).toBe(400)
    expect(error.reply?.issues).toMatchObject([{ path: field, message: expect.any(String) }])
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
      const error = await httpErrorOf(change('marta', before.id, { ...body, updatedAt: before.updatedAt }))
      expect(error.status).toBe(409)
      expect(error.reply?.code).toBe('edited_meanwhile')
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
