import { jsonb, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import type { ViewState } from '../../../shared/saved-views.ts'
import { createdAt, serialId, updatedAt } from '../columns.ts'
import { users } from './users.ts'

/** A person's saved views of tasks, at most 50. Nobody else sees them, and they go with the person's account. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: varchar('name', { length: 60 }).notNull(),
    state: jsonb('state').$type<ViewState>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('saved_views_name').on(t.userId, t.name)],
)
