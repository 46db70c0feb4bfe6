import { expect, test } from 'vitest'
import type { Activity } from '../../shared/dashboard.ts'
import type { Task } from '../../shared/tasks.ts'
import { changeActivity } from './activity-changes.ts'
import { READ_AGAIN, type TaskChange } from './task-changes.ts'

const time = (minute: number) => new Date(Date.UTC(2026, 4, 1, 8, minute))
const activity = (id: number, taskId: number, minute: number, fields: Partial<Activity> = {}): Activity => ({
  ...{ id, kind: 'updated', taskId, title: `Task ${taskId}`, firstName: 'Uli', lastName: 'Brandt' },
  ...{ createdAt: time(minute).toISOString(), ...fields },
})
const task = (id: number, fields: Partial<Task> = {}) =>
  ({ id, title: `Task ${id}`, status: 'pending', departmentId: 1, ...fields }) as Task
const by = { firstName: 'Marta', lastName: 'Oliveira' }
const changeOf = (row: Task, fields: Partial<TaskChange> = {}): TaskChange => ({
  ...{ resource: 'tasks', id: row.id, position: 100, at: time(30).getTime() },
  ...{ verb: 'update', by, before: row, after: row, row, ...fields },
})
const zone = { timeZone: 'UTC' }
const newest = [activity(12, 1, 20), activity(11, 2, 10), activity(10, 1, 5)]

test.each<[Activity['kind'], Partial<TaskChange>]>([
  ['updated', {}],
  ['created', { verb: 'create', before: undefined }],
  ['completed', { after: task(3, { status: 'completed' }) }],
  ['updated', { before: task(3, { status: 'completed' }), after: task(3, { status: 'completed' }) }],
])('what is %s stands in front of the newest', (kind, fields) => {
  expect(changeActivity(newest, changeOf(task(3), fields), {}, zone)).toEqual([
    activity(-100, 3, 30, { kind, ...by }),
    newest[0],
    newest[1],
  ])
})

test('all that was done to a task goes by its present title', () => {
  const changed = changeActivity(newest, changeOf(task(1, { title: 'Beds' })), {}, zone)
  expect(changed).toMatchObject([{ title: 'Beds', id: -100 }, { title: 'Beds', id: 12 }, { title: 'Task 2' }])
})

test('what the reply holds already, or what is older than it, is not added', () => {
  const known = [activity(13, 3, 30), activity(12, 1, 20)]
  expect(changeActivity(known, changeOf(task(3)), {}, zone)).toEqual(known)
  expect(changeActivity(newest, changeOf(task(3), { at: time(1).getTime() }), {}, zone)).toEqual(newest)
})

test('a chosen department shows its own tasks', () => {
  expect(changeActivity(newest, changeOf(task(3)), { departmentId: 2 }, zone)).toBe(newest)
  expect(changeActivity(newest, changeOf(task(3)), { departmentId: 1 }, zone)).toHaveLength(3)
})

test('the server tells what comes into view or goes with a task', () => {
  const elsewhere = task(1, { departmentId: 2 })
  const arrives = changeOf(task(3), { before: elsewhere })
  expect(changeActivity(newest, arrives, { departmentId: 1 }, zone)).toBe(READ_AGAIN)
  expect(changeActivity(newest, changeOf(elsewhere, { before: task(1) }), { departmentId: 1 }, zone)).toBe(READ_AGAIN)
  expect(changeActivity(newest, changeOf(task(3), { verb: 'restore', before: undefined }), {}, zone)).toBe(READ_AGAIN)
  expect(changeActivity(newest, { ...changeOf(task(1)), row: null }, {}, zone)).toBe(READ_AGAIN)
  expect(changeActivity(newest, { ...changeOf(task(3)), row: null }, {}, zone)).toBe(newest)
  expect(changeActivity(newest, changeOf(task(3), { by: undefined }), {}, zone)).toBe(READ_AGAIN)
})

test('a due date that passes is nothing done', () => {
  expect(changeActivity(newest, changeOf(task(1), { fellDue: true }), {}, zone)).toBe(newest)
})
