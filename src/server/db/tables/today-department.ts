import { integer, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, serialId } from '../columns.ts'
import { departments } from './departments.ts'
import { users } from './users.ts'

/** The last "all clear" of each department. The audit log has the ones before. */
export const allClears = pgTable(
  'all_clears',
  {
    id: serialId(),
    departmentId: integer('department_id')
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
    /** The person who said it, and when. */
    readBy: uuid('read_by')
      .notNull()
      .references(() => users.id),
    readAt: instant('read_at').notNull(),
    /** When the server had read what this person had seen. */
    readUntil: instant('read_until').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('all_clears_department').on(t.departmentId)],
)
