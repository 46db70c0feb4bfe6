import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { updateWhere } from '../../core/write.ts'
import { routines } from '../../db/tables/routines.ts'

/**
 * What happens to the routines of a person who can do no more work here: those of a department go to whoever is on duty there, the
 * others are switched off. Deleted ones too: a restored routine must not belong to a person who is gone.
 */
export async function releaseRoutinesOf(ctx: Context, userId: string): Promise<void> {
  const theirs = eq(routines.assigneeId, userId)
  await updateWhere(ctx, routines, and(theirs, isNotNull(routines.departmentId)), { assigneeId: null })
  await updateWhere(ctx, routines, and(theirs, isNull(routines.departmentId), eq(routines.isActive, true)), {
    isActive: false,
    nextOccurrence: null,
  })
}
