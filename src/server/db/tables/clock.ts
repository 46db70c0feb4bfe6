import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, instant, serialId, updatedAt } from '../columns.ts'
import { departments, users } from './people.ts'

export const clockSessions = pgTable(
  'clock_sessions',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    departmentId: integer('department_id').references(() => departments.id),
    startTime: instant('start_time').notNull(),
    endTime: instant('end_time'),
    /** Whole minutes, of completed sessions. */
    duration: integer('duration'),
    status: varchar('status', { length: 20 }).notNull().default('active'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('clock_sessions_one_active').on(t.userId).where(sql`${t.endTime} is null`),
    check('clock_sessions_active', sql`(${t.status} = 'active') = (${t.endTime} is null)`),
    check('clock_sessions_order', sql`${t.endTime} >= ${t.startTime}`),
    index('clock_sessions_user').on(t.userId, t.startTime.desc().nullsFirst()),
    index('clock_sessions_department').on(t.departmentId, t.startTime.desc().nullsFirst()),
  ],
)
