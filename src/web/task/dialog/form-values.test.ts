import { expect, test } from 'vitest'
import type { Task } from '../../../shared/tasks.ts'
import { changedGroups, mayFollow, sentOf } from '../../components/forms/field-groups.ts'
import { taskGroups } from './field-groups.tsx'
import {
  emptyTaskValues,
  NewTaskForm,
  newTaskOf,
  TaskForm,
  type TaskFormValues,
  taskBodyOf,
  taskValuesOf,
} from './form-values.ts'

const ZONE = 'Europe/Lisbon'
const task = {
  title: 'Linen',
  description: null,
  status: 'pending',
  priority: 'medium',
  dueDate: '2026-07-01T22:59:59.999Z',
  departmentId: 4,
  assigneeId: '01951849-1e80-79bd-abe7-5a192cd970ae',
  projectId: null,
  tags: ['floor 3'],
} as Task
const initial = taskValuesOf(task, ZONE)
const changesOf = (values: TaskFormValues, before = initial) => {
  const body = taskBodyOf(values, ZONE)
  return sentOf(changedGroups(taskGroups, body, taskBodyOf(before, ZONE)), body)
}
const messages = (values: object) => {
  const { error } = TaskForm.safeParse({ ...emptyTaskValues(), title: 'A', ...values })
  return error?.issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`)
}

test('a date without a time is the end of that day', () => {
  expect([initial.dueDate, initial.dueTime]).toEqual(['2026-07-01', ''])
  expect(changesOf({ ...initial, dueTime: '08:30' })).toEqual({ dueDate: '2026-07-01T07:30:00.000Z' })
})

test('a form follows its task as long as nothing was typed that the task lacks', () => {
  const [next, typed] = [
    { ...initial, title: 'Linen, early' },
    { ...initial, title: 'Linen, late' },
  ]
  expect(mayFollow(initial, initial, next)).toBe(true)
  expect(mayFollow(next, initial, next)).toBe(true)
  expect(mayFollow(typed, initial, next)).toBe(false)
  expect(mayFollow({ ...initial, description: 'For ninety' }, initial, next)).toBe(false)
})

test('only changed fields are sent, and no assignee as null', () => {
  expect(changesOf(initial)).toEqual({})
  expect(changesOf({ ...initial, assigneeId: '', tags: [] })).toEqual({ assigneeId: null, tags: [] })
})

test('a place is sent without white space around it, and taken away with null', () => {
  const there = { ...initial, place: 'Room 204' }
  expect(changesOf(TaskForm.parse({ ...initial, place: ' Room 204 ' }))).toEqual({ place: 'Room 204' })
  expect(changesOf({ ...there, place: '' }, there)).toEqual({ place: null })
})

test('a new task leaves an empty assignee and an empty place out', () => {
  const body = newTaskOf({ ...emptyTaskValues('in_progress', 4), title: 'A' }, ZONE)
  expect(body).not.toHaveProperty('assigneeId')
  expect(body).not.toHaveProperty('place')
  expect(body).toMatchObject({ status: 'in_progress', departmentId: 4, dueDate: null })
})

test('a new task has a procedure and its page, or neither', () => {
  const values = { ...emptyTaskValues(), title: 'A' }
  expect(newTaskOf(values, ZONE)).not.toHaveProperty('sopPage')
  expect(newTaskOf({ ...values, sopId: '7', sopPage: ' 3' }, ZONE)).toMatchObject({ sopId: 7, sopPage: 3 })
  const faults = (sopPage: string) =>
    NewTaskForm.safeParse({ ...values, sopId: '7', sopPage }).error?.issues.length ?? 0
  expect(['1', ' 12 ', '', '0', '-1', '1.5', 'two', '1000000'].map(faults)).toEqual([0, 0, 1, 1, 1, 1, 1, 1])
  expect(NewTaskForm.safeParse({ ...values, sopPage: 'two' }).success).toBe(true)
})

test('a field that the reply of an older server lacks is empty', () => {
  const { departmentId: _, projectId: __, ...older } = task
  expect(taskValuesOf(older as Task, ZONE)).toMatchObject({ departmentId: '', projectId: '' })
})

test('what the form refuses', () => {
  expect(messages({})).toBeUndefined()
  expect(messages({ title: '  ' })).toEqual(['title: Title is required'])
  expect(messages({ title: 'x'.repeat(201) })).toEqual(['title: Title too long'])
  expect(messages({ dueTime: '10:00' })).toEqual(['dueDate: Choose a date for this time'])
  expect(messages({ dueDate: '9999-01-01' })).toEqual(['dueDate: Choose a date between 1970 and 2999'])
  expect(messages({ tags: Array.from({ length: 21 }, String) })).toEqual(['tags: At most 20 tags'])
})
