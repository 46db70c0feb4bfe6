import { index, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'

/**
 * Writes that came with an idempotency key, with their replies. A repeated write gets the stored reply and is not done
 * again. Rows are deleted after 48 hours, and a person has at most a thousand (`http/request/idempotency.ts`).
 */
export const idempotencyKeys = pgTable(
  'done_once',
  {
    /** No foreign key: its check would lock the person's row, and two writes that change the row would block. */
    userId: uuid('user_id').notNull(),
    key: varchar('key', { length: 64 }).notNull(),
    /** SHA-256 of method, address and body, without passwords. */
    request: text('request').notNull(),
    /** The body of the reply; null if it has none, or if the reply is read again from the database. */
    reply: text('reply'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('done_once_time').on(t.createdAt)],
)
