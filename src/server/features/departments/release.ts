import { and, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { removeMany, updateWhere } from '../../core/write/write.ts'
import { handoverItems, handovers } from '../../db/tables/handovers.ts'
import { messages } from '../../db/tables/messages.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

/**
 * Removes departments from rows that no list shows, because those must not prevent the deletion: deleted accounts,
 * deleted and closed tasks, deleted routines, old messages. A routine left without anybody is deleted for good.
 */
export async function releaseUnlisted(ctx: Context, ids: number[]): Promise<void> {
  const none = { departmentId: null }
  await updateWhere(ctx, users, and(inArray(users.departmentId, ids), isNotNull(users.deletedAt)), none)
  const isUnlisted = or(isNotNull(tasks.deletedAt), isNotNull(tasks.closedAt))
  await updateWhere(ctx, tasks, and(inArray(tasks.departmentId, ids), isUnlisted), none)
  const deleted = and(inArray(routines.departmentId, ids), isNotNull(routines.deletedAt))
  await updateWhere(ctx, routines, and(deleted, isNotNull(routines.assigneeId)), none)
  const forNobody = await ctx.db
    .select()
    .from(routines)
    .where(and(deleted, isNull(routines.assigneeId)))
    .orderBy(routines.id)
    .for('update')
  await removeMany(ctx, routines, forNobody)
  for (const said of [handovers, handoverItems, messages])
    await ctx.db.update(said).set(none).where(inArray(said.departmentId, ids))
}
