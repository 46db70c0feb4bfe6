import { type SQL, sql } from 'drizzle-orm'
import { DUTY_HOURS, isOnDuty } from '../../../shared/duty.ts'
import { type Role, rankOf, roles } from '../../../shared/permissions.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Audience } from '../../db/events/events.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { users } from '../../db/tables/users.ts'
import type { Context, OpenContext } from '../context.ts'
import { isActivePerson } from './active.ts'

/**
 * Says who is on duty. All other code asks here. It is worked out from the clock sessions each time and stored nowhere,
 * because a clock-in that arrives late or a correction may change it afterwards.
 */

/**
 * The SQL of a table with everybody who is on duty at the context's time: `user_id`, `since`, `until` and, for people
 * on a break, `break_since`. A session that has run for more than `DUTY_HOURS` does not count, unless its person has
 * said since that they are still there. There is one running session for each person at most, one running break for
 * each session, and an index of both.
 */
export const onDuty = ({ now }: Pick<Context, 'now'>) => {
  const earliest = new Date(now.getTime() - DUTY_HOURS * 3_600_000).toISOString()
  const latest = sql`greatest(${clockSessions.startTime}, ${clockSessions.confirmedAt})`
  return sql`(select ${clockSessions.userId} as user_id, ${clockSessions.startTime} as since,
      ${latest} + ${sql.raw(`interval '${DUTY_HOURS} hours'`)} as until, ${breaks.startTime} as break_since
    from ${clockSessions} left join ${breaks} on ${breaks.sessionId} = ${clockSessions.id} and ${breaks.endTime} is null
    where ${clockSessions.endTime} is null and ${latest} > ${earliest})`
}

/**
 * A condition on clock sessions: somebody was on duty by it at any time between two instants. A session counts for
 * `DUTY_HOURS` at most, or until `DUTY_HOURS` after its person said that they were still there.
 */
export const isDutyWithin = (from: SQL, to: SQL): SQL => {
  const { startTime, endTime, confirmedAt } = clockSessions
  const hours = sql.raw(`interval '${DUTY_HOURS} hours'`)
  const latest = sql`greatest(${startTime}, ${confirmedAt})`
  const counted = sql`least(coalesce(${endTime}, 'infinity'), ${latest} + ${hours})`
  // Nobody says more than once a day that they are still there, so the index reads two days at most.
  return sql`${startTime} < ${to} and ${startTime} > ${from} - interval '2 days' and ${counted} > ${from}`
}

/**
 * Whether any clock session that meets a condition was duty at an instant, by the same rule as `isDutyWithin`. The
 * latest beginnings are looked at first, because these sessions are the most likely to be running still. Only
 * confirmed ones count longer than `DUTY_HOURS`. They have an index of their own, so a night without anybody is known
 * after the sessions of `DUTY_HOURS` and not of two days.
 */
export const anyDutyAt = (whose: SQL, at: SQL): SQL => {
  const { startTime, endTime, confirmedAt } = clockSessions
  const hours = sql.raw(`interval '${DUTY_HOURS} hours'`)
  return sql`(exists (select from (
      select from ${clockSessions} where ${whose} and ${startTime} < ${at} and ${startTime} > ${at} - ${hours}
        and ${confirmedAt} is null and coalesce(${endTime}, 'infinity') > ${at}
      order by ${startTime} desc limit 1
    ) as latest)
    or exists (select from ${clockSessions} where ${whose} and ${confirmedAt} is not null and ${isDutyWithin(at, at)}))`
}

/**
 * Whether, at any time between two instants, this person was on duty; if the person is null, anybody who is in this
 * department now.
 *
 * @param span `except` is a person who does not count as anybody of the department
 */
export const wasOnDuty = (span: { userId: SQL; departmentId: SQL; from: SQL; to: SQL; except?: SQL }): SQL => {
  const { userId } = clockSessions
  const overlaps = isDutyWithin(span.from, span.to)
  const others = span.except ? sql` and ${userId} <> ${span.except}` : sql``
  // Each person's sessions are one range of an index.
  const ofPerson = sql`exists (select from ${clockSessions} where ${userId} = ${span.userId} and ${overlaps})`
  const ofDepartment = sql`exists (select from ${users} as colleague join ${clockSessions} on ${userId} = colleague.id
    where colleague.department_id = ${span.departmentId} and ${overlaps}${others})`
  return sql`case when ${span.userId} is not null then ${ofPerson} else ${ofDepartment} end`
}

/** Since when somebody is on duty by this session, at the context's time, or null. The same rule as `onDuty`. */
export const dutySince = (
  session: Pick<typeof clockSessions.$inferSelect, 'startTime' | 'endTime' | 'confirmedAt'> | null,
  now: Date,
): string | null => (session && session.endTime === null && isOnDuty(session, now.getTime()) ? session.startTime : null)

/** People who learn of somebody's coming and going on duty here: everybody with the permission `duty:read`. */
export const dutyAudience = (departmentId: number | null): Audience => ({
  fromRole: 'manager',
  departments: departmentId === null ? [] : [departmentId],
  departmentsFrom: 'user',
  users: [],
})

/** Somebody on duty. */
export interface OnDuty {
  id: string
  departmentId: number | null
}

/** Active people on duty with this role or a higher one, everywhere or in `departmentIds`. Guests do no shifts. */
export async function peopleOnDuty(
  ctx: Pick<OpenContext, 'db' | 'now'>,
  { departmentIds, from = 'user' }: { departmentIds?: number[]; from?: Role } = {},
): Promise<OnDuty[]> {
  const among = roles.filter((role) => rankOf(role) >= rankOf(from))
  const isThere = sql`${isActivePerson} and ${isOneOf(users.role, among)}`
  return ctx.db
    .select({ id: users.id, departmentId: users.departmentId })
    .from(users)
    .innerJoin(sql`${onDuty(ctx)} as duty`, sql`duty.user_id = ${users.id}`)
    .where(
      departmentIds ? sql`${isThere} and ${users.departmentId} = any(${sql.param(departmentIds)}::int[])` : isThere,
    )
    .orderBy(users.id)
}
