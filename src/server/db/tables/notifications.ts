import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import type { Kind, NotificationFact, SubjectType } from '../../../shared/notification-words.ts'
import { createdAt, serialId } from '../columns.ts'
import { users } from './people.ts'

/** What people were notified of, as facts. The words are made when they are read (`shared/notification-words.ts`). */
export const notifications = pgTable(
  'notifications',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: varchar('kind', { length: 50 }).$type<Kind>().notNull(),
    params: jsonb('params').$type<NotificationFact['params']>().notNull(),
    /** What it is about, as the audit log names it. No foreign key: it stays when its subject is deleted. */
    subjectType: varchar('subject_type', { length: 50 }).$type<SubjectType>(),
    subjectId: varchar('subject_id', { length: 50 }),
    isRead: boolean('is_read').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    check('notifications_subject', sql`(${t.subjectType} is null) = (${t.subjectId} is null)`),
    index('notifications_list').on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notifications_unread').on(t.userId).where(sql`not ${t.isRead}`),
    index('notifications_read').on(t.createdAt).where(sql`${t.isRead}`),
    index('notifications_never_read').on(t.createdAt).where(sql`not ${t.isRead}`),
    index('notifications_subject')
      .on(t.subjectType, t.subjectId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.subjectType} is not null`),
  ],
)
