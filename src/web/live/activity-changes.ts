import { ACTIVITIES, type Activity, dashboardApi } from '../../shared/dashboard.ts'
import { matches } from '../../shared/task-filter.ts'
import type { Patches } from './reply-patches.ts'
import { type Changed, READ_AGAIN, type ReplyState, type TaskChange } from './task-changes.ts'

/** The latest activity after a change of a task. Added ids are below 0: only the audit log knows its own. */
export function changeActivity(
  newest: Activity[],
  change: TaskChange,
  query: { departmentId?: number },
  { timeZone }: Pick<ReplyState, 'timeZone'>,
): Changed<Activity[]> {
  const { id, verb, by, before, after, fellDue, row, at = 0, position = 0 } = change
  if (fellDue) return newest
  const isShown = (filterValues: typeof after | null) =>
    filterValues != null && matches(query, filterValues, { timeZone, now: at })
  const ofTask = newest.filter(({ taskId }) => taskId === id)
  if (!isShown(row)) return ofTask.length > 0 ? READ_AGAIN : newest
  // Earlier activity on a task comes into view, or goes, with the task.
  if (!row || !verb || !by || !isShown(after) || (verb !== 'create' && !isShown(before))) return READ_AGAIN
  const createdAt = new Date(at).toISOString()
  const isCompleted = after?.status === 'completed' && before?.status !== 'completed'
  const kind = isCompleted ? 'completed' : verb === 'create' ? 'created' : 'updated'
  const named = newest.map((activity) =>
    activity.taskId === id && activity.title !== row.title ? { ...activity, title: row.title } : activity,
  )
  if (ofTask.some((activity) => activity.createdAt === createdAt)) return named
  const entry: Activity = { id: -position, kind, taskId: row.id, title: row.title, ...by, createdAt }
  const place = named.findIndex((activity) => activity.createdAt <= createdAt)
  return named.toSpliced(place === -1 ? named.length : place, 0, entry).slice(0, ACTIVITIES)
}

/** How changes of tasks change the recent activity. */
export const activityPatches: Patches = [[dashboardApi.activity, changeActivity]]
