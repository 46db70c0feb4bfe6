import type { SQL } from 'drizzle-orm'
import { eq } from 'drizzle-orm'
import type { Absence } from '../../../shared/absences/shapes.ts'
import type { Context } from '../../core/context.ts'
import { absences } from '../../db/tables/absences.ts'
import { users } from '../../db/tables/users.ts'
import type { AbsenceRow, AbsentPerson } from './access.ts'

/** Absences as replies carry them, for people who may know why. */

/** An absence with its person, as the reply has it. */
export function asReply(row: AbsenceRow, person: Absence['user'] | AbsentPerson): Absence {
  const { id, firstName, lastName, profileImageUrl } = person
  const { kind, state, start, end, startTime, endTime, note, reason, decidedBy, decidedAt, updatedAt } = row
  return {
    ...{ id: row.id, user: { id, firstName, lastName, profileImageUrl }, kind, state },
    ...{ from: row.fromDate, to: row.toDate, start, end, startTime, endTime },
    ...{ note, reason, decidedBy, decidedAt, updatedAt },
  }
}

/** The absences that meet a condition on absences and users, earliest first. The caller says who may see them. */
export async function readAbsences({ db }: Pick<Context, 'db'>, condition: SQL, limit: number): Promise<Absence[]> {
  const { id, firstName, lastName, profileImageUrl } = users
  const found = await db
    .select({ absence: absences, user: { id, firstName, lastName, profileImageUrl } })
    .from(absences)
    .innerJoin(users, eq(users.id, absences.userId))
    .where(condition)
    .orderBy(absences.startTime, absences.id)
    .limit(limit)
  return found.map(({ absence, user }) => asReply(absence, user))
}
