import { type SQL, sql } from 'drizzle-orm'
import type { Status, Task } from '../../../shared/tasks.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { departments, projects, tasks, users } from '../../db/schema.ts'

/** The SQL for tasks with the names that belong to them, and what it gives as the contract's task. */

/** The status that people see; the counterpart in SQL of `shownStatus` in the contract. */
export const shownStatus = (now: Date) =>
  sql`case when ${tasks.status} <> 'completed' and ${tasks.dueOrNever} < ${now.toISOString()} then 'overdue' else ${tasks.status} end`

/** Tasks shown with a status, as conditions that exclude each other and that an index of its own can answer each. */
export function shownAs(status: Status, now: Date): SQL[] {
  const at = now.toISOString()
  if (status === 'completed') return [sql`${tasks.status} = 'completed'`]
  if (status !== 'overdue') return [sql`${tasks.status} = ${sql.raw(`'${status}'`)} and ${tasks.dueOrNever} >= ${at}`]
  return [
    sql`${tasks.status} = 'overdue'`,
    sql`${tasks.status} = 'pending' and ${tasks.dueOrNever} < ${at}`,
    sql`${tasks.status} = 'in_progress' and ${tasks.dueOrNever} < ${at}`,
  ]
}

/** What `joinNames` needs of a page of tasks. */
export const taskColumns = sql`
  ${tasks.id}, ${tasks.title}, ${tasks.description}, ${tasks.status}, ${tasks.priority}, ${tasks.projectId},
  ${tasks.assigneeId}, ${tasks.creatorId}, ${tasks.departmentId}, ${tasks.dueDate}, ${tasks.completedAt}, ${tasks.tags},
  ${tasks.createdAt}, ${tasks.updatedAt}`

/** Reads a relation `page` that has `taskColumns`, and joins the names; `more` adds columns of the page. */
export const withNames = (page: SQL, more: SQL = sql``) => sql`
  select page.*, ${departments.name} as department_name, ${projects.name} as project_name,
    ${users.firstName}, ${users.lastName}, ${users.email}, ${users.profileImageUrl} ${more}
  from (${page}) as page
  left join ${departments} on ${departments.id} = page.department_id
  left join ${projects} on ${projects.id} = page.project_id
  left join ${users} on ${users.id} = page.assignee_id`

/** A row of `withNames`, as PostgreSQL names it. */
export interface TaskRow extends Record<string, unknown> {
  id: number
  title: string
  description: string | null
  status: Task['status']
  priority: Task['priority']
  project_id: number | null
  assignee_id: string | null
  creator_id: string
  department_id: number | null
  due_date: string | null
  completed_at: string | null
  tags: string[]
  created_at: string
  updated_at: string
  department_name: string
  project_name: string
  first_name: string
  last_name: string
  email: string
  profile_image_url: string | null
}

const instant = (text: string | null) => text && isoFromPostgres(text)

/** The contract's task from a row. */
export const taskFromRow = (row: TaskRow): Task => ({
  id: row.id,
  title: row.title,
  description: row.description,
  status: row.status,
  priority: row.priority,
  projectId: row.project_id,
  assigneeId: row.assignee_id,
  creatorId: row.creator_id,
  departmentId: row.department_id,
  dueDate: instant(row.due_date),
  completedAt: instant(row.completed_at),
  tags: row.tags,
  createdAt: isoFromPostgres(row.created_at),
  updatedAt: isoFromPostgres(row.updated_at),
  department: row.department_id === null ? null : { id: row.department_id, name: row.department_name },
  project: row.project_id === null ? null : { id: row.project_id, name: row.project_name },
  assignee:
    row.assignee_id === null
      ? null
      : {
          id: row.assignee_id,
          firstName: row.first_name,
          lastName: row.last_name,
          email: row.email,
          profileImageUrl: row.profile_image_url,
        },
})
