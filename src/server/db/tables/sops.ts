import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { type SopTextBlock, sopAudiences } from '../../../shared/sops.ts'
import { createdAt, instant, isOneOf, serialId, updatedAt } from '../columns.ts'
import { departments } from './departments.ts'
import { files } from './files.ts'
import { users } from './users.ts'

export const sops = pgTable(
  'sops',
  {
    id: serialId(),
    title: varchar('title', { length: 200 }).notNull(),
    /** Null for a global SOP. */
    departmentId: integer('department_id').references(() => departments.id),
    /** Whether all staff may read it, or only its department. */
    visibleTo: varchar('visible_to', { length: 20, enum: sopAudiences }).notNull().default('department'),
    fileName: varchar('file_name', { length: 255 }),
    mimeType: varchar('mime_type', { length: 100 }).notNull().default('application/pdf'),
    version: varchar('version', { length: 20 }).notNull().default('1.0'),
    /** The number of the current file. */
    revision: integer('revision').notNull().default(1),
    /** The changes in the current file; the same as in its row of `sop_versions`. */
    changeNote: varchar('change_note', { length: 500 }),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('sops_department').on(t.departmentId, t.title),
    check('sops_visible_to', isOneOf(t.visibleTo, sopAudiences)),
  ],
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
    /** The changes in the file, in the words of its uploader. */
    changeNote: varchar('change_note', { length: 500 }),
    fileId: bigint('file_id', { mode: 'number' })
      .notNull()
      .references(() => files.id),
    /** The same as the file's, which never changes, so that the list of SOPs does without that table. */
    size: bigint('size', { mode: 'number' }).notNull(),
    pages: integer('pages').notNull(),
    /** Whether the text has been read into `sop_pages`. */
    textState: text('text_state', { enum: textStates }).notNull().default('waiting'),
    /** By which rules `sop_texts` was made (`TEXT_VERSION`); 0 as long as it was not. */
    textVersion: smallint('text_version').notNull().default(0),
    /** Whether `sop_texts` holds only the beginning of the text. */
    isTextCut: boolean('is_text_cut').notNull().default(false),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('sop_versions_text_state', isOneOf(t.textState, textStates)),
    unique('sop_versions_file').on(t.fileId),
    unique('sop_versions_revision').on(t.sopId, t.revision),
    index('sop_versions_waiting').on(t.id).where(sql`${t.textState} = 'waiting'`),
    index('sop_versions_text').on(t.textVersion, t.id).where(sql`${t.textState} = 'done'`),
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

/** The text of every version, a row for each page with text, as people read it. `sop_pages` is for search. */
export const sopTexts = pgTable(
  'sop_texts',
  {
    sopVersionId: integer('sop_version_id')
      .notNull()
      .references(() => sopVersions.id, { onDelete: 'cascade' }),
    page: integer('page').notNull(),
    blocks: jsonb('blocks').$type<SopTextBlock[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sopVersionId, t.page] })],
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
