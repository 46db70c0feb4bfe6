import type { NotificationFact } from '../../base/words/notification-words.ts'
import type { Context } from '../../core/context.ts'
import type { tasks } from '../../db/tables/tasks.ts'
import { fullName, notifyEach } from '../notifications/notify.ts'
import { withdrawAbout } from '../notifications/read.ts'

type TaskRow = typeof tasks.$inferSelect

/**
 * Notifies the assignees of tasks that are new to them: one notification each, however many tasks. There is none for
 * tasks that the assignee had before, and none for people who assign tasks to themselves.
 */
export async function notifyAssignee(ctx: Context, befores: TaskRow[], afters: TaskRow[]) {
  const assigneesBefore = new Map(befores.map((task) => [task.id, task.assigneeId]))
  // The former assignee no longer reads that the task is theirs.
  const moved = afters.filter(({ id, assigneeId }) => assigneeId !== assigneesBefore.get(id))
  await withdrawAbout(
    ctx,
    moved.filter(({ id }) => assigneesBefore.get(id)).map(({ id }) => id),
    ['task-assigned'],
  )
  const assigned = afters.filter(
    ({ id, assigneeId }) =>
      assigneeId !== null && assigneeId !== assigneesBefore.get(id) && assigneeId !== ctx.viewer.id,
  )
  const byAssignee = new Map<string, TaskRow[]>()
  for (const task of assigned) {
    const assigneeId = task.assigneeId ?? ''
    const own = byAssignee.get(assigneeId)
    if (own) own.push(task)
    else byAssignee.set(assigneeId, [task])
  }
  await notifyEach(
    ctx,
    [...byAssignee].map(([assigneeId, tasks]) => ({ recipients: [assigneeId], fact: factOf(ctx, tasks) })),
  )
}

/** The news about tasks that one person was assigned. There is one at least. */
function factOf(ctx: Context, [first, ...others]: TaskRow[]): NotificationFact {
  if (!first) throw new Error('There are no tasks to tell of')
  const params = { by: fullName(ctx.viewer), title: first.title }
  return others.length === 0
    ? { kind: 'task-assigned', params, subject: { type: 'task', id: first.id } }
    : { kind: 'task-assigned-many', params: { ...params, count: others.length + 1 }, subject: null }
}
