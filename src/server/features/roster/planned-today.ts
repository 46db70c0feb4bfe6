import { sql } from 'drizzle-orm'
import type { ExpectedPerson, PlannedToday } from '../../../shared/roster/day-shapes.ts'
import { AROUND_ACTUALS_MS, actualsOf } from '../../../shared/roster/plan-actual.ts'
import { startOfDay } from '../../../shared/time/time.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { awayTimesOf } from '../../core/people/away.ts'
import { isoJson } from '../../db/columns.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql } from './access.ts'

const DAY_MS = 86_400_000

interface Row extends Record<string, unknown> {
  user: ExpectedPerson['user']
  /** Of any department, from before today on: work may belong to them. */
  shifts: { id: number; departmentId: number; startTime: string; endTime: string }[]
  sessions: { startTime: string; endTime: string | null; confirmedAt: string | null }[] | null
}

/**
 * The people who are to be there today in a department by the published plan, with when they came: shifts that begin
 * today, and yesterday's that have not ended. Missing people come first. The caller has found the department through
 * `access`.
 */
export async function listPlannedToday(ctx: Context, departmentId: number, limit: number): Promise<PlannedToday> {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const [from, to] = [startOfDay(now, timeZone), startOfDay(now, timeZone, 1)]
  const { publishedUserId, publishedStartTime, publishedEndTime } = plannedShifts
  const { startTime, endTime, confirmedAt, userId } = clockSessions
  const { rows } = await ctx.db.execute<Row>(sql`
    select json_build_object('id', ${users.id}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName},
        'profileImageUrl', ${users.profileImageUrl}) as "user", planned.shifts, (
      select json_agg(json_build_object('startTime', ${isoJson(sql`${startTime}`)}, 'endTime', ${isoJson(sql`${endTime}`)},
        'confirmedAt', ${isoJson(sql`${confirmedAt}`)}))
      from ${clockSessions} where ${userId} = ${users.id}
        and ${startTime} > ${instantSql(from - AROUND_ACTUALS_MS)} and ${startTime} <= ${instantSql(now)}) as sessions
    from (
      select ${publishedUserId} as person, json_agg(json_build_object('id', ${plannedShifts.id},
        'departmentId', ${plannedShifts.departmentId}, 'startTime', ${isoJson(sql`${publishedStartTime}`)},
        'endTime', ${isoJson(sql`${publishedEndTime}`)}) order by ${publishedStartTime}) as shifts
      from ${plannedShifts} where ${publishedUserId} in (
          select ${publishedUserId} from ${plannedShifts} where ${plannedShifts.departmentId} = ${departmentId}
            and ${publishedStartTime} >= ${instantSql(from - DAY_MS)} and ${publishedStartTime} < ${instantSql(to)})
        and ${publishedStartTime} >= ${instantSql(from - AROUND_ACTUALS_MS)} and ${publishedStartTime} < ${instantSql(to)}
      group by 1
    ) as planned join ${users} on ${users.id} = planned.person and ${doesShifts}
    order by ${users.foldedName}, ${users.id}`)
  const ids = rows.map(({ user }) => user.id)
  const away = await awayTimesOf(ctx, ids, { from: from - AROUND_ACTUALS_MS, to: to + AROUND_ACTUALS_MS })
  const people = rows.flatMap(({ user, shifts, sessions }) => {
    const { actuals } = actualsOf(shifts, sessions ?? [], { from, to }, now, away.get(user.id))
    const isShown = (shift: Row['shifts'][number]) =>
      shift.departmentId === departmentId && (Date.parse(shift.startTime) >= from || Date.parse(shift.endTime) > now)
    return shifts.filter(isShown).map(({ id, startTime, endTime }): ExpectedPerson => {
      const { cameAt = null, wentAt = null, state = 'planned' } = actuals.get(id) ?? {}
      return { id, user, startTime, endTime, cameAt, wentAt, state }
    })
  })
  const isMissing = ({ state, endTime }: ExpectedPerson) => state === 'absent' && Date.parse(endTime) > now
  const sorted = people.toSorted(
    (a, b) => Number(isMissing(b)) - Number(isMissing(a)) || a.startTime.localeCompare(b.startTime),
  )
  return { people: sorted.slice(0, limit), total: people.length }
}
