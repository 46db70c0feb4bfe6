import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { ManyChanges, tasksApi } from '../../../shared/tasks.ts'
import { mustBeAllowed, tasksFor } from '../../core/access.ts'
import type { Context } from '../../core/context.ts'
import { updateMany } from '../../core/write.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { notify } from '../notifications.ts'
import { checkBelongings, setsOnlyStatus } from './change.ts'

type TaskRow = typeof tasks.$inferSelect

/** Changes many tasks, all or none: each row is checked and audited, and one assignee hears of them once. */
export async function updateTasks(ctx: Context, { body }: Input<typeof tasksApi.updateMany>) {
  const { ids, changes } = body
  const onlyStatus = setsOnlyStatus(changes)
  const befores = await tasksFor(ctx, [...new Set(ids)], onlyStatus ? 'task:set-status' : 'task:update')
  if (!onlyStatus) {
    for (const before of befores) mustBeAllowed(ctx, 'task:update', { ...before, ...changes })
    await checkBelongings(ctx, changes, commonTo(befores), 'changes.')
  }
  const after = await updateMany(ctx, tasks, befores, { ...changes, ...completionOf(ctx, changes) })
  await notifyAssignee(ctx, befores, after)
  return { changed: after.length }
}

/** Deletes many tasks, all or none. */
export async function deleteTasks(ctx: Context, { body }: Input<typeof tasksApi.removeMany>): Promise<void> {
  const befores = await tasksFor(ctx, [...new Set(body.ids)], 'task:delete')
  await updateMany(ctx, tasks, befores, { deletedAt: ctx.now.toISOString() }, 'delete')
}

/** What all of them belong to already, as far as it is the same: that is not checked anew. */
function commonTo(tasks: TaskRow[]) {
  const [first] = tasks
  const common = <K extends keyof TaskRow>(name: K) =>
    tasks.every((task) => task[name] === first?.[name]) ? first?.[name] : undefined
  return {
    departmentId: common('departmentId'),
    assigneeId: common('assigneeId'),
    projectId: common('projectId'),
  }
}

/** As `completion` does for one task: what is completed already keeps its time. */
function completionOf(ctx: Context, { status }: ManyChanges['changes']): { completedAt?: SQL | null } {
  if (status === undefined) return {}
  if (status !== 'completed') return { completedAt: null }
  return { completedAt: sql`coalesce(${tasks.completedAt}, ${ctx.now.toISOString()})` }
}

async function notifyAssignee(ctx: Context, befores: TaskRow[], afters: TaskRow[]) {
  const assigneeOf = new Map(befores.map((task) => [task.id, task.assigneeId]))
  const given = afters.filter(
    ({ id, assigneeId }) => assigneeId !== null && assigneeId !== assigneeOf.get(id) && assigneeId !== ctx.viewer.id,
  )
  const [first] = given
  if (!first?.assigneeId) return
  const { firstName, lastName } = ctx.viewer
  const one = given.length === 1
  await notify(ctx, [first.assigneeId], {
    type: 'task',
    title: one ? 'New task for you' : `${given.length} new tasks for you`,
    message: `${firstName} ${lastName} assigned you "${first.title}"${one ? '' : ` and ${given.length - 1} more`}`,
    ...(one && { taskId: first.id }),
  })
}
