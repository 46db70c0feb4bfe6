import { type SQL, sql } from 'drizzle-orm'
import { type analyticsApi, TREND_DAYS, type TrendMetric, type TrendPoint } from '../../../shared/analytics.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { boundsOf, type Day, daysFromTo, lastDays } from '../../../shared/time/time.ts'
import type { Context } from '../../core/context.ts'
import { sumsWithin } from '../../core/counts/task-sums.ts'
import { read } from '../../db/connect/connect.ts'
import { instants, overdueAt } from './overdue-at.ts'
import { datesIn, hours } from './range.ts'
import { averageOfSums } from './summary.ts'

/** The figure of one day; days count from 0. */
interface Row {
  day: number
  value: number
}

/**
 * A figure for each of the last 30 days, with today, or for each of the chosen dates, without gaps. Throws 403 for
 * another's department, 400 for too many days.
 */
export async function readTrends(ctx: Context, { query }: Input<typeof analyticsApi.trends>): Promise<TrendPoint[]> {
  const days = daysOfTrend(ctx, query)
  if (days.length === 0) return []
  const values = await valuesOf[query.metric ?? 'tasks'](ctx, query.departmentId, days)
  return days.map(({ date }, day) => ({ date, value: values[day] ?? 0 }))
}

function daysOfTrend(ctx: Context, { from, to }: Input<typeof analyticsApi.trends>['query']): Day[] {
  const { timeZone } = ctx.services.config
  if (from === undefined && to === undefined) return lastDays(ctx.now.getTime(), timeZone, TREND_DAYS)
  const dates = datesIn(ctx, { from, to })
  // Days that have not begun have no figure.
  return daysFromTo(dates.from, dates.to, timeZone).filter(({ from: begin }) => begin <= ctx.now.getTime())
}

const valuesOf: Record<
  TrendMetric,
  (ctx: Context, departmentId: number | undefined, days: Day[]) => Promise<number[]>
> = {
  tasks: (ctx, departmentId, days) => completedByDay(ctx, departmentId, days, sql`sum(completed)::int`),
  duration: async (ctx, departmentId, days) =>
    (await completedByDay(ctx, departmentId, days, averageOfSums)).map(hours),
  overdue: overdueByDay,
}

/** A figure of the tasks that were completed on each day. */
async function completedByDay(ctx: Context, departmentId: number | undefined, days: Day[], figure: SQL) {
  const starts = instants(days.map(({ from }) => from))
  const rows = await read<Row>(
    ctx,
    sql`select width_bucket(quarter, ${starts}) - 1 as day, ${figure} as value
      from ${sumsWithin(ctx, boundsOf(days), departmentId)} as summed group by 1`,
    false,
  )
  return fillDays(days, rows)
}

/** How many tasks were overdue at the end of each day. Today counts the tasks that are overdue now. */
function overdueByDay(ctx: Context, departmentId: number | undefined, days: Day[]) {
  const endsToday = (days.at(-1)?.to ?? 0) > ctx.now.getTime()
  const ends = days.map(({ to }) => Math.min(to, ctx.now.getTime()))
  return overdueAt(ctx, departmentId, ends, endsToday)
}

/** The days' values in order; 0 where the database found none. */
function fillDays(days: Day[], rows: Row[]) {
  const values = new Map(rows.map(({ day, value }) => [day, value]))
  return days.map((_, day) => values.get(day) ?? 0)
}
