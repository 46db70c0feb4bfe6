import { index, pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import type { Permission } from '../../../shared/permissions.ts'
import { createdAt, instant, serialId } from '../columns.ts'
import { users } from './users.ts'

/** Tokens of programs that call the API as their person: 20 a person; revoked ones go, expired ones after 30 days. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: varchar('name', { length: 60 }).notNull(),
    /** SHA-256 in hex. The token itself is shown once. */
    tokenHash: text('token_hash').notNull(),
    /** Its last four characters, to tell it from others. */
    ending: varchar('ending', { length: 4 }).notNull(),
    /** The permissions that it may use, among its person's. */
    scopes: text('scopes').array().$type<Permission[]>().notNull(),
    /** Null for one that lasts as long as the account. */
    expire: instant('expire'),
    /** To within an hour. */
    lastUsedAt: instant('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [unique('api_tokens_hash').on(t.tokenHash), index('api_tokens_user').on(t.userId)],
)
