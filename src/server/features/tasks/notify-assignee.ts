import type { Context } from '../../core/context.ts'
import type { tasks } from '../../db/tables/tasks.ts'
import { notify } from '../notifications.ts'

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
  const { firstName, lastName } = ctx.viewer
  const isOne = assigned.length === 1
  await notify(ctx, [first.assigneeId], {
    type: 'task',
    title: isOne ? 'New task for you' : `${assigned.length} new tasks for you`,
    message: `${firstName} ${lastName} assigned you "${first.title}"${isOne ? '' : ` and ${assigned.length - 1} more`}`,
    ...(isOne && { taskId: first.id }),
  })
}
