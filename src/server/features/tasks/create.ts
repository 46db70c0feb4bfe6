import type { Input } from '../../../shared/endpoint.ts'
import type { Task, tasksApi } from '../../../shared/tasks.ts'
import { invalidFields } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { insertSteps } from '../../core/tasks/insert-steps.ts'
import { taskWithNames } from '../../core/tasks/rows.ts'
import { faultsOfStep } from '../../core/tasks/step-faults.ts'
import { searchColumns } from '../../core/write/search-text.ts'
import { insert } from '../../core/write/write.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { currentRevision, noteCompletions } from './complete.ts'
import { completion, takenBy, uniqueTags } from './derived-columns.ts'
import { notifyAssignee } from './notify-assignee.ts'
import { checkReferences } from './references.ts'

/**
 * Creates a task. If a manager names no department, the task goes to their own: that is the one they mean nearly
 * always. `null` means no department. Throws 400 for a department, person or project that does not exist and for a step
 * whose limits do not fit, 403 where the viewer may not create.
 */
export async function createTask(ctx: Context, { body }: Input<typeof tasksApi.create>): Promise<Task> {
  const ownDepartment = ctx.viewer.role === 'manager' ? ctx.viewer.departmentId : null
  const departmentId = body.departmentId === undefined ? ownDepartment : body.departmentId
  const { steps = [], ...fields } = body
  const values = { ...fields, departmentId, tags: uniqueTags(body.tags ?? []) }
  const faults = steps.flatMap((step, at) => faultsOfStep(step, `steps.${at}.`))
  if (faults.length > 0) throw invalidFields(faults)
  mustBeAllowed(ctx, 'task:create', values)
  await checkReferences(ctx, values)
  const task = await insert(ctx, tasks, {
    ...values,
    ...searchColumns(values),
    ...completion(ctx, values.status ?? 'pending', null),
    ...takenBy(ctx, values),
    sopRevision: values.status === 'completed' ? await currentRevision(ctx, values.sopId ?? null) : null,
    creatorId: ctx.viewer.id,
    stepsTotal: steps.length,
  })
  await insertSteps(ctx, task.id, steps)
  if (task.status === 'completed') await noteCompletions(ctx, [task])
  await notifyAssignee(ctx, [], [task])
  return taskWithNames(ctx, task.id)
}
