import { pgTable, varchar } from 'drizzle-orm/pg-core'
import { jsonValue } from '../columns.ts'

/**
 * Facts about the whole deployment, one row for each name in `SettingName`. The table grows only with the code.
 * Settings that an administrator chooses are environment variables (`base/settings.ts`).
 */
export const settingsTable = pgTable('settings', {
  name: varchar('name', { length: 50 }).primaryKey(),
  value: jsonValue('value').notNull(),
})
