import { problemsApi } from '../../shared/problems.ts'
import type { Task } from '../../shared/tasks.ts'
import type { Patches } from './reply-patches.ts'
import type { ReplyContext } from './row-changes.ts'
import { type Changed, READ_AGAIN, type TaskChange } from './task-changes.ts'

interface Reports {
  problems: Task[]
  next: number | null
}

/** Applies a change of a task to the viewer's reports. Only the server knows where new and gone ones stand. */
export function changeReports(
  reports: Reports,
  { id, row }: TaskChange,
  _query: object,
  { viewerId }: ReplyContext,
): Changed<Reports> {
  const at = reports.problems.findIndex((task) => task.id === id)
  const known = reports.problems[at]
  if (!known) return id === null || (row?.kind === 'problem' && row.creatorId === viewerId) ? READ_AGAIN : reports
  if (!row) return READ_AGAIN
  if (known.updatedAt > row.updatedAt) return reports
  return { ...reports, problems: reports.problems.with(at, row) }
}

/** How changes of tasks change one's own reports. */
export const reportPatches: Patches = [[problemsApi.list, changeReports]]
