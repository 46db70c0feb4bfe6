import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, serialId } from '../columns.ts'
import { users } from './users.ts'

export const feedback = pgTable(
  'feedback',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    rating: integer('rating'),
    comment: text('comment'),
    category: varchar('category', { length: 100 }),
    isVisible: boolean('is_visible').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [check('feedback_rating', sql`${t.rating} between 1 and 5`), index('feedback_user').on(t.userId, t.createdAt)],
)
