import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { kioskApi } from '../../../shared/kiosks.ts'
import type { Status } from '../../../shared/task-status.ts'
import type { Task, TaskChanges, tasksApi } from '../../../shared/tasks.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed, taskFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { mustHaveBeenOpen } from '../../core/tasks/closed.ts'
import { taskWithNames } from '../../core/tasks/rows.ts'
import { deviceTime } from '../../core/write/device-time.ts'
import { searchColumns } from '../../core/write/search-text.ts'
import { update } from '../../core/write/write.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { checkSteps, completedAtFor, currentRevision, noteCompletions } from './complete.ts'
import { completion, outcomeOf, procedureColumns, takenBy, uniqueTags } from './derived-columns.ts'
import { notifyAssignee } from './notify-assignee.ts'
import { followProblems } from './problems/follow.ts'
import { checkReferences } from './references.ts'

/**
 * Changes the fields sent. Anyone who sees the task may set its status; every other field needs the right to edit it,
 * also in the department that it moves to. Throws 409 when the body's `updatedAt` is not the task's, or when its status
 * would undo a change that the sender has not seen (`unseen-status.ts`): somebody else has changed it; and when it is
 * to be completed while required steps are open, unless somebody who may edit it says why; and when it is closed.
 */
export async function updateTask(ctx: Context, { params, body }: Input<typeof tasksApi.update>): Promise<Task> {
  const { updatedAt, at, was, seenAt = at && deviceTime(ctx, at), completeAnyway, ...changes } = body
  const isStatusAlone = setsOnlyStatus(changes) && completeAnyway === undefined
  const task = await taskFor(ctx, params.id, isStatusAlone ? 'task:set-status' : 'task:update')
  const isOld = updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(task.updatedAt)
  if (isOld || (await undoesUnseen(ctx, task, changes.status, { was, seenAt }))) {
    throw conflict('edited_meanwhile', msg('Somebody else has changed this task meanwhile'))
  }
  const values = {
    ...changes,
    ...(changes.tags && { tags: uniqueTags(changes.tags) }),
    ...procedureColumns(changes, task),
  }
  if (!setsOnlyStatus(values)) {
    mustBeAllowed(ctx, 'task:update', { ...task, ...values })
    await checkReferences(ctx, changes, task)
  }
  const isCompleted = values.status === 'completed' && task.status !== 'completed'
  if (isCompleted) await checkSteps(ctx, [task], completeAnyway)
  const completed = completion(
    ctx,
    values.status ?? task.status,
    isCompleted ? completedAtFor(ctx, task, at) : task.completedAt,
  )
  mustHaveBeenOpen(task, completed.completedAt)
  const after = await update(ctx, tasks, task, {
    ...values,
    ...searchColumns({ ...task, ...values }),
    ...takenBy(ctx, values, task),
    ...completed,
    closedAt: null,
    outcome: outcomeOf({ ...task, ...values, ...completed }),
    sopRevision: await revisionOf(ctx, task, values),
  })
  if (isCompleted) await noteCompletions(ctx, [after])
  await notifyAssignee(ctx, [task], [after])
  await followProblems(ctx, [task], [after])
  return taskWithNames(ctx, task.id)
}

/** Sets the status alone. Throws as `updateTask`. */
export const setTaskStatus = (ctx: Context, input: Input<typeof kioskApi.setStatus>): Promise<Task> =>
  updateTask(ctx, input)

/** The procedure's revision at the time when the task is completed. */
async function revisionOf(ctx: Context, before: typeof tasks.$inferSelect, changes: TaskChanges) {
  const { status, sopId } = { ...before, ...changes }
  if (status !== 'completed') return null
  if (before.status !== 'completed') return currentRevision(ctx, sopId)
  return sopId === before.sopId ? before.sopRevision : null
}

/** Whether these changes set nothing but the status, which needs fewer rights than an edit. */
export const setsOnlyStatus = (changes: object) => Object.keys(changes).every((name) => name === 'status')

/**
 * Whether a status would undo a change that its sender has not seen: the task has another status than the sender's page
 * showed (`was`), or somebody else has completed or reopened it since the sender looked (`seenAt`). A device that was
 * offline sends late. Completing a task that others have only begun undoes nothing.
 */
async function undoesUnseen(
  ctx: Context,
  task: Pick<typeof tasks.$inferSelect, 'id' | 'status'>,
  status: Status | undefined,
  { was, seenAt }: { was: Status | undefined; seenAt: string | undefined },
): Promise<boolean> {
  if (status === undefined || status === task.status) return false
  const onlyBegun = status === 'completed' && was !== 'completed'
  if (was !== undefined && was !== task.status && !onlyBegun) return true
  return seenAt !== undefined && isTurnedSince(ctx, task.id, seenAt)
}

/** Whether somebody else has completed or reopened the task since this time, as its history says. */
async function isTurnedSince({ db, viewer }: Context, id: number, time: string) {
  const { rows } = await db.execute(
    sql`select 1 from ${auditLogs}
      where resource_type = 'task' and resource_id = ${String(id)} and created_at > ${time}::timestamptz
        and details -> 'after' ? 'completedAt' and user_id is distinct from ${viewer.id}::uuid limit 1`,
  )
  return rows.length > 0
}
