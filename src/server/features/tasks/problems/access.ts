import { and, eq, isNull } from 'drizzle-orm'
import { may } from '../../../../shared/permissions.ts'
import { msg } from '../../../../shared/words/message.ts'
import { forbidden, notFound } from '../../../base/errors.ts'
import type { Context } from '../../../core/context.ts'
import { isProblem } from '../../../core/counts/task-counts.ts'
import { tasks } from '../../../db/tables/tasks.ts'

/** Access to problems for their reporters, by the same rules as in `core/access/access.ts`. */

/**
 * Finds and locks a problem that the viewer may send to another department: they have reported it, they have it, or
 * they may update it. Throws 404 when they may not see it, 403 when they only see it.
 */
export async function problemToMoveFor(ctx: Context, id: number) {
  const [problem] = await ctx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), isProblem, isNull(tasks.deletedAt)))
    .for('update')
  if (!problem || !may(ctx.viewer, 'task:read', problem)) throw notFound(msg('There is no such problem'))
  const isTheirs = problem.creatorId === ctx.viewer.id || problem.assigneeId === ctx.viewer.id
  if (!isTheirs && !may(ctx.viewer, 'task:update', problem)) throw forbidden()
  return problem
}

/** The problems that the viewer has reported. Creators may see their tasks. */
export const ownReports = ({ viewer }: Context) =>
  and(eq(tasks.creatorId, viewer.id), isProblem, isNull(tasks.deletedAt))
