import { describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { type Status, statuses } from '../../../shared/task-status.ts'
import { type TaskChanges, tasksApi } from '../../../shared/tasks.ts'

/** Changes of a task's status: permissions, and the time of completion. */

const muster = useTestApp()

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const read = async (id: number) => (await muster.as('gita')).call(tasksApi.get, { params: { id } })
const change = async (name: PersonName, id: number, body: TaskChanges) =>
  (await muster.as(name)).call(tasksApi.update, { params: { id }, body })

describe('setting the status alone', () => {
  test('is for a user too, in any direction', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    for (const status of ['completed', 'overdue', 'in_progress', 'completed', 'pending'] as const) {
      expect((await change('uli', id, { status })).status).toBe(status)
    }
    const { updatedAt } = await read(id)
    expect((await change('uli', id, { status: 'in_progress', updatedAt })).status).toBe('in_progress')
  })

  test('is all that a user may change', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping', assignee: 'uli' })
    const before = await read(id)
    for (const body of [{ title: 'Mine' }, { status: 'completed', title: 'Mine' }, { assigneeId: null }] as const) {
      expect((await httpErrorOf(change('uli', id, body))).status).toBe(403)
    }
    expect(await read(id)).toEqual(before)
  })
})

describe('completedAt', () => {
  const isNow = (text: string | null) => Math.abs(Date.parse(text ?? '') - Date.now()) < 60_000

  test.each<[string, () => Promise<{ id: number; completedAt: string | null }>]>([
    [
      'creating it completed',
      async () => (await muster.as('marta')).call(tasksApi.create, { body: { title: 'Done', status: 'completed' } }),
    ],
    [
      'setting its status alone',
      async () => change('uli', (await putTask(muster, { department: 'Housekeeping' })).id, { status: 'completed' }),
    ],
    [
      'editing all of it',
      async () => {
        const { id } = await putTask(muster, { department: 'Housekeeping' })
        return change('marta', id, { title: 'Done', description: null, status: 'completed', priority: 'low' })
      },
    ],
  ])('is set by %s', async (_, complete) => {
    const task = await complete()
    expect(task.completedAt).toMatch(INSTANT)
    expect(task.completedAt).toSatisfy(isNow)
    expect((await read(task.id)).completedAt).toBe(task.completedAt)
  })

  test('stays while the task stays completed', async () => {
    const { id } = await putTask(muster, { status: 'completed', completedAt: '2026-01-02T03:04:05.678Z' })
    const changes: TaskChanges[] = [{ status: 'completed' }, { title: 'Other' }, { status: 'completed', tags: ['x'] }]
    for (const body of changes) {
      expect((await change('gita', id, body)).completedAt).toBe('2026-01-02T03:04:05.678Z')
    }
  })

  test.each(statuses.filter((status) => status !== 'completed'))(
    'is cleared by going to %s',
    async (status: Status) => {
      const alone = await putTask(muster, { status: 'completed', department: 'Housekeeping' })
      expect((await change('uli', alone.id, { status })).completedAt).toBeNull()
      const edited = await putTask(muster, { status: 'completed', department: 'Housekeeping' })
      expect((await change('marta', edited.id, { status, priority: 'low' })).completedAt).toBeNull()
    },
  )
})
