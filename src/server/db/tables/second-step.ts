import { bigint, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { users } from './users.ts'

/** The app that makes a person's one-time codes (RFC 6238). A first code confirms it. One a person. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  /** In base32. It must be readable, because codes are calculated from it. */
  secret: varchar('secret', { length: 64 }).notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The number of the last half minute whose code was used. No code works twice, and none before this one. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/** Codes for people who have lost their device: ten a person, each deleted when it is used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** SHA-256 in hex. A code has 120 random bits, which nobody finds from it. */
    codeHash: text('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
)
