import { expect, test } from 'vitest'
import type { FilterValues } from '../../shared/task-filter.ts'
import type { DepartmentToday } from '../../shared/today-department.ts'
import { changeDepartment } from './department-changes.ts'
import { READ_AGAIN, type TaskChange } from './task-changes.ts'

const NOW = Date.parse('2026-11-20T06:00:00.000Z')
const day = {
  department: { id: 1, name: 'Housekeeping' },
  missed: { items: [{ taskId: 7 }], total: 1 },
  problems: { tasks: [{ id: 8 }], total: 1 },
  overdue: { tasks: [{ id: 9 }], total: 1 },
  handovers: {
    items: [
      { id: 1, task: { id: 10 } },
      { id: 2, task: null },
    ],
    total: 2,
  },
} as never as DepartmentToday
const filterValues = (fields: Partial<FilterValues> = {}) =>
  ({
    ...{ departmentId: 1, assigneeId: 'bob', kind: 'task', status: 'pending', dueDate: null, routineId: null },
    ...fields,
  }) as FilterValues
const changed = (fields: Partial<TaskChange>) =>
  changeDepartment(day, { id: 20, resource: 'tasks', row: null, ...fields } as TaskChange, {}, { shownBefore: NOW })

test('the department is read again for a task that waits there, before or after, and for one that is shown', () => {
  for (const task of [
    filterValues({ kind: 'problem', assigneeId: null }),
    filterValues({ routineId: 3 }),
    filterValues({ dueDate: '2026-11-20T05:59:00.000Z' }),
    filterValues({ status: 'overdue' }),
  ]) {
    expect(changed({ before: task })).toBe(READ_AGAIN)
    expect(changed({ after: task })).toBe(READ_AGAIN)
  }
  expect(changed({ after: filterValues({ dueDate: '2026-11-20T06:00:00.000Z' }), fellDue: true })).toBe(READ_AGAIN)
  for (const id of [7, 8, 9, 10, null])
    expect(changed({ id, before: filterValues(), after: filterValues() })).toBe(READ_AGAIN)
})

test('it stays as it is for other tasks, and for other departments', () => {
  expect(changed({ before: filterValues(), after: filterValues({ dueDate: '2026-11-20T07:00:00.000Z' }) })).toBe(day)
  const elsewhere = { departmentId: 2, kind: 'problem', assigneeId: null } as const
  expect(changed({ after: filterValues(elsewhere) })).toBe(day)
  expect(changed({ after: filterValues({ status: 'completed', dueDate: '2026-11-20T05:00:00.000Z' }) })).toBe(day)
  // The id belongs to an item without a task.
  expect(changed({ id: 2, before: filterValues(), after: filterValues() })).toBe(day)
})
