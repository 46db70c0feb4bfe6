import { eq } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { todayDepartmentApi } from '../../../shared/today-department.ts'
import { departmentFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { insert, update } from '../../core/write/write.ts'
import { allClears } from '../../db/tables/today-department.ts'

/**
 * Remembers that the viewer has read this part of a department, up to `asOf`. It changes nothing if somebody has read
 * as much already, so that neither a repeated call nor a second manager at the same moment is a conflict. Throws 403
 * and 404 as `departmentFor`, whose lock lets one "all clear" wait for the other.
 */
export async function giveAllClear(ctx: Context, { body }: Input<typeof todayDepartmentApi.allClear>): Promise<void> {
  const { id: departmentId } = await departmentFor(ctx, body.departmentId, 'department:review')
  const now = ctx.now.toISOString()
  // A time to come would hide what has not happened yet.
  const readUntil = body.asOf < now ? body.asOf : now
  const values = { readBy: ctx.viewer.id, readAt: now, readUntil }
  const [before] = await ctx.db.select().from(allClears).where(eq(allClears.departmentId, departmentId)).for('update')
  if (!before) await insert(ctx, allClears, { departmentId, ...values }, 'read')
  else if (before.readUntil < readUntil) await update(ctx, allClears, before, values, 'read')
}
