import { type SQL, sql } from 'drizzle-orm'
import type { Task } from '../../../shared/tasks.ts'
import type { Context } from '../../context.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { fixed } from '../../db/connect.ts'
import { departments, users } from '../../db/tables/people.ts'
import { projects } from '../../db/tables/projects.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** The SQL for tasks with the names that belong to them, and what it gives as the contract's task. */

/** What `withNames` needs of a page of tasks. */
export const taskColumns = fixed(sql`
  ${tasks.id}, ${tasks.title}, ${tasks.description}, ${tasks.status}, ${tasks.priority}, ${tasks.projectId},
  ${tasks.assigneeId}, ${tasks.creatorId}, ${tasks.departmentId}, ${tasks.dueDate}, ${tasks.completedAt}, ${tasks.tags},
  ${tasks.createdAt}, ${tasks.updatedAt}, ${tasks.deletedAt}`)

const names = fixed(sql`${departments.name} as department_name, ${projects.name} as project_name,
  ${users.firstName}, ${users.lastName}, ${users.email}, ${users.profileImageUrl}`)
const joins = fixed(sql`
  left join ${departments} on ${departments.id} = page.department_id
  left join ${projects} on ${projects.id} = page.project_id
  left join ${users} on ${users.id} = page.assignee_id`)

/** Reads a relation `page` that has `taskColumns`, and joins the names; `more` adds columns of the page. */
export const withNames = (page: SQL, more: SQL = sql``) => sql`
  select page.*, ${names} ${more} from (${page}) as page ${joins}`

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
  deleted_at: string | null
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
  deletedAt: instant(row.deleted_at),
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

/** The task as replies carry it; for one that the caller has found through `access`. */
export async function taskWithNames(ctx: Context, id: number): Promise<Task> {
  const page = sql`select ${taskColumns} from ${tasks} where ${tasks.id} = ${id}`
  const { rows } = await ctx.db.execute<TaskRow>(withNames(page))
  if (!rows[0]) throw new Error(`Task ${id} is gone`)
  return taskFromRow(rows[0])
}
