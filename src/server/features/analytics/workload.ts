import { asc, eq, sql } from 'drizzle-orm'
import type { analyticsApi, Workload } from '../../../shared/analytics.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Context } from '../../core/context.ts'
import { allOf, completedWithin, everything, living, type Span, totalsByDepartment } from '../../core/task-counts.ts'
import { read } from '../../db/connect.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/people.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { hours, inScope, rangeOf } from './range.ts'

/** Stands for no department, as in the kept counts. */
const NONE = 0

/** Tasks and hours of each department, or of the one asked for; at last those of none, when there are any. */
export async function readWorkload(ctx: Context, { query }: Input<typeof analyticsApi.workload>): Promise<Workload[]> {
  const { departmentId } = query
  const span = rangeOf(ctx, query.period)
  const [places, totals, completed, seconds] = await Promise.all([
    departmentFilter(ctx, departmentId),
    totalsByDepartment(ctx, everything(ctx, departmentId)),
    completedByDepartment(ctx, span, departmentId),
    secondsByDepartment(ctx, span, departmentId),
  ])
  const rowOf = (id: number, departmentName: string): Workload => {
    const { pending = 0, in_progress = 0, overdue = 0 } = totals.get(id) ?? {}
    return {
      departmentId: id === NONE ? null : id,
      departmentName,
      active: pending + in_progress + overdue,
      completed: completed.get(id) ?? 0,
      overdue,
      hoursWorked: hours(seconds.get(id) ?? 0),
    }
  }
  const none = rowOf(NONE, 'No department')
  const isSomething = none.active + none.completed + none.hoursWorked > 0
  return [...places.map(({ id, name }) => rowOf(id, name)), ...(isSomething ? [none] : [])]
}

const departmentFilter = ({ db }: Context, id: number | undefined) =>
  db
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(id === undefined ? undefined : eq(departments.id, id))
    .orderBy(asc(departments.id))

interface Row {
  place: number
  value: number
}
const byPlace = (rows: Row[]) => new Map(rows.map(({ place, value }) => [place, value]))

const completedByDepartment = async (ctx: Context, span: Span, departmentId: number | undefined) =>
  byPlace(
    await read<Row>(
      ctx,
      sql`select coalesce(${tasks.departmentId}, ${NONE}) as place, count(*)::int as value
        from ${tasks} where ${allOf([living, inScope(ctx, departmentId), completedWithin(span)])} group by 1`,
      false,
    ),
  )

/** Of each session the part within the span, for the department its person was in; one that runs reaches until now. */
async function secondsByDepartment(ctx: Context, { from, to }: Span, departmentId: number | undefined) {
  const [begin, end] = [from, Math.min(to, ctx.now.getTime())].map((time) => new Date(time).toISOString())
  const place = departmentId === undefined ? sql`true` : sql`${clockSessions.departmentId} = ${departmentId}`
  // What has ended since, and what runs: each is one range of an index.
  const parts = [sql`${clockSessions.endTime} > ${begin}`, sql`${clockSessions.endTime} is null`].map(
    (part) => sql`
      select coalesce(${clockSessions.departmentId}, ${NONE}) as place,
        least(coalesce(${clockSessions.endTime}, ${end}), ${end}) - greatest(${clockSessions.startTime}, ${begin}) as worked
      from ${clockSessions} where ${allOf([part, place, sql`${clockSessions.startTime} < ${end}`])}`,
  )
  return byPlace(
    await read<Row>(
      ctx,
      sql`select place, extract(epoch from sum(worked))::float8 as value
        from (${sql.join(parts, sql` union all `)}) as part group by 1`,
      false,
    ),
  )
}
