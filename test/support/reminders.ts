import { reminders } from '../../src/server/db/tables/reminders.ts'
import { type NewReminder, type ReminderChanges, remindersApi } from '../../src/shared/reminders.ts'
import type { DepartmentName, PersonName } from './people.ts'
import { inDays } from './tasks.ts'
import type { TestApp } from './test-app.ts'

type Columns = Omit<typeof reminders.$inferInsert, 'userId' | 'departmentId' | 'createdBy'>
type Fields = Partial<Columns> & { user?: PersonName; department?: DepartmentName; creator?: PersonName }

/** Inserts a reminder. By default it is for everyone and due tomorrow. */
export const putReminder = (
  { fixtures, put }: TestApp,
  { user, department, creator = 'gita', ...fields }: Fields = {},
) =>
  put(creator, reminders, {
    title: 'Fire drill',
    nextRun: inDays(1),
    ...fields,
    userId: user ? fixtures.people[user].id : null,
    departmentId: department ? fixtures.departments[department] : null,
    createdBy: fixtures.people[creator].id,
  })

/** A time at which no test's reminder fires. */
export const LATER = '2031-06-01T09:00:00.000Z'

/** The calls for reminders, each made as the person named. */
export const reminderCalls = (muster: TestApp) => ({
  create: async (name: PersonName, body: Partial<NewReminder>) =>
    (await muster.as(name)).call(remindersApi.create, { body: { title: 'Stretch', nextRun: LATER, ...body } }),
  update: async (name: PersonName, id: number, body: ReminderChanges) =>
    (await muster.as(name)).call(remindersApi.update, { params: { id }, body }),
  remove: async (name: PersonName, id: number) => (await muster.as(name)).call(remindersApi.remove, { params: { id } }),
  get: async (name: PersonName, id: number) => (await muster.as(name)).call(remindersApi.get, { params: { id } }),
  list: async (name: PersonName) => (await muster.as(name)).call(remindersApi.list, {}),
})
