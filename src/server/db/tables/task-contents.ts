import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { MAX_COMMENT } from '../../../shared/comments.ts'
import { MAX_STEP_TEXT, MAX_UNIT, stepKinds } from '../../../shared/steps.ts'
import { createdAt, foldedText, instant, oneOf, serialId } from '../columns.ts'
import { files } from './files.ts'
import { users } from './people.ts'
import { sops } from './sops.ts'
import { tasks } from './tasks.ts'

/** What hangs on a task: comments, photos and steps. They go when the task is deleted for good. */

/** Drizzle's own `jsonb` reads a text as JSON once more: of the text "5" it would make a number. */
const stepValue = customType<{ data: boolean | number | string; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value as boolean | number | string,
})

/** A task's reference to its row here. */
const taskId = () =>
  integer('task_id')
    .notNull()
    .references(() => tasks.id, { onDelete: 'cascade' })

export const comments = pgTable(
  'comments',
  {
    id: serialId(),
    taskId: taskId(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    /** Empty if the comment is only photos, and once it has been deleted for 30 days. */
    text: varchar('text', { length: MAX_COMMENT }).notNull(),
    /** The text, folded, for search. */
    searchText: foldedText('search_text').notNull(),
    /** The people whom it mentions. */
    mentions: uuid('mentions').array().notNull().default([]),
    createdAt: createdAt(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
  },
  (t) => {
    const living = sql`${t.deletedAt} is null`
    return [
      index('comments_task').on(t.taskId, t.id),
      index('comments_search').using('gin', sql`${t.searchText} gin_trgm_ops`).where(living),
      // Deleted comments whose text is still there.
      index('comments_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null and ${t.text} <> ''`),
    ]
  },
)

/** A picture. The client makes its id, so that a repeated upload is the same photo. */
export const photos = pgTable(
  'photos',
  {
    id: uuid('id').primaryKey(),
    /** The task on which it hangs; null until it is attached. Only its uploader sees it then, and it goes after a day. */
    taskId: integer('task_id').references(() => tasks.id, { onDelete: 'set null' }),
    /** The comment that shows it, and at which place. */
    commentId: integer('comment_id').references(() => comments.id, { onDelete: 'set null' }),
    position: smallint('position').notNull().default(0),
    fileId: bigint('file_id', { mode: 'number' })
      .notNull()
      .references(() => files.id),
    /** The small picture for lists; null if the client has sent none. */
    thumbnailFileId: bigint('thumbnail_file_id', { mode: 'number' }).references(() => files.id),
    /** In pixels, as it is shown. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Bytes of the picture. */
    size: integer('size').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    unique('photos_file').on(t.fileId),
    unique('photos_thumbnail').on(t.thumbnailFileId),
    index('photos_task').on(t.taskId),
    index('photos_comment').on(t.commentId, t.position),
    index('photos_unattached').on(t.createdBy, t.createdAt).where(sql`${t.taskId} is null`),
    index('photos_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
  ],
)

/** The steps of a task, at most 100. */
export const taskSteps = pgTable(
  'task_steps',
  {
    id: serialId(),
    taskId: taskId(),
    /** Steps stand in this order, and by id where it is the same. */
    position: integer('position').notNull(),
    text: varchar('text', { length: MAX_STEP_TEXT }).notNull(),
    /** The text, folded, for search. */
    searchText: foldedText('search_text').notNull(),
    kind: text('kind', { enum: stepKinds }).notNull().default('tick'),
    required: boolean('required').notNull().default(false),
    /** Of a number: what it is measured in, and the limits that it should keep. */
    unit: varchar('unit', { length: MAX_UNIT }),
    min: doublePrecision('min'),
    max: doublePrecision('max'),
    /** `true`, a number or a text, by the kind; null as long as the step is open, and for a photo. */
    value: stepValue('value'),
    photoId: uuid('photo_id').references(() => photos.id, { onDelete: 'set null' }),
    doneBy: uuid('done_by').references(() => users.id),
    /** When it was done, by the device's clock; null as long as it is open. */
    doneAt: instant('done_at'),
    createdAt: createdAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    check('task_steps_kind', oneOf(t.kind, stepKinds)),
    check('task_steps_done', sql`(${t.doneBy} is null) = (${t.doneAt} is null)`),
    index('task_steps_task').on(t.taskId, t.position, t.id),
    index('task_steps_search').using('gin', sql`${t.searchText} gin_trgm_ops`).where(sql`${t.deletedAt} is null`),
    index('task_steps_photo').on(t.photoId).where(sql`${t.photoId} is not null`),
    index('task_steps_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
  ],
)

/** Comments that a person was notified of and has not read. Reading them deletes the row. */
export const unreadComments = pgTable(
  'unread_comments',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    taskId: taskId(),
    /** How many there are, and the first of them. */
    comments: integer('comments').notNull(),
    firstId: integer('first_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.taskId] }),
    index('unread_comments_task').on(t.taskId),
    index('unread_comments_old').on(t.createdAt),
  ],
)

/** By which revision of a procedure each person has last completed a task. */
export const sopCompletions = pgTable(
  'sop_completions',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    sopId: integer('sop_id')
      .notNull()
      .references(() => sops.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    completedAt: instant('completed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.sopId] }), index('sop_completions_sop').on(t.sopId)],
)
