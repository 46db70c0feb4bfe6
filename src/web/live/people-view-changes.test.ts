import { describe, expect, test } from 'vitest'
import type { Lanes } from '../../shared/people-view.ts'
import { filterValuesOf } from '../../shared/task-filter.ts'
import type { Task } from '../../shared/tasks.ts'
import { changeLanes } from './people-view-changes.ts'
import { READ_AGAIN, type TaskChange } from './task-changes.ts'

const task = {
  ...{ id: 7, title: 'Air the suite', status: 'pending', priority: 'low', assigneeId: null, departmentId: 1 },
  ...{ projectId: null, dueDate: null, completedAt: null, deletedAt: null, createdAt: '2026-11-20T08:00:00.000Z' },
  updatedAt: '2026-11-20T08:00:00.000Z',
} as Task
const lanes: Lanes = {
  lanes: [{ person: null, onDutySince: null, onDutyUntil: null, due: 0, later: 1, total: 1, tasks: [task] }],
  next: null,
}
const changed = (before: Partial<Task> | null, after: Partial<Task> | null, row: Partial<Task> | null = after) =>
  ({
    ...{ resource: 'tasks', id: 7 },
    ...(before && { before: filterValuesOf({ ...task, ...before }) }),
    ...(after && { after: filterValuesOf({ ...task, ...after }) }),
    row: row && { ...task, updatedAt: '2026-11-20T09:00:00.000Z', ...row },
  }) as TaskChange

describe('lanes', () => {
  test('show the new words of a task that stays where it is', () => {
    const next = changeLanes(lanes, changed({}, { title: 'Air both suites' }), {})
    expect(next).toMatchObject({ lanes: [{ total: 1, tasks: [{ title: 'Air both suites' }] }] })
    const older = changed({}, { title: 'Old', updatedAt: '2026-11-20T07:00:00.000Z' })
    expect(changeLanes(lanes, older, {})).toBe(lanes)
  })

  test.each([
    ['assigned', changed({}, { assigneeId: 'ana' })],
    ['put off', changed({}, { dueDate: '2026-11-21T23:59:59.999Z' })],
    ['more important', changed({}, { priority: 'high' })],
    ['given another estimate', changed({}, { estimateMinutes: 30 })],
    ['given another place', changed({}, { place: 'Pool' })],
    ['given a tag', changed({}, { tags: ['VIP'] })],
    ['completed', changed({}, { status: 'completed' })],
    ['opened again', changed({ status: 'completed' }, {})],
    ['new', changed(null, {})],
    ['deleted', changed({}, null)],
    ['changed again meanwhile', changed({}, {}, { assigneeId: 'ana' })],
  ])('are read again when a task is %s', (_, change) => expect(changeLanes(lanes, change, {})).toBe(READ_AGAIN))

  test('are read again for words that only the server can search', () => {
    expect(changeLanes(lanes, changed({}, { title: 'Air both' }), { search: 'both' })).toBe(READ_AGAIN)
  })

  test('stay as they are for a completed task, and for one that falls due', () => {
    const completed = changed({ status: 'completed' }, { status: 'completed', title: 'Done' })
    expect(changeLanes(lanes, completed, {})).toBe(lanes)
    expect(changeLanes(lanes, { ...changed({}, {}), fellDue: true }, {})).toBe(lanes)
  })
})
