import * as z from 'zod/mini'
import { description, text, title } from '../../../shared/fields.ts'
import { MAX_PLACE } from '../../../shared/task-kinds.ts'
import { priorities, type Status, statuses } from '../../../shared/task-status.ts'
import { NewTask, type Task } from '../../../shared/tasks.ts'
import { dateTimeIn, instantOf } from '../../../shared/time/time.ts'
import { english } from '../../../shared/words/message.ts'

const FIRST_DAY = '1970-01-02'
const LAST_DAY = '2999-12-30'
/** The first and last day that the form takes as a due date. */
export const dueRange = { min: FIRST_DAY, max: LAST_DAY }

/** The fields that both forms have. The procedure of an existing task is chosen where the task is read. */
export type FormField = Exclude<keyof NewTask, 'sopId' | 'sopPage'>

/** The fields of the form. A field of the contract that is missing here does not compile. */
const fields = {
  title,
  description,
  status: z.enum(statuses),
  priority: z.enum(priorities),
  dueDate: z
    .string()
    .check(
      z.refine(
        (date) => date === '' || (date >= FIRST_DAY && date <= LAST_DAY),
        english('Choose a date between {first} and {last}', { first: '1970', last: '2999' }),
      ),
    ),
  dueTime: z.string(),
  departmentId: z.string(),
  assigneeId: z.string(),
  projectId: z.string(),
  place: text(MAX_PLACE),
  tags: z.nonoptional(NewTask.shape.tags),
} satisfies Record<FormField | 'dueTime', z.ZodMiniType>

const timeHasDate = z.refine<{ dueDate: string; dueTime: string }>(
  ({ dueDate, dueTime }) => dueDate !== '' || dueTime === '',
  { path: ['dueDate'], message: english('Choose a date for this time') },
)

/** The task form has its controls' values: texts and choices. An empty text stands for no value. */
export const TaskForm = z.object(fields).check(timeHasDate)
export type TaskFormValues = z.output<typeof TaskForm>
export type FieldName = keyof TaskFormValues
export type TaskBody = Required<Pick<NewTask, FormField>>

/** The form of a new task, which has the procedure as well. Whether the procedure has that page, the server says. */
export const NewTaskForm = z.object({ ...fields, sopId: z.string(), sopPage: z.string() }).check(
  timeHasDate,
  z.refine(({ sopId, sopPage }) => sopId === '' || /^\s*[1-9]\d{0,5}\s*$/.test(sopPage), {
    path: ['sopPage'],
    message: english('Enter a page'),
  }),
)
export type NewTaskFormValues = z.output<typeof NewTaskForm>

/** The values of an empty form for a new task. */
export const emptyTaskValues = (status: Status = 'pending', departmentId: number | null = null): NewTaskFormValues => ({
  title: '',
  description: '',
  status,
  priority: 'medium',
  dueDate: '',
  dueTime: '',
  departmentId: textOf(departmentId),
  assigneeId: '',
  projectId: '',
  place: '',
  tags: [],
  sopId: '',
  sopPage: '1',
})

/** The form's values for a task. */
export function taskValuesOf(task: Task, timeZone: string): TaskFormValues {
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
    place: task.place ?? '',
    tags: task.tags,
  }
}

/** The body that creates a task. It leaves an empty assignee, place and procedure out instead of sending null. */
export function newTaskOf({ sopId, sopPage, ...values }: NewTaskFormValues, timeZone: string): NewTask {
  const { assigneeId, place, ...task } = taskBodyOf(values, timeZone)
  return {
    ...task,
    ...(assigneeId !== null && { assigneeId }),
    ...(place !== null && { place }),
    ...(sopId !== '' && { sopId: Number(sopId), sopPage: Number(sopPage) }),
  }
}

/** A reply that a device cached may come from an older server, which did not know the field. */
const textOf = (value: number | null | undefined) => value?.toString() ?? ''
const idOf = (text: string) => (text === '' ? null : Number(text))

/** All fields of a task as they are sent. A field of the contract that is missing here does not compile. */
export const taskBodyOf = (values: TaskFormValues, timeZone: string): TaskBody => ({
  title: values.title,
  description: values.description || null,
  status: values.status,
  priority: values.priority,
  dueDate: values.dueDate === '' ? null : instantOf(values.dueDate, values.dueTime, timeZone),
  departmentId: idOf(values.departmentId),
  assigneeId: values.assigneeId || null,
  projectId: idOf(values.projectId),
  place: values.place || null,
  tags: values.tags,
})
