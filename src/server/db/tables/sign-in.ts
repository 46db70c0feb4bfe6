import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, instant, serialId } from '../columns.ts'
import { users } from './people.ts'

/**
 * How people prove who they are, besides a password. No table here is in a list that others see, so none is written by `write`; each
 * change leaves an entry in the audit log. Codes, PINs and secrets of links are stored as hashes.
 */

/** The app that makes a person's one-time codes (RFC 6238). It counts once it is confirmed by a first code. One a person. */
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

/** Codes for who has lost their device: ten a person, each deleted when it is used. */
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

/** Passkeys: key pairs that a device keeps for a person, of which this is the public half. At most 20 a person. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** In base64url, as browsers send it. */
    credentialId: varchar('credential_id', { length: 1400 }).notNull(),
    publicKey: varchar('public_key', { length: 2000 }).notNull(),
    /** How often it was used, by its device's account; 0 from devices that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: varchar('name', { length: 60 }).notNull(),
    /** Whether its maker keeps copies on the person's other devices. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [unique('passkeys_credential').on(t.credentialId), index('passkeys_user').on(t.userId)],
)

/** Accounts at the provider of single sign-on, by which people are known here. */
export const identities = pgTable(
  'identities',
  {
    issuer: varchar('issuer', { length: 500 }).notNull(),
    subject: varchar('subject', { length: 255 }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.userId)],
)

/**
 * Sign-ins that wait for their next step, and challenges that wait for their answer (`credentials/sign-in-steps.ts`). Each lives for ten
 * minutes and is used once; the hourly clean-up deletes the rest.
 */
export const signInSteps = pgTable(
  'sign_in_steps',
  {
    /** SHA-256 of the cookie's value, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    kind: varchar('kind', { length: 30 }).notNull(),
    /** Whose step it is; null before that is known. */
    userId: uuid('user_id').references(() => users.id),
    data: jsonb('data').notNull(),
    expire: instant('expire').notNull(),
  },
  (t) => [index('sign_in_steps_expire').on(t.expire), index('sign_in_steps_user').on(t.userId)],
)

/** PINs by which people identify themselves at a kiosk. One a person. */
export const pins = pgTable('pins', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  /** By argon2id, as passwords. */
  pinHash: text('pin_hash').notNull(),
  createdAt: createdAt(),
})
