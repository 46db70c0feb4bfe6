import * as z from 'zod/mini'
import { description, title } from '../../../shared/fields.ts'
import { NewTask, priorities, type Status, statuses, type Task, type TaskChanges } from '../../../shared/tasks.ts'
import { dateTimeIn, instantOf } from '../../../shared/time.ts'

const FIRST_DAY = '1970-01-02'
const LAST_DAY = '2999-12-30'
export const dueRange = { min: FIRST_DAY, max: LAST_DAY }

/** What the task form holds: what its controls hold, texts and choices; empty text for none. */
export const TaskForm = z
  .object({
    title,
    description,
    status: z.enum(statuses),
    priority: z.enum(priorities),
    dueDate: z
      .string()
      .check(
        z.refine(
          (date) => date === '' || (date >= FIRST_DAY && date <= LAST_DAY),
          'Choose a date between 1970 and 2999',
        ),
      ),
    dueTime: z.string(),
    departmentId: z.string(),
    assigneeId: z.string(),
    projectId: z.string(),
    tags: z.nonoptional(NewTask.shape.tags),
  })
  .check(
    z.refine(({ dueDate, dueTime }) => dueDate !== '' || dueTime === '', {
      path: ['dueDate'],
      message: 'Choose a date for this time',
    }),
  )
export interface TaskFormValues {
  title: string
  description: string
  status: Task['status']
  priority: Task['priority']
  dueDate: string
  dueTime: string
  departmentId: string
  assigneeId: string
  projectId: string
  tags: string[]
}
export type FieldName = keyof TaskFormValues

/** A new task's form as it opens. */
export const emptyValues = (status: Status = 'pending', departmentId: number | null = null): TaskFormValues => ({
  title: '',
  description: '',
  status,
  priority: 'medium',
  dueDate: '',
  dueTime: '',
  departmentId: textOf(departmentId),
  assigneeId: '',
  projectId: '',
  tags: [],
})

/** A task as its form shows it. */
export function valuesOf(task: Task, timeZone: string): TaskFormValues {
  const due = task.dueDate === null ? null : dateTimeIn(task.dueDate, timeZone)
  return {
    title: task.title,
    description: task.description ?? '',
    status: task.status,
    priority: task.priority,
    dueDate: due?.date ?? '',
    dueTime: !due || due.endOfDay ? '' : due.time,
    departmentId: textOf(task.departmentId),
    assigneeId: task.assigneeId ?? '',
    projectId: textOf(task.projectId),
    tags: task.tags,
  }
}

/** What is sent to create a task; an empty assignee is left out, as specified. */
export function newTaskOf(values: TaskFormValues, timeZone: string): NewTask {
  const { assigneeId, ...task } = bodyOf(values, timeZone)
  return assigneeId === null ? task : { ...task, assigneeId }
}

/** What is sent to change a task: only what differs from the values the form began with. */
export function changesOf(values: TaskFormValues, initial: TaskFormValues, timeZone: string): TaskChanges {
  const body = bodyOf(values, timeZone)
  const changed = new Set<string>(changedFields(values, initial).map((name) => (name === 'dueTime' ? 'dueDate' : name)))
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.has(name)))
}

/** The fields in which two states of the form differ. */
export const changedFields = (values: TaskFormValues, other: TaskFormValues) =>
  (Object.keys(values) as FieldName[]).filter((name) => !sameValue(values[name], other[name]))

const sameValue = (one: string | string[], other: string | string[]) => JSON.stringify(one) === JSON.stringify(other)
const textOf = (id: number | null) => (id === null ? '' : String(id))
const idOf = (text: string) => (text === '' ? null : Number(text))

const bodyOf = (values: TaskFormValues, timeZone: string) => ({
  title: values.title,
  description: values.description || null,
  status: values.status,
  priority: values.priority,
  dueDate: values.dueDate === '' ? null : instantOf(values.dueDate, values.dueTime, timeZone),
  departmentId: idOf(values.departmentId),
  assigneeId: values.assigneeId || null,
  projectId: idOf(values.projectId),
  tags: values.tags,
})
