import type { Outcome } from '../../../shared/task-kinds.ts'
import type { Status } from '../../../shared/task-status.ts'
import type { TaskChanges } from '../../../shared/tasks.ts'
import type { Context } from '../../core/context.ts'
import type { tasks } from '../../db/tables/tasks.ts'

/** Columns of a task that follow from its other fields. */

type TaskRow = typeof tasks.$inferSelect

/** When the task was completed: a task that is completed already keeps its time, any other status clears it. */
export const completion = (ctx: Context, status: Status, completedAt: string | null) => ({
  completedAt: status === 'completed' ? (completedAt ?? ctx.now.toISOString()) : null,
})

/** The outcome of a completed occurrence: done, or late if it was due before. Other tasks have none. */
export const outcomeOf = (task: Pick<TaskRow, 'kind' | 'dueDate' | 'completedAt'>): Outcome | null => {
  if (task.kind !== 'routine' || task.completedAt === null) return null
  return task.dueDate !== null && task.completedAt > task.dueDate ? 'late' : 'done'
}

/** Since when the assignee has the task, and that it is not from a handover, if these changes give it away. */
export const takenBy = (
  { now }: Context,
  after: Pick<TaskChanges, 'assigneeId'>,
  before?: Pick<TaskRow, 'assigneeId'>,
): { takenAt?: string | null; isReceived?: false } =>
  after.assigneeId === undefined || after.assigneeId === (before?.assigneeId ?? null)
    ? {}
    : { takenAt: after.assigneeId === null ? null : now.toISOString(), isReceived: false }

/** The page in a procedure goes with the procedure: another one begins at its first page, unless a page is named. */
export const procedureColumns = (after: Pick<TaskChanges, 'sopId' | 'sopPage'>, before?: Pick<TaskRow, 'sopId'>) =>
  after.sopId !== undefined && after.sopId !== (before?.sopId ?? null) ? { sopPage: after.sopPage ?? null } : {}

/** Each tag once, in the order sent. */
export const uniqueTags = (tags: string[]) => [...new Set(tags)]
