import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_PAGE_SIZE } from '../../../shared/fields.ts'
import { mayAtAll } from '../../../shared/permissions.ts'
import type { Person } from '../../../shared/person.ts'
import type { usersApi } from '../../../shared/users.ts'
import { roleMustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { personColumns } from '../../db/person-columns.ts'
import { invitations } from '../../db/tables/auth.ts'
import { departments } from '../../db/tables/departments.ts'
import { pins } from '../../db/tables/pin.ts'
import { users } from '../../db/tables/users.ts'

/**
 * People by name, a page at a time: active people, and with `inactive` also the deactivated. Throws 403 for `inactive`
 * unless the viewer manages people.
 */
export async function listPeople(ctx: Context, { query }: Input<typeof usersApi.list>): Promise<Person[]> {
  if (query.inactive) roleMustBeAllowed(ctx, 'user:manage')
  const { limit = MAX_PAGE_SIZE, offset = 0 } = query
  return people(ctx, query.inactive ? undefined : eq(users.isActive, true))
    .limit(limit)
    .offset(offset)
}

/** The person as replies carry them. The caller has found them through `access`. */
export async function personWithDepartment(ctx: Context, id: string): Promise<Person> {
  const [person] = await people(ctx, eq(users.id, id))
  if (!person) throw new Error(`Person ${id} is gone`)
  return person
}

const people = (ctx: Context, condition?: SQL) =>
  ctx.db
    .select({
      ...personColumns,
      email: users.email,
      username: users.username,
      role: users.role,
      departmentId: users.departmentId,
      department: { id: departments.id, name: departments.name },
      isActive: users.isActive,
      language: users.language,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      hasPin: sql<boolean>`exists (select 1 from ${pins} where ${pins.userId} = ${users.id})`,
      invitedUntil: sql<
        string | null
      >`(select max(${invitations.expire}) from ${invitations} where ${invitations.userId} = ${users.id}
        and ${invitations.expire} > ${ctx.now.toISOString()})`.mapWith(invitations.expire),
      ...(mayAtAll(ctx.viewer, 'user:manage') && { personnelNumber: users.personnelNumber }),
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(condition, isNull(users.deletedAt)))
    .orderBy(asc(users.foldedName), asc(users.id))
