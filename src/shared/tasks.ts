import * as z from 'zod/mini'
import { history } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import {
  description,
  id,
  idAndName,
  instant,
  oneOf,
  pathId,
  personWithPicture,
  queryId,
  replyInstant,
  requiredText,
  title,
  userId,
  wholeNumber,
} from './fields.ts'
import { exportQuery } from './sheets/formats.ts'
import { newSteps } from './step-fields.ts'
import { MAX_ESTIMATE, MAX_PLACE, outcomes, taskKinds } from './task-kinds.ts'
import { BoardQuery, filters, TaskQuery, tags, taskSorts } from './task-query.ts'
import { priorities, statuses } from './task-status.ts'
import { english } from './words/message.ts'

const Assignee = z.object({
  ...personWithPicture.shape,
  email: z.nullable(z.string()),
})

export const Task = z.object({
  id,
  title: z.string(),
  description: z.nullable(z.string()),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  projectId: z.nullable(id),
  assigneeId: z.nullable(userId),
  creatorId: userId,
  departmentId: z.nullable(id),
  dueDate: z.nullable(replyInstant),
  completedAt: z.nullable(replyInstant),
  tags: z.array(z.string()),
  createdAt: replyInstant,
  updatedAt: replyInstant,
  /** When it was deleted. Only the list with `deleted=true` has deleted tasks. */
  deletedAt: z.nullable(replyInstant),
  /** The procedure by which it is done, and at which page it opens. */
  sopId: z.nullable(id),
  sopPage: z.nullable(z.int()),
  /** The revision of the procedure that was current when the task was completed. */
  sopRevision: z.nullable(z.int()),
  /** How much hangs on it. */
  stepsDone: z.int(),
  stepsTotal: z.int(),
  comments: z.int(),
  photos: z.int(),
  kind: z.enum(taskKinds),
  /** Where it is to be done. */
  place: z.nullable(z.string()),
  /** Estimated minutes of work. An occurrence begins with its routine's. */
  estimateMinutes: z.nullable(z.int()),
  /** Since when its assignee has it; null while nobody has. */
  takenAt: z.nullable(replyInstant),
  /** Whether its assignee has received it in a handover. */
  isReceived: z.boolean(),
  /** For an occurrence: its routine, its window, and its outcome. */
  routineId: z.nullable(id),
  occurrenceAt: z.nullable(replyInstant),
  closesAt: z.nullable(replyInstant),
  outcome: z.nullable(z.enum(outcomes)),
  /** When an occurrence was missed or skipped. Only lists that ask for these outcomes have closed tasks. */
  closedAt: z.nullable(replyInstant),
  department: z.nullable(idAndName),
  assignee: z.nullable(Assignee),
  project: z.nullable(idAndName),
})
export type Task = z.output<typeof Task>

const taskFields = {
  title,
  description: z.nullable(description),
  status: oneOf(statuses),
  priority: oneOf(priorities),
  projectId: z.nullable(id),
  assigneeId: z.nullable(userId),
  departmentId: z.nullable(id),
  dueDate: z.nullable(instant),
  tags,
  /** Where it is to be done; null, as nobody sends an empty one, for nowhere. */
  place: z.nullable(requiredText(MAX_PLACE, english('Enter a place'))),
  estimateMinutes: z.nullable(wholeNumber(1, MAX_ESTIMATE)),
  /** The procedure by which it is done, and at which of its pages it opens. Without a procedure there is no page. */
  sopId: z.nullable(id),
  sopPage: z.nullable(wholeNumber(1, 1_000_000)),
}
const { title: _, ...optionalFields } = z.partial(z.strictObject(taskFields)).shape

export const NewTask = z.strictObject({
  title,
  ...optionalFields,
  /** Its steps, in their order. */
  steps: z.optional(newSteps),
})
export type NewTask = z.output<typeof NewTask>

/** Characters of the reason for completing a task with open steps. */
export const MAX_COMPLETE_ANYWAY = 500
/** Why it is completed despite open required steps: for people who may update it. Else 409 `steps_open`. */
const completeAnyway = z.optional(requiredText(MAX_COMPLETE_ANYWAY, english('Say why')))

/**
 * Only the fields sent are changed. `updatedAt` names the version that the change was made on: 409 if the task has
 * changed since. `at` is when it was completed, by the clock of a device that was offline then: at most 12 hours ago.
 * `was` is the status that its sender has seen, and `seenAt` when, if that is longer ago: 409 where another person's
 * status would be lost.
 */
export const TaskChanges = z.strictObject({
  ...z.partial(z.strictObject(taskFields)).shape,
  updatedAt: z.optional(instant),
  was: z.optional(oneOf(statuses)),
  seenAt: z.optional(instant),
  at: z.optional(instant),
  completeAnyway,
})
export type TaskChanges = z.output<typeof TaskChanges>

/** Tasks that one call changes or deletes. */
export const MAX_TASKS_PER_CALL = 1000
/** Days for which a deleted task can be restored. */
export const RESTORE_DAYS = 30

const ids = z
  .array(id)
  .check(
    z.minLength(1, english('Name at least one task')),
    z.maxLength(
      MAX_TASKS_PER_CALL,
      english('{max, plural, one {At most # task} other {At most # tasks}}', { max: MAX_TASKS_PER_CALL }),
    ),
  )
const {
  title: _title,
  description: _description,
  tags: _tags,
  place: _place,
  sopId: _sopId,
  sopPage: _sopPage,
  ...fieldsOfMany
} = z.partial(z.strictObject(taskFields)).shape

export const ManyChanges = z.strictObject({ ids, changes: z.strictObject(fieldsOfMany), completeAnyway })
export type ManyChanges = z.output<typeof ManyChanges>

const {
  id: _id,
  creatorId: _creator,
  completedAt: _completed,
  createdAt: _created,
  updatedAt: _updated,
  deletedAt: _deleted,
  department: _department,
  assignee: _assignee,
  project: _project,
  ...replyFields
} = z.partial(Task).shape
const ManyDone = z.object({
  /** How many of the tasks were changed. Tasks that have these values already are not. */
  changed: z.int(),
  /** The values that were replaced. Tasks of one entry had the same. As `to`, they undo the change. */
  before: z.array(z.object({ ids: z.array(id), values: z.object(replyFields) })),
})

/** Tasks that a change has given the values `from` get back the values that they had before. */
export const TaskUndo = z.strictObject({
  from: z.partial(z.strictObject(taskFields)),
  to: z
    .array(z.strictObject({ ids, values: z.partial(z.strictObject(taskFields)) }))
    .check(z.minLength(1), z.maxLength(MAX_TASKS_PER_CALL)),
})
export type TaskUndo = z.output<typeof TaskUndo>

export const TaskPage = z.object({
  tasks: z.array(Task),
  /** How many tasks match the filters, on all pages. */
  total: z.int(),
  /** The cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
})
export type TaskPage = z.output<typeof TaskPage>

export const Board = z.object({ pending: TaskPage, in_progress: TaskPage, completed: TaskPage, overdue: TaskPage })
export type Board = z.output<typeof Board>

const params = { id: pathId }

/** Tasks of one `task-change` token: each leaves a row in the history, but all are one change. */
const TASKS_PER_TOKEN = 20
/** The tokens that a call takes that changes so many tasks. */
const tokensOf = (tasks: number) => Math.max(1, Math.ceil(tasks / TASKS_PER_TOKEN))

export const tasksApi = {
  list: endpoint({
    method: 'GET',
    path: '/tasks',
    summary: 'Tasks, filtered, sorted, in pages',
    allow: 'task:read',
    query: TaskQuery,
    reply: TaskPage,
    reads: ['tasks', 'users', 'departments', 'projects'],
    cached: 'moving',
  }),
  board: endpoint({
    method: 'GET',
    path: '/tasks/board',
    summary: 'The four columns, each with its first tasks: the newest, those due soonest or those of high priority',
    allow: 'task:read',
    query: BoardQuery,
    reply: Board,
    reads: ['tasks', 'users', 'departments', 'projects'],
    cached: 'moving',
  }),
  tags: endpoint({
    method: 'GET',
    path: '/tasks/tags',
    summary: 'Tags of the newest tasks, most used first',
    allow: 'task:read',
    query: z.strictObject({ departmentId: z.optional(queryId) }),
    reply: z.array(z.string()),
    reads: ['tasks'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/tasks/:id',
    summary: 'One task',
    allow: 'task:read',
    params,
    reply: Task,
    reads: ['tasks', 'users', 'departments', 'projects'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/tasks',
    summary: 'Create a task',
    allow: 'task:create',
    body: NewTask,
    reply: Task,
    status: 201,
    changes: ['tasks'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/tasks/:id',
    summary: 'Change a task, or only its status',
    allow: 'task:set-status',
    limit: 'task-change',
    params,
    body: TaskChanges,
    reply: Task,
    changes: ['tasks'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tasks/:id',
    summary: 'Delete a task',
    allow: 'task:delete',
    params,
    changes: ['tasks'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/tasks/:id/restore',
    summary: 'Bring back a task deleted within the last 30 days',
    allow: 'task:restore',
    params,
    reply: Task,
    status: 200,
    changes: ['tasks'],
  }),
  updateMany: endpoint({
    method: 'PUT',
    path: '/tasks',
    summary: 'Change many tasks at once, all or none',
    allow: 'task:set-status',
    limit: 'task-change',
    tokens: ({ ids }: ManyChanges) => tokensOf(ids.length),
    body: ManyChanges,
    reply: ManyDone,
    changes: ['tasks'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/tasks/undo',
    summary: 'Put back the values that tasks had before a change, all or none',
    allow: 'task:set-status',
    limit: 'task-change',
    tokens: ({ to }: TaskUndo) => tokensOf(to.reduce((sum, { ids }) => sum + ids.length, 0)),
    isLarge: true,
    body: TaskUndo,
    reply: z.object({ changed: z.int() }),
    status: 200,
    changes: ['tasks'],
  }),
  removeMany: endpoint({
    method: 'DELETE',
    path: '/tasks',
    summary: 'Delete many tasks at once, all or none',
    allow: 'task:delete',
    body: z.strictObject({ ids }),
    changes: ['tasks'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/tasks/:id/history',
    summary: 'What was done to a task, newest first',
    allow: 'task:history',
    params,
    ...history,
    reads: ['tasks', 'users', 'departments', 'projects'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/tasks/export',
    summary: 'The filtered list as CSV or as a workbook',
    allow: 'task:export',
    auditAction: 'task.export',
    query: exportQuery(
      z.strictObject({
        ...filters,
        sort: z.optional(oneOf(taskSorts)),
        order: z.optional(oneOf(['asc', 'desc'])),
      }),
    ),
    download: 'tasks',
  }),
}
