import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/message.ts'
import type { Task, tasksApi } from '../../../shared/tasks.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed, taskFor } from '../../core/access.ts'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { completion, searchColumns, uniqueTags } from './derived-columns.ts'
import { notifyAssignee } from './notify-assignee.ts'
import { checkReferences } from './references.ts'
import { taskWithNames } from './rows.ts'

/**
 * Changes the fields sent. Anyone who sees the task may set its status; every other field needs the right to edit it, also in
 * the department that it moves to. Throws 409 when the body's `updatedAt` is not the task's: somebody else has changed it.
 */
export async function updateTask(ctx: Context, { params, body }: Input<typeof tasksApi.update>): Promise<Task> {
  const { updatedAt, ...changes } = body
  const task = await taskFor(ctx, params.id, setsOnlyStatus(changes) ? 'task:set-status' : 'task:update')
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(task.updatedAt)) {
    throw conflict('edited_meanwhile', msg('Somebody else has changed this task meanwhile'))
  }
  const values = changes.tags ? { ...changes, tags: uniqueTags(changes.tags) } : changes
  if (!setsOnlyStatus(values)) {
    mustBeAllowed(ctx, 'task:update', { ...task, ...values })
    await checkReferences(ctx, values, task)
  }
  const after = await update(ctx, tasks, task, {
    ...values,
    ...searchColumns({ ...task, ...values }),
    ...completion(ctx, values.status ?? task.status, task.completedAt),
  })
  await notifyAssignee(ctx, [task], [after])
  return taskWithNames(ctx, task.id)
}

/** Whether these changes set nothing but the status, which needs fewer rights than an edit. */
export const setsOnlyStatus = (changes: object) => Object.keys(changes).every((name) => name === 'status')
