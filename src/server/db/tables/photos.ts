import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, smallint, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { comments } from './comments.ts'
import { files } from './files.ts'
import { tasks } from './tasks.ts'
import { users } from './users.ts'

/** A picture. The client makes its id, so that a repeated upload is the same photo. */
export const photos = pgTable(
  'photos',
  {
    id: uuid('id').primaryKey(),
    /** The task on which it hangs; null until it is attached. Only its uploader sees it then; it goes after a day. */
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
