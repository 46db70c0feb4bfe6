import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import {
  closedOutcomes,
  MAX_ESTIMATE,
  MAX_PLACE,
  MAX_SKIP_REASON,
  outcomes,
  taskKinds,
} from '../../../shared/task-kinds.ts'
import { priorities, statuses } from '../../../shared/task-status.ts'
import { createdAt, foldedText, instant, isOneOf, serialId, updatedAt } from '../columns.ts'
import { departments } from './departments.ts'
import { projects } from './projects.ts'
import { routines } from './routines.ts'
import { sops } from './sops.ts'
import { users } from './users.ts'

/** The order of priorities. */
export const priorityWeight = (priority: AnyPgColumn) =>
  sql`(case ${priority} when 'high' then 3 when 'medium' then 2 else 1 end)`

export const tasks = pgTable(
  'tasks',
  {
    id: serialId(),
    title: varchar('title', { length: 200 }).notNull(),
    foldedTitle: foldedText('folded_title').notNull(),
    description: text('description'),
    status: text('status', { enum: statuses }).notNull().default('pending'),
    priority: text('priority', { enum: priorities }).notNull().default('medium'),
    projectId: integer('project_id').references(() => projects.id),
    assigneeId: uuid('assignee_id').references(() => users.id),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id),
    departmentId: integer('department_id').references(() => departments.id),
    dueDate: instant('due_date'),
    /** The due date, or infinity if there is none. So one comparison with an index covers both. */
    dueOrNever: instant('due_or_never').notNull().generatedAlwaysAs(sql`coalesce(due_date, 'infinity')`),
    completedAt: instant('completed_at'),
    tags: text('tags').array().notNull().default([]),
    /** The procedure by which it is done, and where in it. */
    sopId: integer('sop_id').references(() => sops.id, { onDelete: 'set null' }),
    sopPage: integer('sop_page'),
    /** The revision of the procedure that was current when the task was completed. */
    sopRevision: integer('sop_revision'),
    kind: text('kind', { enum: taskKinds }).notNull().default('task'),
    /** Where it is to be done, as people have written it. */
    place: varchar('place', { length: MAX_PLACE }),
    /** Minutes of work that it is expected to take. */
    estimateMinutes: smallint('estimate_minutes'),
    /** Since when its assignee has it. */
    takenAt: instant('taken_at'),
    /** Its assignee has received it in a handover. */
    isReceived: boolean('is_received').notNull().default(false),
    /** Of an occurrence: its routine, when its window opens and closes. Each occurrence has one task. */
    routineId: integer('routine_id').references(() => routines.id, { onDelete: 'set null' }),
    occurrenceAt: instant('occurrence_at'),
    closesAt: instant('closes_at'),
    outcome: text('outcome', { enum: outcomes }),
    /** When it was missed or skipped. It is in no list then, and its status stays. */
    closedAt: instant('closed_at'),
    skipReason: varchar('skip_reason', { length: MAX_SKIP_REASON }),
    /** Counts of its contents, without deleted ones (`core/tasks/contents.ts`). */
    stepsDone: smallint('steps_done').notNull().default(0),
    stepsTotal: smallint('steps_total').notNull().default(0),
    comments: integer('comments').notNull().default(0),
    photos: integer('photos').notNull().default(0),
    /** Title, description, tags and place, folded. `searchText` in the tasks feature writes it. */
    searchText: foldedText('search_text').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => {
    const active = sql`${t.deletedAt} is null and ${t.closedAt} is null`
    const open = sql`${active} and ${t.status} <> 'completed'`
    const newest = [t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()] as const
    return [
      check('tasks_status', isOneOf(t.status, statuses)),
      check('tasks_priority', isOneOf(t.priority, priorities)),
      check('tasks_kind', isOneOf(t.kind, taskKinds)),
      check('tasks_outcome', isOneOf(t.outcome, outcomes)),
      check(
        'tasks_closed_at',
        sql`(${t.closedAt} is not null) = coalesce(${isOneOf(t.outcome, closedOutcomes)}, false)`,
      ),
      check('tasks_estimate', sql`${t.estimateMinutes} between 1 and ${sql.raw(String(MAX_ESTIMATE))}`),
      check('tasks_completed_at', sql`(${t.status} = 'completed') = (${t.completedAt} is not null)`),
      // The board's columns, newest first: for all departments, for one, for a person. Each index contains the due
      // date, so that overdue tasks are recognised within the index.
      index('tasks_all')
        .on(t.status, ...newest, t.dueOrNever)
        .where(active),
      index('tasks_department')
        .on(t.departmentId, t.status, ...newest, t.dueOrNever)
        .where(active),
      index('tasks_assignee')
        .on(t.assigneeId, t.status, ...newest, t.dueOrNever, t.departmentId)
        .where(active),
      index('tasks_creator')
        .on(t.creatorId, t.status, ...newest, t.dueOrNever, t.departmentId, t.assigneeId)
        .where(active),
      // Overdue tasks, and tasks that fall due next.
      index('tasks_due').on(t.dueOrNever, t.departmentId, t.status, t.createdAt).where(open),
      index('tasks_department_due').on(t.departmentId, t.dueOrNever, t.status, t.createdAt).where(open),
      // Each person's open tasks, and a department's unassigned tasks. The next due stands in front. The people view
      // counts them and sums their estimates within the index.
      index('tasks_own_work')
        .on(t.assigneeId, t.dueOrNever, t.id, t.status, t.kind, t.departmentId, t.estimateMinutes)
        .where(open),
      index('tasks_untaken')
        .on(t.departmentId, t.dueOrNever, t.id, t.kind)
        .where(sql`${open} and ${t.assigneeId} is null`),
      // Completed tasks of some days, with every column that the analytics need.
      index('tasks_completed')
        .on(t.completedAt, t.departmentId, t.assigneeId, t.createdAt, t.dueOrNever)
        .where(sql`${active} and ${t.completedAt} is not null`),
      // Tasks by their latest change.
      index('tasks_updated')
        .on(t.updatedAt.desc().nullsFirst(), t.departmentId, t.assigneeId, t.creatorId)
        .where(active),
      // The other orders of the task table.
      index('tasks_by_title').on(t.foldedTitle, t.id).where(active),
      index('tasks_by_due_date').on(t.dueOrNever, t.id).where(active),
      index('tasks_by_status').on(t.status, t.id, t.dueOrNever).where(active),
      // Tasks by assignee, also tasks without one. The other columns are the filters'.
      index('tasks_by_assignee').on(t.assigneeId, t.id, t.status, t.dueOrNever, t.departmentId).where(active),
      index('tasks_by_priority').on(priorityWeight(t.priority), t.id).where(active),
      // All tasks of a project, for its deletion; tasks that are not deleted are one range of the index.
      index('tasks_project').on(t.projectId, t.deletedAt, t.status),
      index('tasks_search').using('gin', sql`${t.searchText} gin_trgm_ops`).where(active),
      index('tasks_tags').using('gin', t.tags).where(active),
      index('tasks_sop').on(t.sopId).where(sql`${t.sopId} is not null`),
      // All occurrences of a routine, whatever their outcome; the occurrences of some days; the ones that the scheduler
      // has to close.
      uniqueIndex('tasks_occurrence').on(t.routineId, t.occurrenceAt).where(sql`${t.routineId} is not null`),
      index('tasks_occurrence_day')
        .on(t.occurrenceAt, t.departmentId)
        .where(sql`${t.occurrenceAt} is not null and ${t.deletedAt} is null`),
      index('tasks_closing').on(t.closesAt).where(sql`${open} and ${t.closesAt} is not null`),
      // Missed and skipped ones.
      index('tasks_closed')
        .on(t.closedAt, t.departmentId)
        .where(sql`${t.closedAt} is not null and ${t.deletedAt} is null`),
      // Reported problems by department and by person, and the tasks at a place.
      index('tasks_problems')
        .on(t.departmentId, t.createdAt)
        .where(sql`${t.kind} = 'problem' and ${t.deletedAt} is null`),
      index('tasks_reported').on(t.creatorId, t.createdAt).where(sql`${t.kind} = 'problem' and ${t.deletedAt} is null`),
      index('tasks_place').on(sql`lower(${t.place})`).where(sql`${active} and ${t.place} is not null`),
      index('tasks_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    ]
  },
)

/**
 * The number of tasks that are not deleted, by stored status: for each department (`personId` is null), and for each
 * person and department, those assigned to the person and those the person only created. Triggers on `tasks` add rows
 * with differences, so that writes lock no common row, and the scheduler adds the rows up. Department 0 stands for
 * none.
 */
export const taskCounts = pgTable(
  'task_counts',
  {
    departmentId: integer('department_id').notNull(),
    status: text('status', { enum: statuses }).notNull(),
    tasks: integer('tasks').notNull(),
    personId: uuid('person_id'),
    /** For a person's counts: whether the tasks are assigned to the person, or only created by the person. */
    assigned: boolean('assigned'),
  },
  (t) => [index('task_counts_person').on(t.personId, t.assigned)],
)

const sumColumns = () => ({
  /** When the quarter of an hour begins. Local days begin with one in every time zone. */
  quarter: instant('quarter').notNull(),
  /** 0 for tasks without a department, -1 for all tasks. */
  departmentId: integer('department_id').notNull(),
  completed: integer('completed').notNull(),
  /** From their creation to their completion, of all completed ones together. */
  milliseconds: bigint('milliseconds', { mode: 'number' }).notNull(),
  created: integer('created').notNull(),
})

/**
 * How many living tasks were completed and created in each quarter of an hour of the last 40 days. It goes by their
 * times: a task that is deleted counts no more in the quarter in which it was completed.
 */
export const taskSums = pgTable('task_sums', sumColumns(), (t) => [
  primaryKey({ name: 'task_sums_pkey', columns: [t.departmentId, t.quarter] }),
])

/** Differences that are not in `task_sums` yet. Triggers on `tasks` add them, so that writes lock no common row. */
export const taskSumChanges = pgTable('task_sum_changes', sumColumns())

/** A reference to the task on which a row hangs. The row goes when the task is deleted for good. */
export const taskId = () =>
  integer('task_id')
    .notNull()
    .references(() => tasks.id, { onDelete: 'cascade' })
