import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { statuses } from '../../../shared/task-status.ts'
import type { tasksApi } from '../../../shared/tasks.ts'
import type { Context } from '../../core/context.ts'
import { active, allOf, everything, stored } from '../../core/counts/task-counts.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Only so many of the newest tasks of each status are searched, so that the call never costs more. */
const MAX_TASKS = 500
const MAX_LISTED = 200

/** The tags of the newest visible tasks, most used first. Throws 403 for another's department. */
export async function listTags(ctx: Context, { query }: Input<typeof tasksApi.tags>): Promise<string[]> {
  const newest = (condition: SQL) => sql`(
    select ${tasks.tags} from ${tasks} where ${condition}
    order by ${tasks.createdAt} desc, ${tasks.id} desc limit ${MAX_TASKS})`
  // Each status of each scope is in order in an index.
  const parts = everything(ctx, query.departmentId).scopes.flatMap(({ condition }) =>
    statuses.map((status) => newest(allOf([active, condition, stored[status]]))),
  )
  const { rows } = await ctx.db.execute<{ tag: string }>(sql`
    select tag from (${sql.join(parts, sql` union all `)}) as newest, unnest(newest.tags) as tag
    group by tag order by count(*) desc, tag limit ${MAX_LISTED}`)
  return rows.map(({ tag }) => tag)
}
