import { type SQL, sql } from 'drizzle-orm'
import type { ShiftSpan } from '../../../shared/roster/shift-times.ts'
import { absences } from '../../db/tables/absences.ts'
import type { Context } from '../context.ts'

/**
 * When people are away, by their approved absences: times alone, never why. A reply to somebody else than the person
 * and their planners says nothing of it.
 */

/** A condition on absences: they are approved and share time with two instants, as SQL. Touching is no overlap. */
export const isApprovedWithin = (from: SQL, to: SQL) =>
  sql`(${absences.state} = 'approved' and ${absences.startTime} < ${to} and ${absences.endTime} > ${from})`

const instantSql = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`

/** A condition on absences: they are approved and share time with two instants, in ms. */
export const isApprovedBetween = ({ from, to }: { from: number; to: number }) =>
  isApprovedWithin(instantSql(from), instantSql(to))

/** The times at which these people are away between two instants (ms), by person, earliest first. */
export async function awayTimesOf(
  { db }: Pick<Context, 'db'>,
  userIds: string[],
  span: { from: number; to: number },
): Promise<Map<string, ShiftSpan[]>> {
  const away = new Map<string, ShiftSpan[]>()
  if (userIds.length === 0) return away
  const rows = await db
    .select({ userId: absences.userId, startTime: absences.startTime, endTime: absences.endTime })
    .from(absences)
    .where(sql`${absences.userId} = any(${sql.param(userIds)}::uuid[]) and ${isApprovedBetween(span)}`)
    .orderBy(absences.startTime)
  for (const { userId, ...time } of rows) away.set(userId, [...(away.get(userId) ?? []), time])
  return away
}
