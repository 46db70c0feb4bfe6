import { index, pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, instant, serialId } from '../columns.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

/** Devices for web push: at most one a sign-in session. A row ends with its session by the foreign key. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.sid, { onDelete: 'cascade' }),
    /** The address of the push service for this device, and the keys by which messages are encrypted for it. */
    endpoint: varchar('endpoint', { length: 1000 }).notNull(),
    p256dh: varchar('p256dh', { length: 88 }).notNull(),
    auth: varchar('auth', { length: 24 }).notNull(),
    createdAt: createdAt(),
    /** Since when messages come back; null while they arrive. */
    asleepSince: instant('asleep_since'),
  },
  (t) => [
    unique('push_subscriptions_session').on(t.sessionId),
    unique('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.userId),
  ],
)
