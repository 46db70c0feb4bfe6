import { searchColumns } from '../../src/server/core/write/search-text.ts'
import { feedback } from '../../src/server/db/tables/feedback.ts'
import { projects } from '../../src/server/db/tables/projects.ts'
import { tasks } from '../../src/server/db/tables/tasks.ts'
import type { DepartmentName, PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

type TaskColumns = Omit<typeof tasks.$inferInsert, 'assigneeId' | 'creatorId' | 'departmentId'>
type Fields = Partial<TaskColumns> & {
  assignee?: PersonName | null
  creator?: PersonName
  department?: DepartmentName | null
}

/** Inserts a task row directly, for states and times that no call produces. */
export function putTask(
  { fixtures, put }: TestApp,
  { assignee = null, creator = 'gita', department = null, ...fields }: Fields = {},
) {
  const values = { title: 'Check the minibar', ...fields }
  const { status, completedAt = new Date().toISOString() } = values
  return put(creator, tasks, {
    ...values,
    completedAt: status === 'completed' ? completedAt : null,
    ...searchColumns(values),
    assigneeId: assignee && fixtures.people[assignee].id,
    creatorId: fixtures.people[creator].id,
    departmentId: department && fixtures.departments[department],
  })
}

/** Inserts a project. By default it has no department. */
export const putProject = ({ fixtures, put }: TestApp, name: string, department: DepartmentName | null = null) =>
  put('gita', projects, {
    name,
    ownerId: fixtures.people.gita.id,
    departmentId: department && fixtures.departments[department],
  })

/** Inserts feedback of a person with four stars. */
export const putFeedback = ({ fixtures, put }: TestApp) =>
  put('uli', feedback, { userId: fixtures.people.uli.id, rating: 4 })

/** Deletes all tasks, for a test that counts them. */
export const clearTasks = ({ services }: TestApp) => services.database.pool.query('delete from tasks')

export const DAY = 24 * 3600 * 1000
/** A point in time this many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
