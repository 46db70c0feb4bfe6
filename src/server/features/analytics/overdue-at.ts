import { sql } from 'drizzle-orm'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { active, allOf, overdueNow } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'

/**
 * How many tasks were past due and open at each of these times, the earliest first. Times that are over lack tasks that
 * are only marked as overdue, because the time of the marking is not stored.
 *
 * Each task is read once. It adds one at the first time after its due date, and takes one away at the first time after
 * its completion. The sum of these changes up to a time is the figure of that time.
 *
 * @param endsNow whether the last time is now, so that marked tasks count there
 */
export async function overdueAt(
  ctx: Context,
  departmentId: number | undefined,
  ends: number[],
  endsNow = false,
): Promise<number[]> {
  const scope = seesTasks(ctx, departmentId)
  const [bounds, first] = [instants(ends), new Date(ends[0] ?? 0).toISOString()]
  const { pastDue, marked } = overdueNow(ctx)
  const [last, afterLast] = [sql`${ends.length - 1}::int`, sql`${ends.length}::int`]
  const begin = sql`width_bucket(greatest(${tasks.dueOrNever}, ${tasks.createdAt}), ${bounds})`
  const rows = await read<{ at: number; value: number }>(
    ctx,
    sql`select moved.at, sum(moved.change)::int as value
      from (
        select ${begin} as began, ${afterLast} as ended, count(*) as tasks
        from ${tasks} where ${allOf([active, scope, pastDue])} group by 1
        union all
        select ${last}, ${afterLast}, count(*) from ${tasks} where ${allOf([active, scope, marked, sql`${endsNow}::boolean`])}
        union all
        select ${begin}, width_bucket(${tasks.completedAt}, ${bounds}), count(*)
        from ${tasks} where ${allOf([active, scope, sql`${tasks.completedAt} >= ${first}`])}
          and ${tasks.dueOrNever} < ${tasks.completedAt} group by 1, 2
      ) as late, lateral (values (late.began, late.tasks), (late.ended, -late.tasks)) as moved (at, change)
      where late.began < late.ended group by 1`,
    false,
  )
  const changes = new Map(rows.map(({ at, value }) => [at, value]))
  let sum = 0
  return ends.map((_, at) => {
    sum += changes.get(at) ?? 0
    return sum
  })
}

/** Times in milliseconds as an array of SQL. */
export const instants = (times: number[]) =>
  sql`${sql.param(times.map((time) => new Date(time).toISOString()))}::timestamptz[]`
