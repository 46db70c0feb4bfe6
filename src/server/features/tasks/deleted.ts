import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { may } from '../../../shared/permissions.ts'
import { MAX_TASK_PAGE_SIZE, type TaskQuery } from '../../../shared/task-query.ts'
import type { Task, TaskPage, tasksApi } from '../../../shared/tasks.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, invalidFields, notFound } from '../../base/errors.ts'
import { restorableTasks, roleMustBeAllowed } from '../../core/access/access.ts'
import { type Context, JsonText, type OpenContext } from '../../core/context.ts'
import { allOf } from '../../core/counts/task-counts.ts'
import { asJson, taskColumns, taskWithNames } from '../../core/tasks/rows.ts'
import { restoreLimit } from '../../core/write/restore-limit.ts'
import { update } from '../../core/write/write.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { pageJson } from './pages.ts'
import { followProblems } from './problems/follow.ts'

/**
 * Tasks that were deleted within the last 30 days and that the viewer may restore, newest deletion first. Throws 400
 * for a filter or a sort, which this list does not have, 403 when the viewer's role restores nothing.
 */
export async function listDeleted(
  ctx: Context,
  { deleted: _, departmentId, limit = MAX_TASK_PAGE_SIZE, offset = 0, ...others }: TaskQuery,
): Promise<JsonText<TaskPage>> {
  roleMustBeAllowed(ctx, 'task:restore')
  const faults = Object.keys(others).map((path) => ({
    path,
    message: msg('The list of deleted tasks does not know this filter'),
  }))
  if (faults.length > 0) throw invalidFields(faults)
  const recent = sql`${tasks.deletedAt} > ${restoreLimit(ctx.now)}`
  const ofDepartment = departmentId ? [sql`${tasks.departmentId} = ${departmentId}`] : []
  const restorable = sql`from ${tasks} where ${allOf([recent, restorableTasks(ctx), ...ofDepartment])}`
  const page = sql`select ${taskColumns} ${restorable} order by ${tasks.deletedAt} desc, ${tasks.id} desc limit ${limit} offset ${offset}`
  const [rows, totals] = await Promise.all([
    ctx.db.execute<{ task: string }>(sql`${asJson(page)} order by page.deleted_at desc, page.id desc`),
    ctx.db.execute<{ total: number }>(sql`select count(*)::int as total ${restorable}`),
  ])
  const found = rows.rows.map(({ task }) => task)
  return new JsonText(pageJson({ tasks: found, next: null }, totals.rows[0]?.total ?? 0))
}

/**
 * Restores a deleted task: the same row, for those who may delete it. Throws 404 after 30 days or when the viewer may
 * not see the task, 403 when they may not restore it.
 */
export async function restoreTask(ctx: Context, { params }: Input<typeof tasksApi.restore>): Promise<Task> {
  const [task] = await ctx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, params.id), gt(tasks.deletedAt, restoreLimit(ctx.now))))
    .for('update')
  if (!task || !may(ctx.viewer, 'task:read', task)) throw notFound(msg('There is no such deleted task'))
  if (!may(ctx.viewer, 'task:restore', task)) throw forbidden()
  const restored = await update(ctx, tasks, task, { deletedAt: null }, 'restore')
  await followProblems(ctx, [task], [restored])
  return taskWithNames(ctx, task.id)
}

/** Removes the rows of tasks that were deleted more than 30 days ago. Their audit entries stay. */
export const purgeDeletedTasks = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, tasks, lt(tasks.deletedAt, restoreLimit(now)), signal)
