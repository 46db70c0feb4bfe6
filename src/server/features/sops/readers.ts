import { and, asc, eq, max, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { SopReader, sopsApi } from '../../../shared/sops.ts'
import { sopFor } from '../../core/access/access.ts'
import { readersOf } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { onDuty } from '../../core/people/duty.ts'
import { personColumns } from '../../db/person-columns.ts'
import { departments } from '../../db/tables/departments.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { sopReadings } from '../../db/tables/sops.ts'
import { users } from '../../db/tables/users.ts'
import { isReadReminder } from './remind.ts'
import { versionOf } from './versions.ts'

/**
 * The people who should read the current version, when each has confirmed it, and who is on duty now. Throws 403 if the
 * viewer may see nobody's confirmation.
 */
export async function listReaders(ctx: Context, { params }: Input<typeof sopsApi.readers>): Promise<SopReader[]> {
  const sop = await sopFor(ctx, params.id, 'sop:read')
  const people = readersOf(ctx, sop)
  const version = await versionOf(ctx, sop, sop.revision)
  const reminded = ctx.db
    .select({ userId: notifications.userId, at: max(notifications.createdAt).as('at') })
    .from(notifications)
    .where(isReadReminder(sop.id))
    .groupBy(notifications.userId)
    .as('reminded')
  return ctx.db
    .select({
      ...personColumns,
      department: { id: departments.id, name: departments.name },
      readAt: sopReadings.createdAt,
      remindedAt: reminded.at,
      isOnDuty: sql<boolean>`duty.user_id is not null`,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(sopReadings, and(eq(sopReadings.sopVersionId, version.id), eq(sopReadings.userId, users.id)))
    .leftJoin(reminded, eq(reminded.userId, users.id))
    .leftJoin(sql`${onDuty(ctx)} as duty`, sql`duty.user_id = ${users.id}`)
    .where(people)
    .orderBy(asc(users.foldedName), asc(users.id))
}
