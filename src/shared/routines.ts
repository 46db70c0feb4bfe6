import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  date,
  description,
  id,
  idAndName,
  instant,
  oneOf,
  pathId,
  personWithPicture,
  queryId,
  queryInt,
  replyInstant,
  requiredText,
  text,
  title,
  userId,
  wholeNumber,
} from './fields.ts'
import { newSteps, stepKinds } from './step-fields.ts'
import { MAX_ESTIMATE, MAX_PLACE, MAX_SKIP_REASON, outcomes } from './task-kinds.ts'
import { tags } from './task-query.ts'
import { priorities, statuses } from './task-status.ts'
import { Task } from './tasks.ts'
import { describeFault, MAX_RULE_LENGTH, readCronRule } from './time/cron-rule.ts'
import { localTime } from './time/local-time-field.ts'
import { english, plainEnglish } from './words/message.ts'

/** Routines: work that comes again. Each opening makes a new task, an occurrence. */

/** Routines of one deployment, deleted ones aside. */
export const MAX_ROUTINES = 2_000
/** Routines that one call creates. */
export const MAX_ROUTINES_PER_CALL = 200
/** The outcomes of the latest occurrences that a routine carries. */
export const LAST_OUTCOMES = 10
export const OCCURRENCE_PAGE = 50
/** Days of one reply with everybody's occurrences. */
export const MAX_WEEK_DAYS = 14
/** Minutes: a window is due within a week, and closes within a month. */
export const MAX_DUE_MINUTES = 7 * 24 * 60
export const MAX_CLOSE_MINUTES = 31 * 24 * 60

/** Why an occurrence was missed. It is computed from the clock each time. */
export const causes = ['nobody_on_duty', 'on_duty_not_taken', 'taken_not_finished', 'muster_was_down'] as const
export type Cause = (typeof causes)[number]

const RoutineStep = z.object({
  text: z.string(),
  kind: z.enum(stepKinds),
  required: z.boolean(),
  unit: z.nullable(z.string()),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
})
export type RoutineStep = z.output<typeof RoutineStep>

const Person = personWithPicture

export const Routine = z.object({
  id,
  title: z.string(),
  description: z.nullable(z.string()),
  departmentId: z.nullable(id),
  /** Null: the people on duty in the department. */
  assigneeId: z.nullable(userId),
  priority: z.enum(priorities),
  tags: z.array(z.string()),
  sopId: z.nullable(id),
  sopPage: z.nullable(z.int()),
  place: z.nullable(z.string()),
  /** Minutes of work that each occurrence is expected to take. */
  workMinutes: z.nullable(z.int()),
  steps: z.array(RoutineStep),
  /** Day of month, month and weekday as in a cron rule; null for a routine that comes every so many days. */
  days: z.nullable(z.string()),
  everyDays: z.nullable(z.int()),
  /** The first day of a routine with `everyDays`. */
  from: z.nullable(z.string()),
  /** The local time at which an occurrence opens, as "06:00". */
  opensAt: z.string(),
  dueAfterMinutes: z.int(),
  /** Minutes after the opening until an occurrence that is not done is missed; null if it stays open. */
  closesAfterMinutes: z.nullable(z.int()),
  /** Whether after an outage every occurrence opens, and not only the latest. */
  eachCounts: z.boolean(),
  isActive: z.boolean(),
  creatorId: userId,
  createdAt: replyInstant,
  updatedAt: replyInstant,
  department: z.nullable(idAndName),
  assignee: z.nullable(Person),
  /** When it opens next; null while it is switched off. */
  nextOccurrence: z.nullable(replyInstant),
  /** The latest first. An outcome of null: the occurrence is open. */
  lastOutcomes: z.array(z.object({ taskId: id, occurrenceAt: replyInstant, outcome: z.nullable(z.enum(outcomes)) })),
})
export type Routine = z.output<typeof Routine>

/** Day of month, month and weekday. The message of a fault names the field. */
const days = text(MAX_RULE_LENGTH).check(
  z.overwrite((rule) => rule.replace(/\s+/g, ' ')),
  z.check<string>(({ value, issues }) => {
    if (value.split(' ').length !== 3) {
      issues.push({ code: 'custom', input: value, message: english('Needs three fields: day month weekday') })
      return
    }
    const { fault } = readCronRule(`0 0 ${value}`)
    if (!fault) return
    const message = describeFault(fault)
    issues.push({ code: 'custom', input: value, message: plainEnglish(message), params: { text: message } })
  }),
)

const routineFields = {
  title,
  description: z.nullable(description),
  departmentId: z.nullable(id),
  assigneeId: z.nullable(userId),
  priority: oneOf(priorities),
  tags,
  sopId: z.nullable(id),
  sopPage: z.nullable(wholeNumber(1, 1_000_000)),
  place: z.nullable(text(MAX_PLACE)),
  workMinutes: z.nullable(wholeNumber(1, MAX_ESTIMATE)),
  steps: newSteps,
  days: z.nullable(days),
  everyDays: z.nullable(wholeNumber(1, 366)),
  from: z.nullable(date),
  opensAt: localTime,
  dueAfterMinutes: wholeNumber(1, MAX_DUE_MINUTES),
  closesAfterMinutes: z.nullable(wholeNumber(1, MAX_CLOSE_MINUTES)),
  eachCounts: z.boolean(),
  isActive: z.boolean(),
}
const {
  title: _title,
  opensAt: _opensAt,
  dueAfterMinutes: _due,
  ...optional
} = z.partial(z.strictObject(routineFields)).shape

/**
 * One of department and assignee is required, and either `days` or `everyDays` with `from`. The server checks both,
 * because a change may bring one of them only.
 */
export const NewRoutine = z.strictObject({
  title,
  opensAt: localTime,
  dueAfterMinutes: routineFields.dueAfterMinutes,
  ...optional,
})
export type NewRoutine = z.output<typeof NewRoutine>

/** Only the fields sent change. `updatedAt` names the version before: 409 if it has changed since. */
export const RoutineChanges = z.strictObject({
  ...z.partial(z.strictObject(routineFields)).shape,
  updatedAt: z.optional(instant),
})
export type RoutineChanges = z.output<typeof RoutineChanges>

export const Occurrence = z.object({
  taskId: id,
  routineId: id,
  title: z.string(),
  departmentId: z.nullable(id),
  occurrenceAt: replyInstant,
  dueAt: replyInstant,
  closesAt: z.nullable(replyInstant),
  closedAt: z.nullable(replyInstant),
  completedAt: z.nullable(replyInstant),
  status: z.enum(statuses),
  outcome: z.nullable(z.enum(outcomes)),
  /** Why it was missed; null for every other outcome. */
  cause: z.nullable(z.enum(causes)),
  skipReason: z.nullable(z.string()),
  /** The person who has it, or has done it. */
  assignee: z.nullable(Person),
})
export type Occurrence = z.output<typeof Occurrence>

/** An occurrence in the week's grid. */
export const WeekOccurrence = z.pick(Occurrence, {
  taskId: true,
  routineId: true,
  occurrenceAt: true,
  dueAt: true,
  closesAt: true,
  status: true,
  outcome: true,
})
export type WeekOccurrence = z.output<typeof WeekOccurrence>

const params = { id: pathId }
const reads = ['routines', 'tasks', 'users', 'departments'] as const

/** Days ahead for which a plan shows occurrences that have not opened. */
export const MAX_PLANNED_DAYS = 42

/** An occurrence that opens in the future. It has no task yet. */
export const PlannedOccurrence = z.object({
  routineId: id,
  title: z.string(),
  departmentId: z.nullable(id),
  /** Null: the people on duty in the department. */
  assigneeId: z.nullable(userId),
  priority: z.enum(priorities),
  tags: z.array(z.string()),
  place: z.nullable(z.string()),
  workMinutes: z.nullable(z.int()),
  opensAt: replyInstant,
  dueAt: replyInstant,
})
export type PlannedOccurrence = z.output<typeof PlannedOccurrence>

export const routinesApi = {
  list: endpoint({
    method: 'GET',
    path: '/routines',
    summary: 'Routines, by the time at which they open',
    allow: 'routine:read',
    query: z.strictObject({ departmentId: z.optional(queryId) }),
    reply: z.object({ routines: z.array(Routine) }),
    reads,
  }),
  week: endpoint({
    method: 'GET',
    path: '/routines/occurrences',
    summary: 'The occurrences that open between two days, both included, of all routines',
    allow: 'routine:read',
    query: z.strictObject({ from: date, to: date, departmentId: z.optional(queryId) }),
    reply: z.object({ occurrences: z.array(WeekOccurrence) }),
    reads,
  }),
  planned: endpoint({
    method: 'GET',
    path: '/routines/planned',
    summary: 'Occurrences that have not opened, due on one day from tomorrow to 42 days ahead; none for other days',
    allow: 'routine:read',
    query: z.strictObject({ date, departmentId: z.optional(queryId) }),
    reply: z.object({ occurrences: z.array(PlannedOccurrence) }),
    reads: ['routines'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/routines/:id',
    summary: 'One routine',
    allow: 'routine:read',
    params,
    reply: Routine,
    reads,
  }),
  occurrences: endpoint({
    method: 'GET',
    path: '/routines/:id/occurrences',
    summary: 'The occurrences of a routine, the latest first, with their outcomes and why they were missed',
    allow: 'routine:read',
    params,
    query: z.strictObject({
      /** The `next` of the page before. */
      before: z.optional(instant),
      limit: z.optional(queryInt(1, OCCURRENCE_PAGE)),
    }),
    reply: z.object({ occurrences: z.array(Occurrence), next: z.nullable(replyInstant) }),
    reads: [...reads, 'duty'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/routines',
    summary: 'Create a routine',
    allow: 'routine:manage',
    body: NewRoutine,
    reply: Routine,
    status: 201,
    changes: ['routines'],
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/routines/many',
    summary: 'Create many routines, all or none',
    allow: 'routine:manage',
    isLarge: true,
    body: z.strictObject({
      routines: z.array(NewRoutine).check(
        z.minLength(1),
        z.maxLength(
          MAX_ROUTINES_PER_CALL,
          english('{max, plural, one {At most # routine} other {At most # routines}}', {
            max: MAX_ROUTINES_PER_CALL,
          }),
        ),
      ),
    }),
    reply: z.object({ ids: z.array(id) }),
    status: 201,
    changes: ['routines'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/routines/:id',
    summary: 'Change a routine: occurrences that are open stay as they are',
    allow: 'routine:manage',
    params,
    body: RoutineChanges,
    reply: Routine,
    changes: ['routines'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/routines/:id',
    summary: 'Delete a routine. Its tasks stay',
    allow: 'routine:manage',
    params,
    changes: ['routines'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/routines/:id/restore',
    summary: 'Bring back a routine deleted within the last 30 days',
    allow: 'routine:manage',
    params,
    reply: Routine,
    status: 200,
    changes: ['routines'],
  }),
  skip: endpoint({
    method: 'POST',
    path: '/tasks/:id/skip',
    summary: 'Skip an occurrence of a routine, with a reason',
    allow: 'task:update',
    params,
    body: z.strictObject({ reason: requiredText(MAX_SKIP_REASON, english('Say why')) }),
    reply: Task,
    status: 200,
    changes: ['tasks'],
  }),
  unskip: endpoint({
    method: 'DELETE',
    path: '/tasks/:id/skip',
    summary: 'Open an occurrence again that was skipped',
    allow: 'task:update',
    params,
    reply: Task,
    status: 200,
    changes: ['tasks'],
  }),
}
