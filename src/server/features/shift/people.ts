import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_PAGE_SIZE } from '../../../shared/fields.ts'
import { msg } from '../../../shared/message.ts'
import { may } from '../../../shared/permissions.ts'
import type { PersonOnShift, shiftApi } from '../../../shared/shift.ts'
import { forbidden } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { onDuty } from '../../core/duty.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { departments, users } from '../../db/tables/people.ts'

/**
 * The active people of a department, or all of them, those on duty first, a page at a time. Guests do no shifts. People below managers
 * see their own department, whichever they ask for by default; another one is 403.
 */
export async function listShiftPeople(
  ctx: Context,
  { query }: Input<typeof shiftApi.people>,
): Promise<PersonOnShift[]> {
  const { limit = MAX_PAGE_SIZE, offset = 0 } = query
  const departmentId = shownDepartment(ctx, query.departmentId)
  if (departmentId === null) return []
  const isActive = sql`${users.isActive} and ${users.role} <> 'guest'`
  const people = await ctx.db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      profileImageUrl: users.profileImageUrl,
      department: { id: departments.id, name: departments.name },
      onDutySince: sql<string | null>`duty.since`,
      onDutyUntil: sql<string | null>`duty.until`,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(sql`${onDuty(ctx)} as duty`, sql`duty.user_id = ${users.id}`)
    .where(
      and(
        isNull(users.deletedAt),
        isActive,
        departmentId === undefined ? undefined : eq(users.departmentId, departmentId),
      ),
    )
    .orderBy(sql`duty.since is null`, asc(users.foldedName), asc(users.id))
    .limit(limit)
    .offset(offset)
  return people.map((person) => ({
    ...person,
    onDutySince: person.onDutySince && isoFromPostgres(person.onDutySince),
    onDutyUntil: person.onDutyUntil && isoFromPostgres(person.onDutyUntil),
  }))
}

/** The department to show: undefined for all of them, null for somebody who belongs to none. Throws 403 for another's. */
function shownDepartment({ viewer }: Context, departmentId: number | undefined) {
  if (departmentId === undefined && !may(viewer, 'duty:read', {})) return viewer.departmentId
  if (departmentId !== undefined && !may(viewer, 'duty:read', { departmentId }))
    throw forbidden(msg('You may only see your own department'))
  return departmentId
}
