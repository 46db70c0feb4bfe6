import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Person } from '../../shared/users.ts'
import type { Context } from '../context.ts'
import { departments, users } from '../db/tables/people.ts'

/** Active people by name, for assigning. */
export const listPeople = (ctx: Context): Promise<Person[]> =>
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
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.isActive, true), isNull(users.deletedAt)))
    .orderBy(asc(users.foldedName), asc(users.id))
