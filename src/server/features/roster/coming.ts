import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { may } from '../../../shared/permissions.ts'
import {
  COMING_HOURS,
  COMING_SHIFTS,
  COMING_SINCE_MINUTES,
  type ComingShift,
} from '../../../shared/roster/day-shapes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { mustBeAllowed, mustSeeDepartment } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { onDuty } from '../../core/people/duty.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { departments } from '../../db/tables/departments.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql } from './access.ts'

interface Row extends Record<string, unknown> {
  id: number
  user: ComingShift['user']
  department: ComingShift['department']
  start: string
  end: string
  is_on_duty: boolean
}

/**
 * The people who come next in a department by the published plan, or in each that the viewer may see, with those whose
 * shift has just begun. Throws 403 for a department that they may not look into.
 */
export async function listComing(ctx: Context, { query }: Input<typeof rosterApi.coming>): Promise<ComingShift[]> {
  const asked = query.departmentId
  if (asked !== undefined) {
    mustSeeDepartment(ctx, asked)
    mustBeAllowed(ctx, 'roster:read', { departmentId: asked })
  }
  const departmentId = asked ?? (may(ctx.viewer, 'roster:read', {}) ? undefined : ctx.viewer.departmentId)
  if (departmentId === null) return []
  const now = ctx.now.getTime()
  const [from, to] = [now - COMING_SINCE_MINUTES * 60_000, now + COMING_HOURS * 3_600_000]
  const { publishedUserId, publishedStartTime, publishedEndTime } = plannedShifts
  const { rows } = await ctx.db.execute<Row>(sql`
    select shift.*, json_build_object('id', ${departments.id}, 'name', ${departments.name}) as department
    from ${departments} cross join lateral (
      select ${plannedShifts.id} as id, ${publishedStartTime} as start, ${publishedEndTime} as "end",
        json_build_object('id', ${users.id}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName},
          'profileImageUrl', ${users.profileImageUrl}) as "user", duty.user_id is not null as is_on_duty
      from ${plannedShifts} join ${users} on ${users.id} = ${publishedUserId} and ${doesShifts}
      left join ${onDuty(ctx)} as duty on duty.user_id = ${users.id}
      where ${plannedShifts.departmentId} = ${departments.id} and ${publishedStartTime} > ${instantSql(from)}
        and ${publishedStartTime} < ${instantSql(to)} and ${publishedEndTime} > ${instantSql(now)}
      order by ${publishedStartTime}, ${users.foldedName}, ${plannedShifts.id} limit ${COMING_SHIFTS}
    ) as shift
    where ${departmentId === undefined ? sql`true` : sql`${departments.id} = ${departmentId}`}
    order by ${departments.id}, shift.start, shift.id`)
  return rows.map(({ id, user, department, start, end, is_on_duty }) => ({
    ...{ id, user, department, isOnDuty: is_on_duty },
    ...{ startTime: isoFromPostgres(start), endTime: isoFromPostgres(end) },
  }))
}
