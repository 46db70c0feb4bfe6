import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { MAX_STEP_TEXT, MAX_UNIT, stepKinds } from '../../../shared/step-fields.ts'
import { createdAt, foldedText, instant, isOneOf, jsonValue, serialId } from '../columns.ts'
import { photos } from './photos.ts'
import { taskId } from './tasks.ts'
import { users } from './users.ts'

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
    /** For a number: its unit, and the limits that it should keep. */
    unit: varchar('unit', { length: MAX_UNIT }),
    min: doublePrecision('min'),
    max: doublePrecision('max'),
    /** `true`, a number or a text, by the kind; null as long as the step is open, and for a photo. */
    value: jsonValue('value').$type<boolean | number | string>(),
    photoId: uuid('photo_id').references(() => photos.id, { onDelete: 'set null' }),
    doneBy: uuid('done_by').references(() => users.id),
    /** When it was done, by the device's clock; null as long as it is open. */
    doneAt: instant('done_at'),
    createdAt: createdAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    check('task_steps_kind', isOneOf(t.kind, stepKinds)),
    check('task_steps_done', sql`(${t.doneBy} is null) = (${t.doneAt} is null)`),
    index('task_steps_task').on(t.taskId, t.position, t.id),
    index('task_steps_search').using('gin', sql`${t.searchText} gin_trgm_ops`).where(sql`${t.deletedAt} is null`),
    index('task_steps_photo').on(t.photoId).where(sql`${t.photoId} is not null`),
    index('task_steps_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
  ],
)
