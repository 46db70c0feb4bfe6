import { fold } from '../../../shared/fold.ts'
import type { Status } from '../../../shared/task-status.ts'
import type { TaskChanges } from '../../../shared/tasks.ts'
import type { Context } from '../../core/context.ts'
import type { tasks } from '../../db/tables/tasks.ts'
import { searchText } from './search.ts'

/** Columns of a task that follow from what was sent. */

type TaskRow = typeof tasks.$inferSelect

/** When the task was completed: a task that is completed already keeps its time, any other status clears it. */
export const completion = (ctx: Context, status: Status, completedAt: string | null) => ({
  completedAt: status === 'completed' ? (completedAt ?? ctx.now.toISOString()) : null,
})

/** The page in a procedure goes with the procedure: another one begins at its first page, unless a page is named. */
export const procedureColumns = (after: Pick<TaskChanges, 'sopId' | 'sopPage'>, before?: Pick<TaskRow, 'sopId'>) =>
  after.sopId !== undefined && after.sopId !== (before?.sopId ?? null) ? { sopPage: after.sopPage ?? null } : {}

/** The columns that lists are sorted by and searched in. */
export const searchColumns = (task: { title: string; description?: string | null; tags?: string[] }) => ({
  foldedTitle: fold(task.title),
  searchText: searchText(task),
})

/** Each tag once, in the order sent. */
export const uniqueTags = (tags: string[]) => [...new Set(tags)]
