import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, serialId } from '../columns.ts'
import { users } from './people.ts'
import { reminders } from './reminders.ts'
import { sops } from './sops.ts'
import { tasks } from './tasks.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    reminderId: integer('reminder_id').references(() => reminders.id, { onDelete: 'set null' }),
    taskId: integer('task_id').references(() => tasks.id, { onDelete: 'set null' }),
    sopId: integer('sop_id').references(() => sops.id, { onDelete: 'set null' }),
    title: varchar('title', { length: 200 }).notNull(),
    message: text('message'),
    type: varchar('type', { length: 50 }).notNull().default('reminder'),
    isRead: boolean('is_read').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('notifications_list').on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notifications_unread').on(t.userId).where(sql`not ${t.isRead}`),
    index('notifications_read').on(t.createdAt).where(sql`${t.isRead}`),
    index('notifications_never_read').on(t.createdAt).where(sql`not ${t.isRead}`),
    index('notifications_reminder').on(t.reminderId, t.id),
    index('notifications_task').on(t.taskId),
    index('notifications_sop').on(t.sopId, t.createdAt.desc().nullsFirst()),
  ],
)
