import { sql } from 'drizzle-orm'
import { type analyticsApi, type Performance, TOP_PEOPLE } from '../../../shared/analytics.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { active, allOf, completedWithin } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { hours, rangeOf } from './range.ts'
import { averageSeconds } from './summary.ts'

interface Row {
  id: string
  first_name: string
  last_name: string
  completed: number
  seconds: number
}

/**
 * The people who completed most tasks within the period. Of people with the same number, those who took less time come
 * first. Throws 403 for a department that the viewer may not look into.
 */
export async function readPerformance(
  ctx: Context,
  { query }: Input<typeof analyticsApi.performance>,
): Promise<Performance[]> {
  const span = rangeOf(ctx, query)
  const isAssigned = sql`${tasks.assigneeId} is not null`
  const rows = await read<Row>(
    ctx,
    sql`select ${users.id}, ${users.firstName}, ${users.lastName}, done.completed, done.seconds
      from (
        select ${tasks.assigneeId} as person_id, count(*)::int as completed, ${averageSeconds} as seconds
        from ${tasks} where ${allOf([active, seesTasks(ctx, query.departmentId), isAssigned, completedWithin(span)])}
        group by 1
      ) as done
      join ${users} on ${users.id} = done.person_id
      order by done.completed desc, done.seconds, ${users.foldedName}, ${users.id} limit ${TOP_PEOPLE}`,
    false,
  )
  return rows.map(({ id, first_name, last_name, completed, seconds }) => ({
    userId: id,
    userName: `${first_name} ${last_name}`,
    firstName: first_name,
    lastName: last_name,
    tasksCompleted: completed,
    avgDurationHours: hours(seconds),
  }))
}
