import { index, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'

/**
 * Writes that came with a key, and what was replied: when one comes again, it gets this instead of being done again. It is bounded
 * by 48 hours and the newest thousand of each person (`http/idempotency.ts`).
 */
export const idempotencyKeys = pgTable(
  'done_once',
  {
    /** Refers to nobody: the check would lock the person's row, and two writes that go on to change it would wait for each other. */
    userId: uuid('user_id').notNull(),
    key: varchar('key', { length: 64 }).notNull(),
    /** SHA-256 of method, address and body, save passwords. */
    request: text('request').notNull(),
    /** The reply's body as it was sent; null where it has none, or is read again. */
    reply: text('reply'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('done_once_time').on(t.createdAt)],
)
