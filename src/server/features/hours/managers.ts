import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { isActivePerson } from '../../core/people/active.ts'
import { users } from '../../db/tables/users.ts'

/**
 * The people who answer for somebody's hours: the managers of their department, or the administrators if it has none.
 */
export async function managersOf(
  { db }: Pick<OpenContext, 'db'>,
  person: { id: string; departmentId: number | null },
): Promise<string[]> {
  const { id, role, departmentId } = users
  const isOwnManager =
    person.departmentId === null ? undefined : and(eq(role, 'manager'), eq(departmentId, person.departmentId))
  const isAdmin = sql`${role} in ('admin', 'god')`
  const found = await db
    .select({ id, role })
    .from(users)
    .where(and(isActivePerson, ne(id, person.id), or(isOwnManager, isAdmin)))
    .orderBy(id)
  const managers = found.filter((one) => one.role === 'manager')
  return (managers.length > 0 ? managers : found).map((one) => one.id)
}
