import { eq, type SQL, sql } from 'drizzle-orm'
import { type Absence, type AwayTime, isLive, liveAbsenceStates } from '../../../shared/absences/shapes.ts'
import { may } from '../../../shared/permissions.ts'
import { isOneOf } from '../../db/columns.ts'
import { absences } from '../../db/tables/absences.ts'
import { users } from '../../db/tables/users.ts'
import type { Context } from '../context.ts'

/** Absences as replies carry them. */

type AbsenceRow = typeof absences.$inferSelect

/** An absence as a reply has it. The caller checks that the viewer may read it. */
export function absenceReply(row: AbsenceRow, { id, firstName, lastName, profileImageUrl }: Absence['user']): Absence {
  const { kind, state, start, end, startTime, endTime, note, reason, decidedBy, decidedAt, updatedAt } = row
  return {
    ...{ id: row.id, user: { id, firstName, lastName, profileImageUrl }, kind, state },
    ...{ from: row.fromDate, to: row.toDate, start, end, startTime, endTime },
    ...{ note, reason, decidedBy, decidedAt, updatedAt },
  }
}

/**
 * Reads absences by a condition on absences and users, earliest first. The caller checks that the viewer may read them.
 */
export async function readAbsences({ db }: Pick<Context, 'db'>, condition: SQL, limit: number): Promise<Absence[]> {
  const { id, firstName, lastName, profileImageUrl } = users
  const found = await db
    .select({ absence: absences, user: { id, firstName, lastName, profileImageUrl } })
    .from(absences)
    .innerJoin(users, eq(users.id, absences.userId))
    .where(condition)
    .orderBy(absences.startTime, absences.id)
    .limit(limit)
  return found.map(({ absence, user }) => absenceReply(absence, user))
}

/** A condition on absences: they share time with two instants, in ms. */
export const touches = ({ from, to }: { from: number; to: number }) =>
  sql`(${absences.startTime} < ${new Date(to).toISOString()} and ${absences.endTime} > ${new Date(from).toISOString()})`

/**
 * When these people are away between two instants (ms), or would be, by person, earliest first. The caller may know
 * that they are away. It says why only of people whose absences the viewer may read.
 */
export async function absenceTimes(
  ctx: Context,
  userIds: string[],
  span: { from: number; to: number },
): Promise<Map<string, AwayTime[]>> {
  const found = await ctx.db
    .select({ absence: absences, departmentId: users.departmentId })
    .from(absences)
    .innerJoin(users, eq(users.id, absences.userId))
    .where(
      sql`${absences.userId} = any(${sql.param(userIds)}::uuid[]) and ${isOneOf(absences.state, liveAbsenceStates)}
        and ${touches(span)}`,
    )
    .orderBy(absences.startTime, absences.id)
  const away = new Map<string, AwayTime[]>()
  for (const { absence, departmentId } of found) {
    const { id, userId, state, kind, fromDate, toDate, start, end, startTime, endTime } = absence
    if (!isLive(state)) continue
    const time: AwayTime = {
      ...{ id, state, from: fromDate, to: toDate, start, end, startTime, endTime },
      ...(may(ctx.viewer, 'absence:read', { userId, departmentId }) && { kind }),
    }
    away.set(userId, [...(away.get(userId) ?? []), time])
  }
  return away
}
