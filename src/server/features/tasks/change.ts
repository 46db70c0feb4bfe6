import type { Input } from '../../../shared/endpoint.ts'
import { fold } from '../../../shared/fold.ts'
import type { Status, Task, TaskChanges, tasksApi } from '../../../shared/tasks.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed, projectNamedFor, taskFor } from '../../core/access.ts'
import { activePersonFor, departmentNamedFor } from '../../core/access-people.ts'
import type { Context } from '../../core/context.ts'
import { insert, remove, update } from '../../core/write.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { notify } from '../notifications.ts'
import { taskWithNames } from './rows.ts'
import { searchText } from './search.ts'

/** Creates a task. From a manager who names no department it goes to their own (decisions, section 6). */
export async function createTask(ctx: Context, { body }: Input<typeof tasksApi.create>): Promise<Task> {
  const own = ctx.viewer.role === 'manager' ? ctx.viewer.departmentId : null
  const departmentId = body.departmentId === undefined ? own : body.departmentId
  const values = { ...body, departmentId, tags: tidyTags(body.tags ?? []) }
  mustBeAllowed(ctx, 'task:create', values)
  await checkBelongings(ctx, values)
  const task = await insert(ctx, tasks, {
    ...values,
    ...derived(values),
    ...completion(ctx, values.status ?? 'pending', null),
    creatorId: ctx.viewer.id,
  })
  await notifyAssignee(ctx, task, null)
  return taskWithNames(ctx, task.id)
}

/**
 * Changes the fields sent. Who may not edit the task may still set its status; moving it to another department must be
 * allowed there too. With `updatedAt` of an older state: 409.
 */
export async function updateTask(ctx: Context, { params, body }: Input<typeof tasksApi.update>): Promise<Task> {
  const { updatedAt, ...changes } = body
  const task = await taskFor(ctx, params.id, setsOnlyStatus(changes) ? 'task:set-status' : 'task:update')
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(task.updatedAt)) {
    throw conflict('edited_meanwhile', 'Somebody else has changed this task meanwhile')
  }
  const values = changes.tags ? { ...changes, tags: tidyTags(changes.tags) } : changes
  if (!setsOnlyStatus(values)) {
    mustBeAllowed(ctx, 'task:update', { ...task, ...values })
    await checkBelongings(ctx, values, task)
  }
  const after = await update(ctx, tasks, task, {
    ...values,
    ...derived({ ...task, ...values }),
    ...completion(ctx, values.status ?? task.status, task.completedAt),
  })
  await notifyAssignee(ctx, after, task.assigneeId)
  return taskWithNames(ctx, task.id)
}

/** Deletes a task: it leaves every list, and can be restored for 30 days. */
export async function deleteTask(ctx: Context, { params }: Input<typeof tasksApi.remove>): Promise<void> {
  await remove(ctx, tasks, await taskFor(ctx, params.id, 'task:delete'))
}

/** Whether nothing else than the status is to be changed: who may not edit a task may still do that. */
export const setsOnlyStatus = (changes: object) => Object.keys(changes).every((name) => name === 'status')

type Belongings = Pick<TaskChanges, 'departmentId' | 'assigneeId' | 'projectId'>

/** Checks what a task is to belong to, as far as that is new: 400 with the field, which stands `within` the body. */
export async function checkBelongings(ctx: Context, to: Belongings, from: Belongings = {}, within = '') {
  const isNew = (name: keyof Belongings) => to[name] !== undefined && to[name] !== from[name]
  if (isNew('departmentId') && to.departmentId) await departmentNamedFor(ctx, to.departmentId, `${within}departmentId`)
  if (isNew('assigneeId') && to.assigneeId) await activePersonFor(ctx, to.assigneeId, `${within}assigneeId`)
  if (isNew('projectId') && to.projectId) await projectNamedFor(ctx, to.projectId, `${within}projectId`)
}

/** Completing a task stores when; leaving that status clears it. The one place for every way in. */
export const completion = (ctx: Context, status: Status, completedAt: string | null) => ({
  completedAt: status === 'completed' ? (completedAt ?? ctx.now.toISOString()) : null,
})

const tidyTags = (tags: string[]) => [...new Set(tags)]

const derived = (task: { title: string; description?: string | null; tags?: string[] }) => ({
  foldedTitle: fold(task.title),
  searchText: searchText(task),
})

/** Being given a task by somebody else makes a notification. */
async function notifyAssignee(ctx: Context, task: typeof tasks.$inferSelect, before: string | null) {
  if (task.assigneeId === null || task.assigneeId === before || task.assigneeId === ctx.viewer.id) return
  const { firstName, lastName } = ctx.viewer
  await notify(ctx, [task.assigneeId], {
    type: 'task',
    title: 'New task for you',
    message: `${firstName} ${lastName} assigned you "${task.title}"`,
    taskId: task.id,
  })
}
