import { check, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { projectStatuses } from '../../../shared/projects.ts'
import { createdAt, isOneOf, serialId, updatedAt } from '../columns.ts'
import { departments } from './departments.ts'
import { users } from './users.ts'

export const projects = pgTable(
  'projects',
  {
    id: serialId(),
    name: varchar('name', { length: 200 }).notNull(),
    description: text('description'),
    departmentId: integer('department_id').references(() => departments.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: projectStatuses }).notNull().default('pending'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('projects_status', isOneOf(t.status, projectStatuses)),
    index('projects_list').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('projects_department').on(t.departmentId, t.createdAt),
    index('projects_owner').on(t.ownerId),
  ],
)
