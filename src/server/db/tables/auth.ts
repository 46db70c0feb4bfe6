import { bigint, index, jsonb, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { users } from './users.ts'

/**
 * How people sign in. These tables are written without `write`, because nobody sees their rows in a list. The same is
 * true of second steps, passkeys, the provider's accounts and PINs. The audit log has an entry for each change of them.
 */

/** Attempts to enter a password or to ask for a link, while they run and after failures. Successes are deleted. */
export const signInAttempts = pgTable(
  'sign_in_tries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    purpose: text('purpose', {
      enum: ['password', 'forgot', 'link', 'code', 'pin', 'token', 'provider', 'passkey', 'challenge'],
    })
      .notNull()
      .default('password'),
    email: text('email').notNull(),
    ipAddress: varchar('ip_address', { length: 45 }).notNull(),
    /** The known browser or session whose own budget the attempt uses; null for the shared budgets. */
    ownBudget: text('own_budget'),
    createdAt: createdAt(),
  },
  (t) => [
    index('sign_in_tries_address').on(t.ipAddress, t.createdAt),
    index('sign_in_tries_account').on(t.email, t.createdAt),
  ],
)

/** Browsers in which a person has signed in, at most 20 each; deleted a year after the latest sign-in. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the browser's cookie, in hex. The value itself is not stored. */
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tokenHash, t.userId] }), index('known_devices_user').on(t.userId, t.lastUsedAt)],
)

/** Password links that were sent. Only the latest link of a person works. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the link's token, in hex. The token itself is not stored. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Moved to an earlier time when the link is used or a newer one replaces it. */
    expire: instant('expire').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('password_resets_user').on(t.userId, t.createdAt), index('password_resets_time').on(t.createdAt)],
)

/** Links by which a person sets a password. A manager of the person hands them out. They all end together. */
export const invitations = pgTable(
  'invitations',
  {
    /** SHA-256 of the link's token, in hex. The token itself is not stored. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The link works as long as this person may manage the other one. */
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id),
    expire: instant('expire').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('invitations_user').on(t.userId), index('invitations_expire').on(t.expire)],
)

/**
 * Sign-ins that wait for their next step, and challenges that wait for their answer (`credentials/sign-in-steps.ts`).
 * Each lives for ten minutes and is used once; the hourly clean-up deletes the rest.
 */
export const signInSteps = pgTable(
  'sign_in_steps',
  {
    /** SHA-256 of the cookie's value, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    kind: varchar('kind', { length: 30 }).notNull(),
    /** The person whose step it is; null before that is known. */
    userId: uuid('user_id').references(() => users.id),
    data: jsonb('data').notNull(),
    expire: instant('expire').notNull(),
  },
  (t) => [index('sign_in_steps_expire').on(t.expire), index('sign_in_steps_user').on(t.userId)],
)
