import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { priorities, statuses } from '../../../shared/tasks.ts'
import { createdAt, foldedText, instant, oneOf, serialId, updatedAt } from '../columns.ts'
import { departments, users } from './people.ts'
import { projects } from './projects.ts'

/** What a priority is sorted by (specification, section 4). */
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
    /** The due date, or infinity: one comparison for both, which an index can answer. */
    dueOrNever: instant('due_or_never').notNull().generatedAlwaysAs(sql`coalesce(due_date, 'infinity')`),
    completedAt: instant('completed_at'),
    tags: text('tags').array().notNull().default([]),
    /** Title, description and tags, folded; written by `searchText`. */
    searchText: foldedText('search_text').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => {
    const living = sql`${t.deletedAt} is null`
    const open = sql`${t.deletedAt} is null and ${t.status} <> 'completed'`
    const newest = [t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()] as const
    return [
      check('tasks_status', oneOf(t.status, statuses)),
      check('tasks_priority', oneOf(t.priority, priorities)),
      check('tasks_completed_at', sql`(${t.status} = 'completed') = (${t.completedAt} is not null)`),
      // Columns of the board, newest first: of everybody, a department, a person. The due date stands in each, so that
      // what is overdue is sorted out within the index.
      index('tasks_all')
        .on(t.status, ...newest, t.dueOrNever)
        .where(living),
      index('tasks_department')
        .on(t.departmentId, t.status, ...newest, t.dueOrNever)
        .where(living),
      index('tasks_assignee')
        .on(t.assigneeId, t.status, ...newest, t.dueOrNever, t.departmentId)
        .where(living),
      index('tasks_creator')
        .on(t.creatorId, t.status, ...newest, t.dueOrNever, t.departmentId, t.assigneeId)
        .where(living),
      // What is overdue, since when, and what falls due next.
      index('tasks_due').on(t.dueOrNever, t.departmentId, t.status, t.createdAt).where(open),
      index('tasks_department_due').on(t.departmentId, t.dueOrNever, t.status, t.createdAt).where(open),
      // What was completed on some days, with all that the figures say of it.
      index('tasks_completed')
        .on(t.completedAt, t.departmentId, t.assigneeId, t.createdAt, t.dueOrNever)
        .where(sql`${t.deletedAt} is null and ${t.completedAt} is not null`),
      // What was touched last.
      index('tasks_updated')
        .on(t.updatedAt.desc().nullsFirst(), t.departmentId, t.assigneeId, t.creatorId)
        .where(living),
      // The table's other orders.
      index('tasks_by_title').on(t.foldedTitle, t.id).where(living),
      index('tasks_by_due_date').on(t.dueOrNever, t.id).where(living),
      index('tasks_by_status').on(t.status, t.id, t.dueOrNever).where(living),
      // Of each person, also without an assignee; the rest is what their tasks are filtered by.
      index('tasks_by_assignee').on(t.assigneeId, t.id, t.status, t.dueOrNever, t.departmentId).where(living),
      index('tasks_by_priority').on(priorityWeight(t.priority), t.id).where(living),
      // Of all, as a project that goes looks for what it leaves behind; what lives is one range of it.
      index('tasks_project').on(t.projectId, t.deletedAt, t.status),
      index('tasks_search').using('gin', sql`${t.searchText} gin_trgm_ops`).where(living),
      index('tasks_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    ]
  },
)

/**
 * How many living tasks there are with each stored status: of each department (`personId` null), and in each department of
 * each person, those assigned to them and those they only created. Sums of what triggers on `tasks` add: a write adds rows
 * and locks none that others need; the scheduler sums them up. Department 0 stands for none.
 */
export const taskCounts = pgTable(
  'task_counts',
  {
    departmentId: integer('department_id').notNull(),
    status: text('status', { enum: statuses }).notNull(),
    tasks: integer('tasks').notNull(),
    personId: uuid('person_id'),
    /** Of a person: assigned to them, or created by them and not assigned to them. */
    assigned: boolean('assigned'),
  },
  (t) => [index('task_counts_person').on(t.personId, t.assigned)],
)
