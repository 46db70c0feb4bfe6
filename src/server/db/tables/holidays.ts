import { date, pgTable, unique, varchar } from 'drizzle-orm/pg-core'
import { MAX_HOLIDAY_NAME } from '../../../shared/read-holidays.ts'
import { createdAt, serialId } from '../columns.ts'

/** Public holidays, each date once. At most 400. */
export const holidays = pgTable(
  'holidays',
  {
    id: serialId(),
    date: date('date').notNull(),
    name: varchar('name', { length: MAX_HOLIDAY_NAME }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('holidays_date').on(t.date)],
)
