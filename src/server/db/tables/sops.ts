import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, oneOf, serialId, updatedAt } from '../columns.ts'
import { files } from './files.ts'
import { departments, users } from './people.ts'

export const sops = pgTable(
  'sops',
  {
    id: serialId(),
    title: varchar('title', { length: 200 }).notNull(),
    /** Null for a global SOP. */
    departmentId: integer('department_id').references(() => departments.id),
    fileName: varchar('file_name', { length: 255 }),
    mimeType: varchar('mime_type', { length: 100 }).notNull().default('application/pdf'),
    version: varchar('version', { length: 20 }).notNull().default('1.0'),
    /** The number of the current file. */
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('sops_department').on(t.departmentId, t.title)],
)

const textStates = ['waiting', 'done', 'failed'] as const

/** All files that an SOP has had. `revision` counts them from 1. */
export const sopVersions = pgTable(
  'sop_versions',
  {
    id: serialId(),
    sopId: integer('sop_id')
      .notNull()
      .references(() => sops.id),
    revision: integer('revision').notNull(),
    version: varchar('version', { length: 20 }).notNull(),
    fileId: bigint('file_id', { mode: 'number' })
      .notNull()
      .references(() => files.id),
    /** The same as the file's, which never changes, so that the list of SOPs does without that table. */
    size: bigint('size', { mode: 'number' }).notNull(),
    pages: integer('pages').notNull(),
    /** Whether the text has been read into `sop_pages`. */
    textState: text('text_state', { enum: textStates }).notNull().default('waiting'),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('sop_versions_text_state', oneOf(t.textState, textStates)),
    unique('sop_versions_file').on(t.fileId),
    unique('sop_versions_revision').on(t.sopId, t.revision),
    index('sop_versions_waiting').on(t.id).where(sql`${t.textState} = 'waiting'`),
  ],
)

const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The text of the pages of current versions, for search. */
export const sopPages = pgTable(
  'sop_pages',
  {
    sopVersionId: integer('sop_version_id')
      .notNull()
      .references(() => sopVersions.id),
    page: integer('page').notNull(),
    text: text('text').notNull(),
    /** The words of the page, folded, in the configuration without a language. */
    words: searchVector('words').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sopVersionId, t.page] }), index('sop_pages_words').using('gin', t.words)],
)

/** People's confirmations that they have read a version. */
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
