import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import type { RoutineStep } from '../../../shared/routines.ts'
import { MAX_ESTIMATE, MAX_PLACE } from '../../../shared/task-kinds.ts'
import { priorities } from '../../../shared/task-status.ts'
import { createdAt, instant, isOneOf, serialId, updatedAt } from '../columns.ts'
import { departments } from './departments.ts'
import { sops } from './sops.ts'
import { users } from './users.ts'

/** Work that comes again. There are at most 2,000; deleted ones go after 30 days, and their tasks stay. */
export const routines = pgTable(
  'routines',
  {
    id: serialId(),
    title: varchar('title', { length: 200 }).notNull(),
    description: text('description'),
    departmentId: integer('department_id').references(() => departments.id),
    /** Null: the people on duty in the department. */
    assigneeId: uuid('assignee_id').references(() => users.id),
    priority: text('priority', { enum: priorities }).notNull().default('medium'),
    tags: text('tags').array().notNull().default([]),
    sopId: integer('sop_id').references(() => sops.id, { onDelete: 'set null' }),
    sopPage: integer('sop_page'),
    place: varchar('place', { length: MAX_PLACE }),
    /** Minutes of work of each occurrence. */
    workMinutes: smallint('work_minutes'),
    steps: jsonb('steps').$type<RoutineStep[]>().notNull().default([]),
    /** Day of month, month, weekday; null if it comes every so many days from a day on. */
    days: text('days'),
    everyDays: integer('every_days'),
    from: date('from_date'),
    /** Local time, as "06:00". */
    opensAt: varchar('opens_at', { length: 5 }).notNull(),
    dueAfterMinutes: integer('due_after_minutes').notNull(),
    closesAfterMinutes: integer('closes_after_minutes'),
    eachCounts: boolean('each_counts').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    /** The next opening without a task; null if there is none. The scheduler works on openings up to now. */
    nextOccurrence: instant('next_occurrence'),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => {
    const runs = sql`${t.isActive} and ${t.deletedAt} is null`
    return [
      check('routines_for', sql`${t.departmentId} is not null or ${t.assigneeId} is not null`),
      check('routines_rule', sql`(${t.days} is null) = (${t.everyDays} is not null and ${t.from} is not null)`),
      check('routines_priority', isOneOf(t.priority, priorities)),
      check('routines_work', sql`${t.workMinutes} between 1 and ${sql.raw(String(MAX_ESTIMATE))}`),
      index('routines_next').on(t.nextOccurrence).where(runs),
      index('routines_department').on(t.departmentId),
      index('routines_assignee').on(t.assigneeId),
      index('routines_sop').on(t.sopId).where(sql`${t.sopId} is not null`),
    ]
  },
)
