import { sql } from 'drizzle-orm'
import { FIGURE_PAGE } from '../../../shared/analytics-routines.ts'
import type { analyticsSheetApi, CorrectedHours } from '../../../shared/analytics-sheet.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { othersOnTheClock } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { allOf } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { users } from '../../db/tables/users.ts'
import { cutPage, pageAfter, rangeOf } from './range.ts'

interface Row extends Omit<CorrectedHours, 'startTime'> {
  start_time: string
}

/**
 * The hours that began within a range and that managers have added or corrected, the latest first, of the people whose
 * hours the viewer may see. Throws 403 for a department that the viewer may not look into, 400 for too many days.
 */
export async function listCorrectedHours(
  ctx: Context,
  { query }: Input<typeof analyticsSheetApi.corrected>,
): Promise<{ hours: CorrectedHours[]; next: string | null }> {
  const { departmentId, after, limit = FIGURE_PAGE } = query
  const { from, to } = rangeOf(ctx, query)
  const [begin, end] = [from, to].map((time) => new Date(time).toISOString())
  const { id, startTime, endTime } = clockSessions
  const conditions = [
    // The beginning of the index of sessions that ended; the few that run have an index of their own.
    sql`(${endTime} >= ${begin} or ${endTime} is null)`,
    sql`${startTime} >= ${begin} and ${startTime} < ${end}`,
    sql`${clockSessions.correctedAt} is not null`,
    othersOnTheClock(ctx, departmentId),
    ...pageAfter(sql`${startTime}`, sql`${id}`, after, 'desc'),
  ]
  const rows = await read<Row>(
    ctx,
    sql`select ${id}, ${startTime}, ${endTime} as "endTime", ${clockSessions.correctedAt} as "correctedAt",
        ${clockSessions.correctionReason} as reason, manager.first_name || ' ' || manager.last_name as "correctedBy",
        json_build_object('id', ${users.id}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName},
          'profileImageUrl', ${users.profileImageUrl}) as person
      from ${clockSessions} join ${users} on ${users.id} = ${clockSessions.userId}
      join ${users} as manager on manager.id = ${clockSessions.correctedBy}
      where ${allOf(conditions)} order by ${startTime} desc, ${id} desc limit ${limit + 1}`,
    false,
  )
  const { page, next } = cutPage(rows, limit, (row) => row.start_time)
  return { hours: page.map(({ start_time: startTime, ...hours }) => ({ ...hours, startTime })), next }
}
