import { doublePrecision, integer, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** A token bucket for each person and kind. It grows with the people; a bucket that is full again needs no row. */
export const rateBuckets = pgTable(
  'rate_limits',
  {
    /**
     * Whose bucket it is: a person's id, or a word for what strangers share. It refers to nobody: the check would lock the
     * person's row, and two writes that go on to change it would wait for each other.
     */
    subject: varchar('subject', { length: 50 }).notNull(),
    kind: varchar('kind', { length: 30 }).notNull(),
    tokens: doublePrecision('tokens').notNull(),
    /** How many found no token since the last that did; when one does, the same number is kept below zero. */
    missed: integer('missed').notNull().default(0),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.kind] })],
)
