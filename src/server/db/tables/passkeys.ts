import { bigint, boolean, index, pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, instant, serialId } from '../columns.ts'
import { users } from './users.ts'

/** Passkeys: key pairs that a device keeps for a person. This is the public half. At most 20 a person. */
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
