import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'
import { users } from './users.ts'

/** PINs by which people identify themselves at a kiosk. One a person. */
export const pins = pgTable('pins', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  /** By argon2id, as passwords. */
  pinHash: text('pin_hash').notNull(),
  createdAt: createdAt(),
})
