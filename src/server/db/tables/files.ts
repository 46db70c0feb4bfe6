import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, isOneOf } from '../columns.ts'
import { users } from './users.ts'

/** A file can belong to these. `core/files/files.ts` knows for each of them who may read its files. */
export const fileSubjectTypes = ['sop', 'photo'] as const
export type FileSubjectType = (typeof fileSubjectTypes)[number]

/** Every stored file has its row here. Other tables refer to it and never name the stored bytes themselves. */
export const files = pgTable(
  'files',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The random name of the bytes in the store (`adapters/files.ts`). */
    storedAs: varchar('stored_as', { length: 100 }).notNull(),
    /** As the sender called it, made safe (`http/request/file-name.ts`). */
    fileName: varchar('file_name', { length: 255 }).notNull(),
    mediaType: varchar('media_type', { length: 100 }).notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Of the bytes, in hexadecimal. Null for a file from before this column, until the hourly clean-up has read it. */
    sha256: varchar('sha256', { length: 64 }),
    /** Null together with `subjectId`: it belongs to nothing yet. Only its creator may read it; it goes after a day. */
    subjectType: text('subject_type', { enum: fileSubjectTypes }),
    subjectId: varchar('subject_id', { length: 36 }),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('files_subject_type', isOneOf(t.subjectType, fileSubjectTypes)),
    check('files_subject', sql`(${t.subjectType} is null) = (${t.subjectId} is null)`),
    unique('files_stored_as').on(t.storedAs),
    index('files_subject').on(t.subjectType, t.subjectId).where(sql`${t.subjectType} is not null`),
    index('files_unattached').on(t.createdAt).where(sql`${t.subjectType} is null`),
    index('files_unhashed').on(t.id).where(sql`${t.sha256} is null`),
  ],
)
