import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { roles } from '../../shared/permissions.ts'
import { projectStatuses } from '../../shared/projects.ts'
import { priorities, statuses } from '../../shared/tasks.ts'
import { foldedText, instant, serialId } from './columns.ts'

/**
 * The tables (specification, section 3). No foreign key deletes or empties anything by itself, save a notification's pointer
 * to what is gone for good: a visible row changes only through `write`, and a person's records outlive the account.
 */

const now = sql`now()`
const createdAt = () => instant('created_at').notNull().default(now)
const updatedAt = () => instant('updated_at').notNull().default(now)
const oneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

export const departments = pgTable(
  'departments',
  {
    id: serialId(),
    name: varchar('name', { length: 100 }).notNull(),
    description: text('description'),
    foldedName: foldedText('folded_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('departments_name').on(t.foldedName)],
)

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: varchar('email', { length: 254 }).notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: varchar('first_name', { length: 100 }).notNull(),
    lastName: varchar('last_name', { length: 100 }).notNull(),
    /** First and last name, folded: for search and for sorting by assignee. */
    foldedName: foldedText('folded_name').notNull(),
    profileImageUrl: varchar('profile_image_url', { length: 500 }),
    role: text('role', { enum: roles }).notNull().default('user'),
    departmentId: integer('department_id').references(() => departments.id),
    isActive: boolean('is_active').notNull().default(true),
    /** A deleted account is closed and out of every list, its records stay. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('users_role', oneOf(t.role, roles)),
    uniqueIndex('users_email').on(sql`lower(${t.email})`).where(sql`${t.deletedAt} is null`),
    index('users_list').on(t.foldedName, t.id).where(sql`${t.deletedAt} is null`),
    index('users_department').on(t.departmentId).where(sql`${t.deletedAt} is null`),
  ],
)

export const projects = pgTable(
  'projects',
  {
    id: serialId(),
    name: varchar('name', { length: 200 }).notNull(),
    description: text('description'),
    departmentId: integer('department_id').references(() => departments.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: projectStatuses }).notNull().default('pending'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('projects_status', oneOf(t.status, projectStatuses)),
    index('projects_department').on(t.departmentId, t.createdAt),
    index('projects_owner').on(t.ownerId),
  ],
)

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
      // What is overdue, and what falls due next.
      index('tasks_due').on(t.dueOrNever, t.departmentId, t.status).where(open),
      index('tasks_department_due').on(t.departmentId, t.dueOrNever, t.status).where(open),
      // What was completed today, and what was touched last.
      index('tasks_completed').on(t.completedAt, t.departmentId).where(living),
      index('tasks_updated')
        .on(t.updatedAt.desc().nullsFirst(), t.departmentId, t.assigneeId, t.creatorId)
        .where(living),
      index('tasks_project').on(t.projectId, t.status).where(living),
      index('tasks_search').using('gin', sql`${t.searchText} gin_trgm_ops`).where(living),
      index('tasks_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    ]
  },
)

/**
 * How many living tasks each department has with each stored status, as sums of what triggers on `tasks` add: a write adds
 * rows and locks none that others need; the scheduler sums them up. Department 0 stands for none.
 */
export const taskCounts = pgTable('task_counts', {
  departmentId: integer('department_id').notNull(),
  status: text('status', { enum: statuses }).notNull(),
  tasks: integer('tasks').notNull(),
})

export const clockSessions = pgTable(
  'clock_sessions',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    departmentId: integer('department_id').references(() => departments.id),
    startTime: instant('start_time').notNull(),
    endTime: instant('end_time'),
    /** Whole minutes, of completed sessions. */
    duration: integer('duration'),
    status: varchar('status', { length: 20 }).notNull().default('active'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('clock_sessions_one_active').on(t.userId).where(sql`${t.endTime} is null`),
    check('clock_sessions_active', sql`(${t.status} = 'active') = (${t.endTime} is null)`),
    check('clock_sessions_order', sql`${t.endTime} >= ${t.startTime}`),
    index('clock_sessions_user').on(t.userId, t.startTime.desc().nullsFirst()),
    index('clock_sessions_department').on(t.departmentId, t.startTime.desc().nullsFirst()),
  ],
)

export const reminders = pgTable(
  'reminders',
  {
    id: serialId(),
    title: varchar('title', { length: 200 }).notNull(),
    description: text('description'),
    userId: uuid('user_id').references(() => users.id),
    departmentId: integer('department_id').references(() => departments.id),
    cronRule: text('cron_rule'),
    nextRun: instant('next_run').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    isActive: boolean('is_active').notNull().default(true),
    lastTriggered: instant('last_triggered'),
    createdAt: createdAt(),
  },
  (t) => [
    index('reminders_due').on(t.nextRun).where(sql`${t.isActive}`),
    index('reminders_user').on(t.userId),
    index('reminders_department').on(t.departmentId),
    index('reminders_creator').on(t.createdBy),
  ],
)

export const notifications = pgTable(
  'notifications',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    reminderId: integer('reminder_id').references(() => reminders.id, { onDelete: 'set null' }),
    taskId: integer('task_id').references(() => tasks.id, { onDelete: 'set null' }),
    title: varchar('title', { length: 200 }).notNull(),
    message: text('message'),
    type: varchar('type', { length: 50 }).notNull().default('reminder'),
    isRead: boolean('is_read').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('notifications_list').on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notifications_unread').on(t.userId).where(sql`not ${t.isRead}`),
    index('notifications_read').on(t.createdAt).where(sql`${t.isRead}`),
    index('notifications_reminder').on(t.reminderId),
    index('notifications_task').on(t.taskId),
  ],
)

export const feedback = pgTable(
  'feedback',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    rating: integer('rating'),
    comment: text('comment'),
    category: varchar('category', { length: 100 }),
    isVisible: boolean('is_visible').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    check('feedback_rating', sql`${t.rating} between 1 and 5`),
    index('feedback_list').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)

export const sops = pgTable(
  'sops',
  {
    id: serialId(),
    title: varchar('title', { length: 200 }).notNull(),
    /** Null: global. */
    departmentId: integer('department_id').references(() => departments.id),
    fileUrl: varchar('file_url', { length: 500 }).notNull(),
    fileName: varchar('file_name', { length: 255 }),
    mimeType: varchar('mime_type', { length: 100 }).notNull().default('application/pdf'),
    version: varchar('version', { length: 20 }).notNull().default('1.0'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('sops_department').on(t.departmentId, t.title)],
)

/** Each file that an SOP has had; the newest is the current one. */
export const sopVersions = pgTable(
  'sop_versions',
  {
    id: serialId(),
    sopId: integer('sop_id')
      .notNull()
      .references(() => sops.id),
    version: varchar('version', { length: 20 }).notNull(),
    /** The random name under which `files` keeps it. */
    storedAs: varchar('stored_as', { length: 100 }).notNull(),
    fileName: varchar('file_name', { length: 255 }).notNull(),
    mimeType: varchar('mime_type', { length: 100 }).notNull().default('application/pdf'),
    size: bigint('size', { mode: 'number' }).notNull(),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('sop_versions_stored_as').on(t.storedAs),
    index('sop_versions_sop').on(t.sopId, t.id.desc().nullsFirst()),
  ],
)

/** Who has confirmed to have read which version. */
export const sopReadings = pgTable(
  'sop_readings',
  {
    sopVersionId: integer('sop_version_id')
      .notNull()
      .references(() => sopVersions.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.sopVersionId, t.userId] }), index('sop_readings_user').on(t.userId)],
)

export const auditLogs = pgTable(
  'audit_logs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').references(() => users.id),
    action: varchar('action', { length: 100 }).notNull(),
    resourceType: varchar('resource_type', { length: 50 }).notNull(),
    resourceId: varchar('resource_id', { length: 50 }),
    details: jsonb('details'),
    ipAddress: varchar('ip_address', { length: 45 }),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_logs_time').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_logs_resource').on(t.resourceType, t.resourceId, t.id.desc().nullsFirst()),
    index('audit_logs_user').on(t.userId, t.id.desc().nullsFirst()),
    index('audit_logs_action').on(t.action, t.id.desc().nullsFirst()),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value, in hex; the value itself is kept nowhere. */
    sid: text('sid').primaryKey(),
    sess: json('sess').$type<{ ipAddress: string; userAgent: string | null; signedInAt: string }>().notNull(),
    expire: instant('expire').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [index('sessions_expire').on(t.expire), index('sessions_user').on(t.userId)],
)

/** Tries to sign in that are running or have failed; those that succeed leave no row. */
export const signInTries = pgTable(
  'sign_in_tries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    ipAddress: varchar('ip_address', { length: 45 }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sign_in_tries_address').on(t.ipAddress, t.createdAt)],
)
