import { type SQL, sql } from 'drizzle-orm'
import type { RangeQuery } from '../../../shared/analytics.ts'
import {
  type analyticsRoutinesApi,
  MAX_ROUTINES_COMPARED,
  type OccurrenceCounts,
  type RoutineFigures,
} from '../../../shared/analytics-routines.ts'
import type { MostMissed } from '../../../shared/analytics-sheet.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { type Cause, causes } from '../../../shared/routines.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { missedCause } from '../../core/counts/missed-cause.ts'
import { allOf, type Span } from '../../core/counts/task-counts.ts'
import { fixed, read } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { asRows, hoursIn, localHour, rangeOf, within } from './range.ts'

/** The occurrences that opened within a span, with any outcome. */
export const openedWithin = (span: Span): SQL =>
  sql`${tasks.deletedAt} is null and ${within(sql`${tasks.occurrenceAt}`, span)}`
export const isMissed = fixed(sql`${tasks.outcome} = 'missed'`)

/** The grouping that a row counts: the period as a whole, a department, a routine or an hour. */
type Part = 'total' | 'department' | 'routine' | 'hour'
interface Row extends OccurrenceCounts {
  part: Part
  department_id: number | null
  department_name: string | null
  routine_id: number | null
  title: string | null
  is_deleted: boolean
  /** Hours since the beginning of the week. */
  hour: number | null
}

/** Counts the outcomes of the occurrences that opened within a period. Throws 403 for another's department. */
export async function readRoutines(
  ctx: Context,
  { query }: Input<typeof analyticsRoutinesApi.routines>,
): Promise<RoutineFigures> {
  const conditions = [openedWithin(rangeOf(ctx, query)), seesTasks(ctx, query.departmentId)]
  const [rows, missed, hasRoutines] = await Promise.all([
    countParts(ctx, query, conditions),
    countCauses(ctx, conditions),
    areThereRoutines(ctx),
  ])
  const { i18n } = ctx.reader
  const of = (part: Part) => rows.filter((row) => row.part === part)
  const compared = of('routine').sort((a, b) => b.missed - a.missed || b.late - a.late || idOf(a) - idOf(b))
  return {
    hasRoutines,
    total: countsOf(of('total')[0]),
    departments: of('department')
      .sort((a, b) => (a.department_id ?? Infinity) - (b.department_id ?? Infinity))
      .map((row) => ({
        departmentId: row.department_id,
        departmentName: row.department_name ?? i18n.t('No department'),
        ...countsOf(row),
      })),
    routines: compared.slice(0, MAX_ROUTINES_COMPARED).map((row) => ({
      routineId: row.routine_id,
      title: row.title ?? i18n.t('Deleted routines'),
      isDeleted: row.is_deleted,
      ...countsOf(row),
      cause: missed.ofRoutine.get(row.routine_id) ?? null,
    })),
    routineCount: compared.length,
    hours: of('hour')
      .map((row) => ({ at: row.hour ?? 0, missed: row.missed, opened: sumOf(row) }))
      .sort((a, b) => a.at - b.at)
      .map(({ at, ...counted }) => ({ weekday: Math.floor(at / 24) + 1, hour: at % 24, ...counted })),
    causes: missed.total,
  }
}

const idOf = (row: Row) => row.routine_id ?? Infinity

const countsOf = (row: OccurrenceCounts | undefined): OccurrenceCounts => {
  const { done = 0, late = 0, missed = 0, skipped = 0, open = 0 } = row ?? {}
  return { done, late, missed, skipped, open }
}

const sumOf = (row: OccurrenceCounts) => Object.values(countsOf(row)).reduce((sum, count) => sum + count, 0)

const outcomeCounts = sql`
  count(*) filter (where outcome = 'done')::int as done, count(*) filter (where outcome = 'late')::int as late,
  count(*) filter (where outcome = 'missed')::int as missed, count(*) filter (where outcome = 'skipped')::int as skipped,
  count(*) filter (where outcome is null)::int as open`

/** The counts of all, of each department, of each routine and of each hour of the week, in one pass. */
function countParts(ctx: Context, query: RangeQuery, conditions: SQL[]) {
  const hourOfWeek = localHour(
    sql`${tasks.occurrenceAt}`,
    hoursIn(ctx, query),
    ({ weekday, hour }) => (weekday - 1) * 24 + hour,
  )
  return read<Row>(
    ctx,
    sql`select counted.*, ${departments.name} as department_name, ${routines.title} as title,
        ${routines.id} is null or ${routines.deletedAt} is not null as is_deleted
      from (
        select case when grouping(department_id) = 0 then 'department' when grouping(routine_id) = 0 then 'routine'
            when grouping(hour) = 0 then 'hour' else 'total' end as part,
          department_id, routine_id, hour,
          ${outcomeCounts}
        from (
          select ${tasks.departmentId}, ${tasks.routineId}, ${tasks.outcome}, ${hourOfWeek} as hour
          from ${tasks} where ${allOf(conditions)}
        ) as opened
        group by grouping sets ((), (department_id), (routine_id), (hour))
      ) as counted
      left join ${departments} on ${departments.id} = counted.department_id
      left join ${routines} on ${routines.id} = counted.routine_id`,
    false,
  )
}

interface CauseRow {
  /** Whether it counts all routines together. */
  is_total: boolean
  routine_id: number | null
  cause: Cause
  missed: number
}

/** How many were missed for each cause, and the most frequent cause of each routine. */
async function countCauses(ctx: Context, conditions: SQL[]) {
  const rows = await read<CauseRow>(
    ctx,
    sql`select grouping(routine_id) = 1 as is_total, routine_id, cause, count(*)::int as missed
      from (
        select ${tasks.routineId}, ${missedCause} as cause from ${tasks} where ${allOf([...conditions, isMissed])}
      ) as missed
      group by grouping sets ((cause), (routine_id, cause))`,
    false,
  )
  const none = Object.fromEntries(causes.map((cause) => [cause, 0])) as Record<Cause, number>
  const total = rows.filter((row) => row.is_total).map(({ cause, missed }) => [cause, missed] as const)
  // The last one with a routine counts, so the most frequent cause comes last; of two, the first of the list.
  const ofRoutines = rows
    .filter((row) => !row.is_total)
    .sort((a, b) => a.missed - b.missed || causes.indexOf(b.cause) - causes.indexOf(a.cause))
  return {
    total: { ...none, ...Object.fromEntries(total) } as Record<Cause, number>,
    ofRoutine: new Map(ofRoutines.map(({ routine_id, cause }) => [routine_id, cause])),
  }
}

/** The counts of several spans, in their order. */
export async function countOutcomes(ctx: Context, spans: readonly Span[], scope: SQL): Promise<OccurrenceCounts[]> {
  const opening = sql`${tasks.occurrenceAt}`
  const rows = await read<OccurrenceCounts & { part: number }>(
    ctx,
    sql`select span.part, counted.* from ${asRows(spans)} cross join lateral (
        select ${outcomeCounts} from ${tasks}
        where ${tasks.deletedAt} is null and ${opening} >= span.begins and ${opening} < span.ends and ${scope}
      ) as counted`,
    false,
  )
  return spans.map((_, part) => countsOf(rows.find((row) => row.part === part)))
}

/** The routines that were missed most, each with its most frequent cause. */
export function listMostMissed(ctx: Context, span: Span, scope: SQL, limit: number): Promise<MostMissed[]> {
  return read<MostMissed>(
    ctx,
    sql`select most.routine_id as "routineId", coalesce(${routines.title}, ${ctx.reader.i18n.t('Deleted routines')}) as title,
        most.missed, most.cause
      from (
        select routine_id, sum(missed)::int as missed, (array_agg(cause order by missed desc, cause))[1] as cause
        from (
          select ${tasks.routineId}, ${missedCause} as cause, count(*) as missed
          from ${tasks} where ${allOf([openedWithin(span), scope, isMissed])} group by 1, 2
        ) as missed
        group by 1 order by 2 desc, 1 limit ${limit}
      ) as most
      left join ${routines} on ${routines.id} = most.routine_id
      order by most.missed desc, most.routine_id`,
    false,
  )
}

async function areThereRoutines(ctx: Context) {
  const [row] = await read<{ are: boolean }>(
    ctx,
    sql`select exists (select from ${routines} where ${routines.deletedAt} is null) as are`,
    false,
  )
  return row?.are ?? false
}
