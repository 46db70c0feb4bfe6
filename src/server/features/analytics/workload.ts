import { asc, eq, sql } from 'drizzle-orm'
import type { analyticsApi, Workload } from '../../../shared/analytics.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Context } from '../../core/context.ts'
import { allOf, everything, type Span, totalsByDepartment } from '../../core/counts/task-counts.ts'
import { sumsByDepartment } from '../../core/counts/task-sums.ts'
import { read } from '../../db/connect/connect.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import { hours, rangeOf } from './range.ts'

/** Stands for no department, as in `task_counts`. */
const NO_DEPARTMENT = 0

/**
 * Tasks and hours of each department, or of one. Those without a department come last, if there are any. Throws 403 for
 * a department that the viewer may not look into.
 */
export async function readWorkload(ctx: Context, { query }: Input<typeof analyticsApi.workload>): Promise<Workload[]> {
  const { departmentId } = query
  const span = rangeOf(ctx, query)
  const [listed, totals, completed, seconds] = await Promise.all([
    departmentsOf(ctx, departmentId),
    totalsByDepartment(ctx, everything(ctx, departmentId)),
    completedByDepartment(ctx, span, departmentId),
    secondsByDepartment(ctx, span, departmentId),
  ])
  const rowOf = (id: number, departmentName: string): Workload => {
    const { pending = 0, in_progress = 0, overdue = 0 } = totals.get(id) ?? {}
    return {
      departmentId: id === NO_DEPARTMENT ? null : id,
      departmentName,
      active: pending + in_progress + overdue,
      completed: completed.get(id) ?? 0,
      overdue,
      hoursWorked: hours(seconds.get(id) ?? 0),
    }
  }
  const none = rowOf(NO_DEPARTMENT, ctx.reader.i18n.t('No department'))
  const isSomething = none.active + none.completed + none.hoursWorked > 0
  return [...listed.map(({ id, name }) => rowOf(id, name)), ...(isSomething ? [none] : [])]
}

const departmentsOf = ({ db }: Context, id: number | undefined) =>
  db
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(id === undefined ? undefined : eq(departments.id, id))
    .orderBy(asc(departments.id))

interface Row {
  department: number
  value: number
}
const byDepartment = (rows: Row[]) => new Map(rows.map(({ department, value }) => [department, value]))

const completedByDepartment = async (ctx: Context, span: Span, departmentId: number | undefined) =>
  byDepartment(
    await read<Row>(
      ctx,
      sql`select department_id as department, sum(completed)::int as value
        from ${sumsByDepartment(ctx, span, departmentId)} as summed group by 1`,
      false,
    ),
  )

/** The seconds worked within the span, by the person's department then. A running session counts until now. */
async function secondsByDepartment(ctx: Context, { from, to }: Span, departmentId: number | undefined) {
  const [begin, end] = [from, Math.min(to, ctx.now.getTime())].map((time) => new Date(time).toISOString())
  const ofDepartment = departmentId === undefined ? sql`true` : sql`${clockSessions.departmentId} = ${departmentId}`
  // Sessions that ended after the beginning, and running sessions: each is one range of an index.
  const parts = [sql`${clockSessions.endTime} > ${begin}`, sql`${clockSessions.endTime} is null`].map(
    (part) => sql`
      select coalesce(${clockSessions.departmentId}, ${NO_DEPARTMENT}) as department,
        least(coalesce(${clockSessions.endTime}, ${end}), ${end}) - greatest(${clockSessions.startTime}, ${begin}) as worked
      from ${clockSessions} where ${allOf([part, ofDepartment, sql`${clockSessions.startTime} < ${end}`])}`,
  )
  return byDepartment(
    await read<Row>(
      ctx,
      sql`select department, extract(epoch from sum(worked))::float8 as value
        from (${sql.join(parts, sql` union all `)}) as part group by 1`,
      false,
    ),
  )
}
