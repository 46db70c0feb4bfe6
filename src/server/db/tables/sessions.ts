import { index, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { users } from './users.ts'

/** Facts about a session. Sessions of earlier versions lack the optional fields. */
export interface SessionFacts {
  ipAddress: string
  userAgent: string | null
  signedInAt: string
  /** When the person last proved who they are; absent: at the sign-in. */
  provedAt?: string
  /** The person must set up a second step before anything else. */
  needsSecondStep?: true
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value, in hex. The value itself is not stored. */
    sid: text('sid').primaryKey(),
    sess: json('sess').$type<SessionFacts>().notNull(),
    expire: instant('expire').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [index('sessions_expire').on(t.expire), index('sessions_user').on(t.userId)],
)
