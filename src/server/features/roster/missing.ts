import { and, eq, type SQL, sql } from 'drizzle-orm'
import { MISSING_MINUTES } from '../../../shared/roster/plan-actual.ts'
import { MAX_SHIFT_MINUTES } from '../../../shared/roster/shift-times.ts'
import type { OpenContext } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { isApprovedWithin } from '../../core/people/away.ts'
import { isDutyWithin } from '../../core/people/duty.ts'
import { absences } from '../../db/tables/absences.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql } from './access.ts'

/**
 * People who are missing: their published shift has begun some time ago and has not ended, and they have not been on
 * duty since it began. It is worked out from the clock sessions each time, so a clock-in that arrives late corrects it.
 */

const MINUTE_MS = 60_000

/**
 * The condition on planned shifts. An index finds them by department and beginning, so the caller names departments.
 * A person who is away is not missing, nor in the first minutes after it.
 */
export function isMissing({ now }: Pick<OpenContext, 'now'>, departmentIds: readonly number[]): SQL {
  const { departmentId, publishedUserId, publishedStartTime, publishedEndTime } = plannedShifts
  const ago = (minutes: number) => instantSql(now.getTime() - minutes * MINUTE_MS)
  return sql`(${departmentId} = any(${sql.param(departmentIds)}::int[])
    and ${publishedStartTime} > ${ago(MAX_SHIFT_MINUTES)} and ${publishedStartTime} <= ${ago(MISSING_MINUTES)}
    and ${publishedEndTime} > ${ago(0)} and ${publishedUserId} is not null
    and not exists (select from ${clockSessions} where ${clockSessions.userId} = ${publishedUserId}
      and ${isDutyWithin(sql`${publishedStartTime}`, ago(0))})
    and not exists (select from ${absences} where ${absences.userId} = ${publishedUserId}
      and ${isApprovedWithin(ago(MISSING_MINUTES), ago(0))}))`
}

/** A person with their shift, as ISO 8601. */
export interface MissingPerson {
  id: number
  user: Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName' | 'profileImageUrl'>
  startTime: string
  endTime: string
}

/** The people who are missing in a department now, earliest first. The caller says why the viewer may know. */
export async function listMissing(
  ctx: Pick<OpenContext, 'db' | 'now'>,
  departmentId: number,
  limit: number,
): Promise<MissingPerson[]> {
  const { id, firstName, lastName, profileImageUrl } = users
  const { publishedStartTime, publishedEndTime } = plannedShifts
  const found = await ctx.db
    .select({
      id: plannedShifts.id,
      user: { id, firstName, lastName, profileImageUrl },
      ...{ startTime: publishedStartTime, endTime: publishedEndTime },
    })
    .from(plannedShifts)
    .innerJoin(users, and(eq(users.id, plannedShifts.publishedUserId), doesShifts))
    .where(isMissing(ctx, [departmentId]))
    .orderBy(publishedStartTime, users.foldedName, plannedShifts.id)
    .limit(limit)
  return found.flatMap(({ startTime, endTime, ...person }) =>
    startTime === null || endTime === null ? [] : [{ ...person, startTime, endTime }],
  )
}
