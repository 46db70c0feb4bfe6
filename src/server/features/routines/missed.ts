import { type SQL, sql } from 'drizzle-orm'
import type { RecentlyMissed } from '../../../shared/today-department.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { missedCause } from '../../core/counts/missed-cause.ts'
import { isoJson } from '../../db/columns.ts'
import { read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

/**
 * The occurrences of a department that were missed since a time, the latest first, with their causes. The scheduler may
 * record one later than its window ended. Such a one counts as of its recording, if its window ended after `earliest`.
 */
export async function listRecentlyMissed(
  ctx: Context,
  { departmentId, since, earliest, limit }: { departmentId: number; since: string; earliest: string; limit: number },
): Promise<{ items: RecentlyMissed[]; total: number }> {
  const isMissed = sql`${tasks.deletedAt} is null and ${tasks.outcome} = 'missed' and ${tasks.closedAt} > ${earliest}
    and (${tasks.closedAt} > ${since} or ${tasks.updatedAt} > ${since})`
  const [row] = await read<{ items: RecentlyMissed[] | null; total: number | null }>(
    ctx,
    sql`select json_agg(json_build_object(
        'taskId', ${tasks.id}, 'title', ${tasks.title}, 'routineId', ${tasks.routineId},
        'occurrenceAt', ${isoJson(sql`${tasks.occurrenceAt}`)}, 'closedAt', ${isoJson(sql`${tasks.closedAt}`)},
        'cause', ${missedCause}, 'assignee', ${assignee}
      ) order by ${tasks.closedAt} desc, ${tasks.id} desc) as items, max(tasks.total) as total
      from (
        select *, (count(*) over ())::int as total from ${tasks} where ${isMissed} and ${seesTasks(ctx, departmentId)}
        order by ${tasks.closedAt} desc, ${tasks.id} desc limit ${limit}
      ) as ${tasks}`,
    true,
  )
  return { items: row?.items ?? [], total: row?.total ?? 0 }
}

const assignee: SQL = sql`(
  select json_build_object('id', ${users.id}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName},
    'profileImageUrl', ${users.profileImageUrl})
  from ${users} where ${users.id} = ${tasks.assigneeId})`
