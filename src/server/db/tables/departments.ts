import { boolean, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { createdAt, foldedText, serialId } from '../columns.ts'

export const departments = pgTable(
  'departments',
  {
    id: serialId(),
    name: varchar('name', { length: 100 }).notNull(),
    description: text('description'),
    foldedName: foldedText('folded_name').notNull(),
    /** Whether a manager decides about exchanges of shifts on which two people have agreed. */
    exchangesNeedApproval: boolean('exchanges_need_approval').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('departments_name').on(t.foldedName)],
)
