import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, smallint, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, serialId, updatedAt } from '../columns.ts'
import { users } from './users.ts'

/** How long people work by contract. A row holds from its day until the next one of the person. At most 60 of each. */
export const workContracts = pgTable(
  'work_contracts',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    from: date('from_date').notNull(),
    weeklyMinutes: integer('weekly_minutes').notNull(),
    daysPerWeek: smallint('days_per_week').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Also the index that finds the one of a day.
    unique('work_contracts_from').on(t.userId, t.from),
    check('work_contracts_minutes', sql`${t.weeklyMinutes} between 0 and 10080`),
    check('work_contracts_days', sql`${t.daysPerWeek} between 1 and 7`),
  ],
)
