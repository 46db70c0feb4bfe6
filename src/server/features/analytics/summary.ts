import { sql } from 'drizzle-orm'
import type { analyticsApi, Summary } from '../../../shared/analytics.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Context } from '../../core/context.ts'
import { everything, totalsOf } from '../../core/counts/task-counts.ts'
import { sumsWithin } from '../../core/counts/task-sums.ts'
import { read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { hours, rangeOf } from './range.ts'

interface Row {
  completed: number
  seconds: number | null
  created: number
}

/** The four figures of a period. Throws 403 for a department that the viewer may not look into. */
export async function readSummary(ctx: Context, { query }: Input<typeof analyticsApi.summary>): Promise<Summary> {
  const sums = sumsWithin(ctx, rangeOf(ctx, query.period), query.departmentId)
  const [totals, [row]] = await Promise.all([
    totalsOf(ctx, everything(ctx, query.departmentId)),
    read<Row>(
      ctx,
      sql`select coalesce(sum(completed), 0)::int as completed, ${averageOfSums} as seconds, coalesce(sum(created), 0)::int as created
        from ${sums} as summed`,
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

/** The same of sums, in seconds; null without a completed task. */
export const averageOfSums = sql`(sum(milliseconds) / nullif(sum(completed), 0) / 1000)::float8`

/**
 * The average time from creation to completion, in seconds. A task counts at least 0, because the clock may have been
 * put back in between. The average is of intervals: to convert it once is quicker than to convert each row.
 */
export const averageSeconds = sql`extract(epoch from avg(greatest(${tasks.completedAt} - ${tasks.createdAt}, interval '0')))::float8`
