import { type SQL, sql } from 'drizzle-orm'
import { fixed } from '../db/connect.ts'
import { tasks } from '../db/tables/tasks.ts'
import { visibleTasks } from './access.ts'
import type { Context } from './context.ts'
import { allOf, living } from './task-counts.ts'

/** Two ways to put the scopes of `visibleTasks` into a statement, beside reading each from its own index. */

/**
 * All tasks that the viewer may see as one condition, for figures, which need no order; with `departmentId` the tasks of that
 * department. Throws 403 for a department that the viewer may not look into.
 */
export const inScope = (ctx: Context, departmentId?: number): SQL => {
  const conditions = visibleTasks(ctx, departmentId).map(({ condition }) => sql`(${condition})`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

const id = fixed(sql`${tasks.id}`)
const table = fixed(sql`${tasks}`)

/**
 * Makes the database find the few tasks of a personal scope by an index before it filters or sorts. The planner takes the
 * person and the department for independent. So it expects many tasks, and would search for them in the order of all tasks.
 */
export const foundFirst = (condition: SQL) =>
  sql`${id} = any(array(select ${id} from ${table} where ${allOf([living, condition])}))`
