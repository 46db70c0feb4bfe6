import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import type { ViewState } from '../../../shared/saved-views.ts'
import { createdAt, serialId, updatedAt } from '../columns.ts'
import { departments } from './departments.ts'
import { users } from './users.ts'

/** A person's saved views of tasks, at most 50. They go with the person's account. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: varchar('name', { length: 60 }).notNull(),
    state: jsonb('state').$type<ViewState>().notNull(),
    /** The department with which it is shared: at most 50 views are shared with each. */
    departmentId: integer('department_id').references(() => departments.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('saved_views_name').on(t.userId, t.name),
    index('saved_views_shared').on(t.departmentId).where(sql`${t.departmentId} is not null`),
  ],
)

/** The shared views that people have hidden from themselves. A row goes with its view, and with the account. */
export const hiddenViews = pgTable(
  'hidden_views',
  {
    viewId: integer('view_id')
      .notNull()
      .references(() => savedViews.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ name: 'hidden_views_pkey', columns: [t.viewId, t.userId] }),
    index('hidden_views_user').on(t.userId),
  ],
)
