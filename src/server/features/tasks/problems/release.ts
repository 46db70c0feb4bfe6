import type { Input } from '../../../../shared/endpoint.ts'
import type { problemsApi } from '../../../../shared/problems.ts'
import type { Task } from '../../../../shared/tasks.ts'
import { taskFor } from '../../../core/access/access.ts'
import type { Context } from '../../../core/context.ts'
import { addComment } from '../../../core/tasks/comments.ts'
import { taskWithNames } from '../../../core/tasks/rows.ts'
import { update } from '../../../core/write/write.ts'
import { tasks } from '../../../db/tables/tasks.ts'
import { mustBeOpen } from './claim.ts'
import { followProblems } from './follow.ts'

type TaskRow = typeof tasks.$inferSelect

/** The values of a task that nobody has any more: a task in progress is pending again. */
export const givenBack = ({ status }: Pick<TaskRow, 'status'>) => ({
  ...{ assigneeId: null, takenAt: null, isReceived: false },
  ...(status === 'in_progress' && { status: 'pending' as const }),
})

/**
 * Clears a task's assignee, so that others can take it. The note becomes a comment by the viewer for the next person.
 * It notifies nobody. Throws 409 when the task is completed or closed.
 */
export async function releaseTask(ctx: Context, { params, body }: Input<typeof problemsApi.release>): Promise<Task> {
  const task = await taskFor(ctx, params.id, 'task:release')
  mustBeOpen(task)
  const isTaken = task.assigneeId !== null
  const after = isTaken ? await update(ctx, tasks, task, givenBack(task), 'release') : task
  if (body.note) await addComment(ctx, task.id, { text: body.note })
  await followProblems(ctx, [task], [after])
  return taskWithNames(ctx, task.id)
}
