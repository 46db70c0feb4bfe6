import { type SQL, sql } from 'drizzle-orm'
import type { Task } from '../../../shared/tasks.ts'
import type { Context } from '../../core/context.ts'
import { isoJson } from '../../db/columns.ts'
import { fixed } from '../../db/connect.ts'
import { departments, users } from '../../db/tables/people.ts'
import { projects } from '../../db/tables/projects.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** What `asJson` needs of a page of tasks. */
export const taskColumns = fixed(sql`
  ${tasks.id}, ${tasks.title}, ${tasks.description}, ${tasks.status}, ${tasks.priority}, ${tasks.projectId},
  ${tasks.assigneeId}, ${tasks.creatorId}, ${tasks.departmentId}, ${tasks.dueDate}, ${tasks.completedAt}, ${tasks.tags},
  ${tasks.createdAt}, ${tasks.updatedAt}, ${tasks.deletedAt}`)

/** The contract's task, field by field, of a row of `page` and what it belongs to. */
const task = fixed(sql`
  cross join lateral (select page.id, page.title, page.description, page.status, page.priority,
    page.project_id as "projectId", page.assignee_id as "assigneeId", page.creator_id as "creatorId",
    page.department_id as "departmentId", ${isoJson(sql`page.due_date`)} as "dueDate",
    ${isoJson(sql`page.completed_at`)} as "completedAt", page.tags, ${isoJson(sql`page.created_at`)} as "createdAt",
    ${isoJson(sql`page.updated_at`)} as "updatedAt", ${isoJson(sql`page.deleted_at`)} as "deletedAt",
    row_to_json(department) as department, row_to_json(assignee) as assignee, row_to_json(project) as project
  ) as task`)
const belongings = fixed(sql`
  left join (select id, name from ${departments}) as department on department.id = page.department_id
  left join (select id, name from ${projects}) as project on project.id = page.project_id
  left join (select id, first_name as "firstName", last_name as "lastName", email, profile_image_url as "profileImageUrl"
    from ${users}) as assignee on assignee.id = page.assignee_id`)

/**
 * The tasks of a relation `page` that has `taskColumns`, each as the text of the contract's JSON, with `more` of its columns:
 * the database writes it with less work than Node reads so many columns and writes them out again.
 */
export const asJson = (page: SQL, more: SQL = sql``) => sql`
  select row_to_json(task)::text as task ${more} from (${page}) as page ${belongings} ${task}`

/** The task as replies carry it; for one that the caller has found through `access`. */
export async function taskWithNames(ctx: Context, id: number): Promise<Task> {
  const page = sql`select ${taskColumns} from ${tasks} where ${tasks.id} = ${id}`
  const { rows } = await ctx.db.execute<{ task: string }>(asJson(page))
  if (!rows[0]) throw new Error(`Task ${id} is gone`)
  return JSON.parse(rows[0].task)
}
