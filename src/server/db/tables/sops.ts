import { bigint, index, integer, pgTable, primaryKey, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, serialId, updatedAt } from '../columns.ts'
import { departments, users } from './people.ts'

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
