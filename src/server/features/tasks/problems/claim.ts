import type { Input } from '../../../../shared/endpoint.ts'
import type { problemsApi } from '../../../../shared/problems.ts'
import type { Task } from '../../../../shared/tasks.ts'
import { msg } from '../../../../shared/words/message.ts'
import { conflict } from '../../../base/errors.ts'
import { taskFor } from '../../../core/access/access.ts'
import type { Context } from '../../../core/context.ts'
import { takenAlready } from '../../../core/people/taken.ts'
import { taskWithNames } from '../../../core/tasks/rows.ts'
import { update } from '../../../core/write/write.ts'
import { tasks } from '../../../db/tables/tasks.ts'
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
  if (task.assigneeId !== null && task.assigneeId !== assigneeId) throw await takenAlready(ctx, task.assigneeId)
  const after = await update(ctx, tasks, task, { assigneeId, ...takenBy(ctx, { assigneeId }, task) }, 'claim')
  await followProblems(ctx, [task], [after])
  return taskWithNames(ctx, task.id)
}

/** Throws 409 when there is nothing left to do: the task is completed, or its window is over. */
export function mustBeOpen({ status, closedAt }: Pick<TaskRow, 'status' | 'closedAt'>) {
  if (closedAt !== null) throw conflict('closed', msg('The time for this is over'))
  if (status === 'completed') throw conflict('completed', msg('This is done already'))
}
