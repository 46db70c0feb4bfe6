import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { may, type Permission } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, notFound } from '../../base/errors.ts'
import { mustSeeDepartment, seesAllDepartments } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { restoreLimit } from '../../core/write/restore-limit.ts'
import { routines } from '../../db/tables/routines.ts'

/** The only way to routines, by the same rules as in `access.ts`. */

/** The viewer's visible routines, or one department's, without deleted ones. Throws 403 for another's. */
export function visibleRoutines(ctx: Context, departmentId?: number): SQL {
  const { deletedAt, departmentId: department, assigneeId, creatorId } = routines
  if (departmentId !== undefined) {
    mustSeeDepartment(ctx, departmentId)
    return sql`(${deletedAt} is null and ${department} = ${departmentId})`
  }
  if (seesAllDepartments(ctx)) return sql`${deletedAt} is null`
  const { id, departmentId: own } = ctx.viewer
  return sql`(${deletedAt} is null and (${department} = ${own} or ${assigneeId} = ${id} or ${creatorId} = ${id}))`
}

/**
 * Finds one routine, or one that was deleted and may still be restored. Locks it unless the permission is to read, so
 * that its occurrences do not open meanwhile.
 */
export async function routineFor(ctx: Context, id: number, permission: Permission, isDeleted = false) {
  const isThere = isDeleted ? gt(routines.deletedAt, restoreLimit(ctx.now)) : isNull(routines.deletedAt)
  const found = ctx.db
    .select()
    .from(routines)
    .where(and(eq(routines.id, id), isThere))
  const [routine] = await (permission === 'routine:read' ? found : found.for('update'))
  if (!routine || !may(ctx.viewer, 'routine:read', routine)) throw notFound(msg('There is no such routine'))
  if (!may(ctx.viewer, permission, routine)) throw forbidden()
  return routine
}
