import { eq } from 'drizzle-orm'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { departments } from '../../db/tables/departments.ts'
import { allClears } from '../../db/tables/today-department.ts'
import { users } from '../../db/tables/users.ts'

/** Access to a department's "all clear", by the same rules as in `core/access/access.ts`. */

/**
 * A department that the viewer may review, and who said "all clear" last. Throws 403 for a department that they may not
 * review, 404 for one that does not exist.
 */
export async function reviewedDepartment(ctx: Context, departmentId: number) {
  mustBeAllowed(ctx, 'department:review', { departmentId })
  const { id, firstName, lastName, profileImageUrl } = users
  const [found] = await ctx.db
    .select({
      department: { id: departments.id, name: departments.name },
      by: { id, firstName, lastName, profileImageUrl },
      at: allClears.readAt,
      until: allClears.readUntil,
    })
    .from(departments)
    .leftJoin(allClears, eq(allClears.departmentId, departments.id))
    .leftJoin(users, eq(users.id, allClears.readBy))
    .where(eq(departments.id, departmentId))
  if (!found) throw notFound(msg('There is no such department'))
  const { department, by, at, until } = found
  return { department, allClear: by && at && until ? { by, at, until } : null }
}
