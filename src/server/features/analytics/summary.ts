import { sql } from 'drizzle-orm'
import type { analyticsApi, EarlierSummary, Summary } from '../../../shared/analytics.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Context } from '../../core/context.ts'
import { everything, totalsOf } from '../../core/counts/task-counts.ts'
import { sumsWithin } from '../../core/counts/task-sums.ts'
import { read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { overdueAt } from './overdue-at.ts'
import { comparedSpans, hours } from './range.ts'

interface Row {
  /** 0 for the days of the query, 1 for the days before, 2 for the days of a year before. */
  part: number
  completed: number
  seconds: number | null
  created: number
}

/**
 * The four figures of a range, and the same for the days before and for the days of a year before. The tasks that were
 * overdue then are compared with the tasks that are overdue now, so only days that reach up to now have this figure.
 * Throws 403 for a department that the viewer may not look into, 400 for too many days.
 */
export async function readSummary(ctx: Context, { query }: Input<typeof analyticsApi.summary>): Promise<Summary> {
  const spans = comparedSpans(ctx, query)
  const [shown, before, yearBefore] = spans
  const now = ctx.now.getTime()
  const reachesNow = shown.from <= now && now < shown.to
  const parts = spans.map(
    (span, part) => sql`
      select ${part}::int as part, coalesce(sum(completed), 0)::int as completed, ${averageOfSums} as seconds,
        coalesce(sum(created), 0)::int as created
      from ${sumsWithin(ctx, span, query.departmentId)} as summed`,
  )
  const [totals, rows, [overdueAYearBefore, overdueBefore]] = await Promise.all([
    totalsOf(ctx, everything(ctx, query.departmentId)),
    read<Row>(ctx, sql.join(parts, sql` union all `), false),
    reachesNow ? overdueAt(ctx, query.departmentId, [yearBefore.to, before.to]) : [],
  ])
  const of = (part: number) => {
    const row = rows.find((each) => each.part === part)
    return {
      totalCompleted: row?.completed ?? 0,
      totalCreated: row?.created ?? 0,
      avgCompletionTime: hours(row?.seconds ?? null),
    }
  }
  const earlier = (part: number, overdue: number | undefined): EarlierSummary => ({
    ...of(part),
    ...(overdue !== undefined && { totalOverdue: overdue }),
  })
  return {
    ...{ ...of(0), totalOverdue: totals.overdue },
    ...{ before: earlier(1, overdueBefore), yearBefore: earlier(2, overdueAYearBefore) },
  }
}

/** The same of sums, in seconds; null without a completed task. */
export const averageOfSums = sql`(sum(milliseconds) / nullif(sum(completed), 0) / 1000)::float8`

/**
 * The average time from creation to completion, in seconds. A task counts at least 0, because the clock may have been
 * put back in between. The average is of intervals: to convert it once is quicker than to convert each row.
 */
export const averageSeconds = sql`extract(epoch from avg(greatest(${tasks.completedAt} - ${tasks.createdAt}, interval '0')))::float8`
