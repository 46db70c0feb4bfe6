import * as z from 'zod/mini'
import { description, text, title } from '../../../shared/fields.ts'
import { MAX_STEPS } from '../../../shared/step-fields.ts'
import { MAX_ESTIMATE, MAX_PLACE } from '../../../shared/task-kinds.ts'
import { priorities, type Status, statuses } from '../../../shared/task-status.ts'
import { NewTask, type Task } from '../../../shared/tasks.ts'
import { dateTimeIn, instantOf } from '../../../shared/time/time.ts'
import { english } from '../../../shared/words/message.ts'
import { stepsIn } from '../../components/steps/lines.ts'

const FIRST_DAY = '1970-01-02'
const LAST_DAY = '2999-12-30'
/** The first and last day that the form takes as a due date. */
export const dueRange = { min: FIRST_DAY, max: LAST_DAY }

/** The fields that both forms have. Procedure and steps of an existing task are changed where it is read. */
export type FormField = Exclude<keyof NewTask, 'sopId' | 'sopPage' | 'steps'>

/** Minutes as they are typed. An empty text stands for no estimate. */
export const minutesText = z
  .string()
  .check(
    z.refine(
      (typed) =>
        /^\s*$/.test(typed) || (/^\s*\d{1,4}\s*$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_ESTIMATE),
      english('Must be a whole number from {min} to {max}', { min: 1, max: MAX_ESTIMATE }),
    ),
  )
/** The minutes of a checked text. */
export const minutesIn = (typed: string) => (typed.trim() === '' ? null : Number(typed))

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
  estimateMinutes: minutesText,
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

/** Steps as they are typed, one a line. */
const steps = z
  .string()
  .check(
    z.refine(
      (typed) => stepsIn(typed).length <= MAX_STEPS,
      english('{max, plural, one {At most # step} other {At most # steps}}', { max: MAX_STEPS }),
    ),
  )

/** The form of a new task, which has steps and a procedure as well. The server knows the procedure's pages. */
export const NewTaskForm = z.object({ ...fields, steps, sopId: z.string(), sopPage: z.string() }).check(
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
  estimateMinutes: '',
  tags: [],
  steps: '',
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
    estimateMinutes: textOf(task.estimateMinutes),
    tags: task.tags,
  }
}

/** The body that creates a task. It leaves out what is empty of assignee, place, estimate, steps and procedure. */
export function newTaskOf({ sopId, sopPage, steps: typed, ...values }: NewTaskFormValues, timeZone: string): NewTask {
  const { assigneeId, place, estimateMinutes, ...task } = taskBodyOf(values, timeZone)
  const steps = stepsIn(typed)
  return {
    ...task,
    ...(assigneeId !== null && { assigneeId }),
    ...(place !== null && { place }),
    ...(estimateMinutes !== null && { estimateMinutes }),
    ...(steps.length > 0 && { steps }),
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
  estimateMinutes: minutesIn(values.estimateMinutes),
  tags: values.tags,
})
