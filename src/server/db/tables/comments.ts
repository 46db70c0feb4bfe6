import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core'
import { MAX_COMMENT } from '../../../shared/comments.ts'
import { createdAt, foldedText, instant, serialId } from '../columns.ts'
import { taskId } from './tasks.ts'
import { users } from './users.ts'

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
    mentions: uuid('mentions').array().notNull().default([]),
    createdAt: createdAt(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
  },
  (t) => {
    const active = sql`${t.deletedAt} is null`
    return [
      index('comments_task').on(t.taskId, t.id),
      index('comments_search').using('gin', sql`${t.searchText} gin_trgm_ops`).where(active),
      // Deleted comments whose text is still there.
      index('comments_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null and ${t.text} <> ''`),
    ]
  },
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
