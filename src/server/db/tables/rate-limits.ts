import { doublePrecision, integer, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** A token bucket for each person and kind of call. Grows with the number of people; full buckets are deleted. */
export const rateBuckets = pgTable(
  'rate_limits',
  {
    /**
     * A person's id, or a word for a bucket that all unknown clients share. No foreign key: its check would lock the
     * person's row, and two writes that then change the row would block each other.
     */
    subject: varchar('subject', { length: 50 }).notNull(),
    kind: varchar('kind', { length: 30 }).notNull(),
    tokens: doublePrecision('tokens').notNull(),
    /** How many calls found no token since the last one that did. When one does, the number becomes negative. */
    missed: integer('missed').notNull().default(0),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.kind] })],
)
