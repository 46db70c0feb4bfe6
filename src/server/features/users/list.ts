import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { Person, usersApi } from '../../../shared/users.ts'
import { roleMustBeAllowed } from '../../access.ts'
import type { Context } from '../../context.ts'
import { departments, users } from '../../db/tables/people.ts'

/** People by name: the active ones, for assigning; with the deactivated for those who manage them. */
export async function listPeople(ctx: Context, { query }: Input<typeof usersApi.list>): Promise<Person[]> {
  if (!query.inactive) return people(ctx, eq(users.isActive, true))
  roleMustBeAllowed(ctx, 'user:manage')
  return people(ctx)
}

/** The person as replies carry them; for one that the caller has found through `access`. */
export async function personWithDepartment(ctx: Context, id: string): Promise<Person> {
  const [person] = await people(ctx, eq(users.id, id))
  if (!person) throw new Error(`Person ${id} is gone`)
  return person
}

const people = (ctx: Context, condition?: SQL): Promise<Person[]> =>
  ctx.db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      profileImageUrl: users.profileImageUrl,
      role: users.role,
      departmentId: users.departmentId,
      department: { id: departments.id, name: departments.name },
      isActive: users.isActive,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(condition, isNull(users.deletedAt)))
    .orderBy(asc(users.foldedName), asc(users.id))
