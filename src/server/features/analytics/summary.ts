import { sql } from 'drizzle-orm'
import type { analyticsApi, Summary } from '../../../shared/analytics.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Context } from '../../core/context.ts'
import { allOf, completedWithin, createdWithin, everything, living, totalsOf } from '../../core/task-counts.ts'
import { inScope } from '../../core/task-scopes.ts'
import { read } from '../../db/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { hours, rangeOf } from './range.ts'

interface Row {
  completed: number
  seconds: number | null
  created: number
}

/** The four figures of a period. Throws 403 for a department that the viewer may not look into. */
export async function readSummary(ctx: Context, { query }: Input<typeof analyticsApi.summary>): Promise<Summary> {
  const span = rangeOf(ctx, query.period)
  const scope = inScope(ctx, query.departmentId)
  const [totals, [row]] = await Promise.all([
    totalsOf(ctx, everything(ctx, query.departmentId)),
    read<Row>(
      ctx,
      sql`select done.completed, done.seconds, added.created from (
          select count(*)::int as completed, ${averageSeconds} as seconds
          from ${tasks} where ${allOf([living, scope, completedWithin(span)])}
        ) as done, (
          select count(*)::int as created from ${tasks} where ${allOf([living, scope, createdWithin(span)])}
        ) as added`,
      false,
    ),
  ])
  return {
    totalCompleted: row?.completed ?? 0,
    totalCreated: row?.created ?? 0,
    totalOverdue: totals.overdue,
    avgCompletionTime: hours(row?.seconds ?? null),
  }
}

/**
 * The average time from creation to completion, in seconds. A task counts at least 0, because the clock may have been put back
 * in between. The average is of intervals: to convert it once is quicker than to convert each row.
 */
export const averageSeconds = sql`extract(epoch from avg(greatest(${tasks.completedAt} - ${tasks.createdAt}, interval '0')))::float8`
