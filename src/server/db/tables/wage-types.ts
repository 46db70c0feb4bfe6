import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, smallint, unique, varchar } from 'drizzle-orm/pg-core'
import { holidayChoices, MAX_WAGE_CODE, MAX_WAGE_NAME, wageSources } from '../../../shared/wage-types.ts'
import { createdAt, serialId, updatedAt } from '../columns.ts'
import { departments } from './departments.ts'

/** The codes under which payroll receives minutes. At most 100. */
export const wageTypes = pgTable(
  'wage_types',
  {
    id: serialId(),
    code: varchar('code', { length: MAX_WAGE_CODE }).notNull(),
    name: varchar('name', { length: MAX_WAGE_NAME }).notNull(),
    source: varchar('source', { length: 20, enum: wageSources }).notNull(),
    /** "23:00"; null for the whole day. */
    windowStart: varchar('window_start', { length: 5 }),
    windowEnd: varchar('window_end', { length: 5 }),
    /** 1 for Monday; empty for all. */
    weekdays: smallint('weekdays').array().notNull().default([]),
    holidays: varchar('holidays', { length: 10, enum: holidayChoices }).notNull().default('any'),
    overContract: boolean('over_contract').notNull().default(false),
    /** A department with wage types is not deleted. A Muster of the release before deletes them with it. */
    departmentId: integer('department_id').references(() => departments.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('wage_types_code').on(t.code),
    check('wage_types_window', sql`(${t.windowStart} is null) = (${t.windowEnd} is null)`),
  ],
)
