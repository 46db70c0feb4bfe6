import { index, integer, pgTable, unique, varchar } from 'drizzle-orm/pg-core'
import { MAX_PLACE } from '../../../shared/task-kinds.ts'
import { createdAt, serialId } from '../columns.ts'
import { departments } from './departments.ts'

/** Places with a code of their own, for signs on doors and machines. At most 2,000. */
export const places = pgTable(
  'places',
  {
    id: serialId(),
    name: varchar('name', { length: MAX_PLACE }).notNull(),
    /** The department that a problem here goes to, unless its reporter chooses another. */
    departmentId: integer('department_id').references(() => departments.id),
    /** The random end of the address that the sign shows. */
    code: varchar('code', { length: 32 }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('places_code').on(t.code), index('places_department').on(t.departmentId)],
)
