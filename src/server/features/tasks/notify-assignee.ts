import type { Context } from '../../core/context.ts'
import type { tasks } from '../../db/tables/tasks.ts'
import { fullName, notify } from '../notifications.ts'

type TaskRow = typeof tasks.$inferSelect

/**
 * Notifies the assignee of tasks that are new to them: one notification, however many tasks. All tasks of a call get the same
 * assignee. There is none for tasks that the assignee had before, and none for people who assign tasks to themselves.
 */
export async function notifyAssignee(ctx: Context, befores: TaskRow[], afters: TaskRow[]) {
  const assigneesBefore = new Map(befores.map((task) => [task.id, task.assigneeId]))
  const assigned = afters.filter(
    ({ id, assigneeId }) =>
      assigneeId !== null && assigneeId !== assigneesBefore.get(id) && assigneeId !== ctx.viewer.id,
  )
  const [first] = assigned
  if (!first?.assigneeId) return
  const params = { by: fullName(ctx.viewer), title: first.title }
  await notify(
    ctx,
    [first.assigneeId],
    assigned.length === 1
      ? { kind: 'task-assigned', params, subject: { type: 'task', id: first.id } }
      : { kind: 'task-assigned-many', params: { ...params, count: assigned.length }, subject: null },
  )
}
