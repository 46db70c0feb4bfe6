import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { urgencies } from '../../../shared/notifications.ts'
import { deliveryReasons } from '../../../shared/push.ts'
import type { NotificationFact, NotificationKind, SubjectType } from '../../base/words/notification-words.ts'
import { createdAt, instant, serialId } from '../columns.ts'
import { users } from './users.ts'

/**
 * People's notifications, as facts. The words are made when they are read (`server/base/words/notification-words.ts`).
 */
export const notifications = pgTable(
  'notifications',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: varchar('kind', { length: 50 }).$type<NotificationKind>().notNull(),
    params: jsonb('params').$type<NotificationFact['params']>().notNull(),
    /** The subject, as the audit log names it. No foreign key: it stays when its subject is deleted. */
    subjectType: varchar('subject_type', { length: 50 }).$type<SubjectType>(),
    subjectId: varchar('subject_id', { length: 50 }),
    isRead: boolean('is_read').notNull().default(false),
    urgency: varchar('urgency', { length: 20, enum: urgencies }).notNull().default('normal'),
    /** When a page that was in use showed it, and when a device first rang, with the reason. */
    shownAt: instant('shown_at'),
    rangAt: instant('rang_at'),
    rangBecause: varchar('rang_because', { length: 20, enum: deliveryReasons }),
    /** When its person saw it in a briefing. */
    briefedAt: instant('briefed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('notifications_subject', sql`(${t.subjectType} is null) = (${t.subjectId} is null)`),
    check('notifications_rang', sql`(${t.rangAt} is null) = (${t.rangBecause} is null)`),
    index('notifications_list').on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notifications_unread').on(t.userId).where(sql`not ${t.isRead}`),
    index('notifications_read').on(t.createdAt).where(sql`${t.isRead}`),
    index('notifications_never_read').on(t.createdAt).where(sql`not ${t.isRead}`),
    // Held notifications: nobody has seen them yet, in any way.
    index('notifications_held')
      .on(t.userId, t.id.desc().nullsFirst())
      .where(sql`not ${t.isRead} and ${t.shownAt} is null and ${t.rangAt} is null and ${t.briefedAt} is null`),
    index('notifications_rang')
      .on(t.rangAt, t.userId)
      .where(sql`${t.rangAt} is not null and ${t.rangBecause} <> 'on_duty'`),
    index('notifications_subject')
      .on(t.subjectType, t.subjectId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.subjectType} is not null`),
  ],
)
