import { insert } from '../../src/server/core/write.ts'
import { reminders } from '../../src/server/db/tables/reminders.ts'
import type { DepartmentName, PersonName } from './people.ts'
import { inDays } from './tasks.ts'
import type { TestApp } from './test-app.ts'

type Columns = Omit<typeof reminders.$inferInsert, 'userId' | 'departmentId' | 'createdBy'>
type Fields = Partial<Columns> & { user?: PersonName; department?: DepartmentName; creator?: PersonName }

/** Inserts a reminder. By default it is for everyone and due tomorrow. */
export const putReminder = (
  { fixtures, contextOf }: TestApp,
  { user, department, creator = 'gita', ...fields }: Fields = {},
) =>
  insert(contextOf(creator), reminders, {
    title: 'Fire drill',
    nextRun: inDays(1),
    ...fields,
    userId: user ? fixtures.people[user].id : null,
    departmentId: department ? fixtures.departments[department] : null,
    createdBy: fixtures.people[creator].id,
  })
