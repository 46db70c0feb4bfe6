import { type SQL, sql } from 'drizzle-orm'
import {
  type AnalyticsSheet,
  type analyticsSheetApi,
  type PresenceHours,
  SHEET_ROWS,
} from '../../../shared/analytics-sheet.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { allOf, type Span } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { countNamed, countProblems } from './problems.ts'
import { asRows, comparedSpans, hours } from './range.ts'
import { countOutcomes, listMostMissed } from './routines.ts'
import { countHandovers } from './shift.ts'

/**
 * The figures of one department, or of all, on one page, each beside the days before and the days of a year before.
 * Throws 403 for a department that the viewer may not look into, 400 for too many days.
 */
export async function readSheet(
  ctx: Context,
  { query }: Input<typeof analyticsSheetApi.read>,
): Promise<AnalyticsSheet> {
  const { departmentId } = query
  const scope = seesTasks(ctx, departmentId)
  const spans = comparedSpans(ctx, query)
  const [problems, outcomes, handovers, worked, missed, named] = await Promise.all([
    countProblems(ctx, spans, scope),
    countOutcomes(ctx, spans, scope),
    countHandovers(ctx, spans, departmentId),
    countHours(ctx, spans, departmentId),
    listMostMissed(ctx, spans[0], scope, SHEET_ROWS),
    countNamed(ctx, spans[0], scope, SHEET_ROWS),
  ])
  return {
    problems: compared(problems),
    routines: compared(outcomes),
    handovers: compared(handovers),
    hours: compared(worked),
    missed,
    places: named
      .filter(({ part }) => part === 'place')
      .map(({ name, code, reported, seconds_to_done }) => ({
        ...{ place: name, code, reported },
        minutesToDone: seconds_to_done === null ? null : Math.round(seconds_to_done / 60),
      })),
  }
}

/** Figures in the order of `comparedSpans`, by their names. */
function compared<T>([now, before, yearBefore]: T[]) {
  if (!now || !before || !yearBefore) throw new Error('There are three spans')
  return { now, before, yearBefore }
}

/** The hours worked within each span and the people who worked them, by their department then. As `readWorkload`. */
async function countHours(
  ctx: Context,
  spans: readonly Span[],
  departmentId: number | undefined,
): Promise<PresenceHours[]> {
  const now = ctx.now.getTime()
  const past = spans.map(({ from, to }) => ({ from, to: Math.max(from, Math.min(to, now)) }))
  const ofDepartment = departmentId === undefined ? sql`true` : sql`${clockSessions.departmentId} = ${departmentId}`
  // Sessions that ended after the beginning, and running sessions: each is one range of an index.
  const part = (condition: SQL) => sql`
    select ${clockSessions.userId}, ${clockSessions.startTime}, coalesce(${clockSessions.endTime}, span.ends) as end_time
    from ${clockSessions} where ${allOf([condition, ofDepartment, sql`${clockSessions.startTime} < span.ends`])}`
  const rows = await read<{ part: number; seconds: number | null; people: number }>(
    ctx,
    sql`select span.part, counted.* from ${asRows(past)} cross join lateral (
        select extract(epoch from sum(least(end_time, span.ends) - greatest(start_time, span.begins)))::float8 as seconds,
          count(distinct user_id)::int as people
        from (
          ${part(sql`${clockSessions.endTime} > span.begins`)} union all ${part(sql`${clockSessions.endTime} is null`)}
        ) as worked
      ) as counted`,
    false,
  )
  return spans.map((_, at) => {
    const row = rows.find((each) => each.part === at)
    return { hoursWorked: hours(row?.seconds ?? null), people: row?.people ?? 0 }
  })
}
