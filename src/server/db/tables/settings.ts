import { jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'

/**
 * What the whole deployment knows about itself: one row for each name in `SettingName`. It grows only with the code.
 * Settings that an administrator chooses are environment variables and stand in `config.ts`.
 */
export const settings = pgTable('settings', {
  name: varchar('name', { length: 50 }).primaryKey(),
  value: jsonb('value').notNull(),
})
