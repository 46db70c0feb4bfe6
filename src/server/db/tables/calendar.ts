import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { users } from './users.ts'

/** Secret addresses of calendars. One a person; a new one replaces it. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    /** SHA-256 of the secret in the address, in hex. */
    tokenHash: text('token_hash').notNull(),
    createdAt: createdAt(),
    /** To within an hour. */
    lastReadAt: instant('last_read_at'),
  },
  (t) => [unique('calendar_feeds_hash').on(t.tokenHash)],
)
