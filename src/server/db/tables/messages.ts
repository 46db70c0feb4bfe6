import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { MAX_MESSAGE, MAX_REASON } from '../../../shared/messages.ts'
import { createdAt, instant, serialId } from '../columns.ts'
import { departments } from './departments.ts'
import { users } from './users.ts'

/** Messages between people, each in a thread or more (`threads.ts`). A person sends few an hour; kept a year. */
export const messages = pgTable(
  'messages',
  {
    id: serialId(),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => users.id),
    /** Empty if it is only a photo or a task, and once it was taken back. */
    text: varchar('text', { length: MAX_MESSAGE }).notNull(),
    /** Why it could not wait; null for one that is not urgent. */
    reason: varchar('reason', { length: MAX_REASON }),
    /** The department to which it was sent as a whole. */
    departmentId: integer('department_id').references(() => departments.id),
    /** The other people of the threads of two that have it; empty for a message in a department's thread. */
    addressees: uuid('addressees').array().notNull().default([]),
    /** The task that it mentions. No foreign key: nothing shows a task that was deleted for good. */
    taskId: integer('task_id'),
    takenBackAt: instant('taken_back_at'),
    /** How many people it reached, and how many of them were off duty. */
    recipients: integer('recipients').notNull(),
    offDuty: integer('off_duty').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('messages_off_duty', sql`${t.offDuty} between 0 and ${t.recipients}`),
    index('messages_time').on(t.createdAt),
    index('messages_urgent').on(t.createdAt).where(sql`${t.reason} is not null`),
  ],
)
