import { sql } from 'drizzle-orm'
import { type analyticsRoutinesApi, FIGURE_PAGE, type MissedOccurrence } from '../../../shared/analytics-routines.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Cause } from '../../../shared/routines.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { missedCause } from '../../core/counts/missed-cause.ts'
import { allOf } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { cutPage, hoursIn, hoursWithin, pageAfter, rangeOf } from './range.ts'
import { isMissed, openedWithin } from './routines.ts'

interface Row {
  id: number
  title: string
  department_name: string | null
  assignee_name: string | null
  occurrence_at: string
  closed_at: string
  cause: Cause
}

/** The missed occurrences behind a figure of `readRoutines`, latest first. Throws 403 as that does. */
export async function listMissedOccurrences(
  ctx: Context,
  { query }: Input<typeof analyticsRoutinesApi.missed>,
): Promise<{ occurrences: MissedOccurrence[]; next: string | null }> {
  const { departmentId, routineId, cause, weekday, hour, after, limit = FIGURE_PAGE } = query
  const span = rangeOf(ctx, query)
  const opening = sql`${tasks.occurrenceAt}`
  const isAnyHour = weekday === undefined && hour === undefined
  const conditions = [
    openedWithin(span),
    seesTasks(ctx, departmentId),
    isMissed,
    ...(routineId === undefined ? [] : [sql`${tasks.routineId} = ${routineId}`]),
    ...(isAnyHour
      ? []
      : [
          hoursWithin(
            opening,
            hoursIn(ctx, query),
            span.to,
            (local) => (weekday ?? local.weekday) === local.weekday && (hour ?? local.hour) === local.hour,
          ),
        ]),
    ...pageAfter(opening, sql`${tasks.id}`, after, 'desc'),
    // Last, because it looks for clock sessions.
    ...(cause === undefined ? [] : [sql`${missedCause} = ${cause}`]),
  ]
  const rows = await read<Row>(
    ctx,
    sql`select missed.*, ${departments.name} as department_name,
        ${users.firstName} || ' ' || ${users.lastName} as assignee_name
      from (
        select ${tasks.id}, ${tasks.title}, ${tasks.departmentId}, ${tasks.assigneeId}, ${tasks.occurrenceAt}, ${tasks.closedAt},
          ${missedCause} as cause
        from ${tasks} where ${allOf(conditions)} order by ${opening} desc, ${tasks.id} desc limit ${limit + 1}
      ) as missed
      left join ${departments} on ${departments.id} = missed.department_id
      left join ${users} on ${users.id} = missed.assignee_id
      order by missed.occurrence_at desc, missed.id desc`,
    false,
  )
  const { page, next } = cutPage(rows, limit, (row) => row.occurrence_at)
  return {
    occurrences: page.map((row) => ({
      taskId: row.id,
      title: row.title,
      departmentName: row.department_name,
      assigneeName: row.assignee_name,
      occurrenceAt: row.occurrence_at,
      closedAt: row.closed_at,
      cause: row.cause,
    })),
    next,
  }
}
