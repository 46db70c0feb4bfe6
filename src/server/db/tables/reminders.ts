import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, instant, serialId } from '../columns.ts'
import { departments } from './departments.ts'
import { users } from './users.ts'

export const reminders = pgTable(
  'reminders',
  {
    id: serialId(),
    title: varchar('title', { length: 200 }).notNull(),
    description: text('description'),
    userId: uuid('user_id').references(() => users.id),
    departmentId: integer('department_id').references(() => departments.id),
    cronRule: text('cron_rule'),
    nextRun: instant('next_run').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    isActive: boolean('is_active').notNull().default(true),
    lastTriggered: instant('last_triggered'),
    createdAt: createdAt(),
  },
  (t) => [
    index('reminders_due').on(t.nextRun).where(sql`${t.isActive}`),
    index('reminders_user').on(t.userId),
    index('reminders_department').on(t.departmentId),
    index('reminders_general').on(t.nextRun).where(sql`${t.userId} is null and ${t.departmentId} is null`),
    check('reminders_scope', sql`${t.userId} is null or ${t.departmentId} is null`),
    index('reminders_creator').on(t.createdBy),
  ],
)
