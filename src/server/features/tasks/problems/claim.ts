import { eq } from 'drizzle-orm'
import type { Input } from '../../../../shared/endpoint.ts'
import type { problemsApi } from '../../../../shared/problems.ts'
import type { Task } from '../../../../shared/tasks.ts'
import { msg } from '../../../../shared/words/message.ts'
import { conflict, HttpError } from '../../../base/errors.ts'
import { taskFor } from '../../../core/access/access.ts'
import type { Context } from '../../../core/context.ts'
import { taskWithNames } from '../../../core/tasks/rows.ts'
import { update } from '../../../core/write/write.ts'
import { tasks } from '../../../db/tables/tasks.ts'
import { users } from '../../../db/tables/users.ts'
import { takenBy } from '../derived-columns.ts'
import { followProblems } from './follow.ts'

type TaskRow = typeof tasks.$inferSelect

/**
 * Gives the viewer a task that nobody has. Those who want it at the same time wait for its row, so that one gets it. It
 * changes nothing if the viewer has it already. Throws 409 `taken` with `assignee` when somebody else has it, and 409
 * when it is completed or closed.
 */
export async function claimTask(ctx: Context, { params }: Input<typeof problemsApi.claim>): Promise<Task> {
  const task = await taskFor(ctx, params.id, 'task:claim')
  mustBeOpen(task)
  const assigneeId = ctx.viewer.id
  if (task.assigneeId !== null && task.assigneeId !== assigneeId) throw await taken(ctx, task.assigneeId)
  const after = await update(ctx, tasks, task, { assigneeId, ...takenBy(ctx, { assigneeId }, task) }, 'claim')
  await followProblems(ctx, [task], [after])
  return taskWithNames(ctx, task.id)
}

/** Throws 409 when there is nothing left to do: the task is completed, or its window is over. */
export function mustBeOpen({ status, closedAt }: Pick<TaskRow, 'status' | 'closedAt'>) {
  if (closedAt !== null) throw conflict('closed', msg('The time for this is over'))
  if (status === 'completed') throw conflict('completed', msg('This is done already'))
}

async function taken({ db }: Context, assigneeId: string) {
  const { id, firstName, lastName } = users
  const [assignee] = await db.select({ id, firstName, lastName }).from(users).where(eq(id, assigneeId))
  if (!assignee) throw new Error(`Person ${assigneeId} is gone`)
  const name = `${assignee.firstName} ${assignee.lastName}`
  return new HttpError(409, 'taken', msg('{name} has taken this already', { name }), { assignee })
}
