import type { BoardFilter, Task } from './tasks.ts'
import { instantOf } from './time.ts'

/** By what lists and counts know a task, besides its words. */
export type TaskFacets = Pick<
  Task,
  'status' | 'priority' | 'projectId' | 'assigneeId' | 'departmentId' | 'dueDate' | 'completedAt' | 'createdAt'
>

/** The facets of a task, or of its row; null when it has been deleted, so that no list shows it. */
export function facetsOf(task: TaskFacets & { deletedAt: string | null }): TaskFacets | null {
  if (task.deletedAt !== null) return null
  const { status, priority, projectId, assigneeId, departmentId, dueDate, completedAt, createdAt } = task
  return { status, priority, projectId, assigneeId, departmentId, dueDate, completedAt, createdAt }
}

/** What narrows a list, besides the status that is shown and the words that are searched for. */
type FacetFilter = Omit<BoardFilter, 'status' | 'search'>

/**
 * Whether a task that somebody may see belongs to a list with this filter. Its counterpart in SQL is `selectionOf` in the
 * server's `features/tasks/pages.ts`; a test holds the two against each other.
 */
export function matches(filter: FacetFilter, task: TaskFacets, timeZone: string): boolean {
  const { departmentId, priority, assigneeId, projectId, completedFrom, completedTo, createdFrom, createdTo } = filter
  return (
    (departmentId === undefined || task.departmentId === departmentId) &&
    (priority === undefined || task.priority === priority) &&
    (assigneeId === undefined || task.assigneeId === assigneeId) &&
    (projectId === undefined || task.projectId === projectId) &&
    isOnDays(task.completedAt, completedFrom, completedTo, timeZone) &&
    isOnDays(task.createdAt, createdFrom, createdTo, timeZone)
  )
}

/** Whether a time lies on these days, both included, in the deployment's time zone. */
function isOnDays(time: string | null, from: string | undefined, to: string | undefined, timeZone: string) {
  if (from === undefined && to === undefined) return true
  if (time === null) return false
  const at = Date.parse(time)
  return (
    (from === undefined || at >= Date.parse(instantOf(from, '00:00', timeZone))) &&
    (to === undefined || at <= Date.parse(instantOf(to, '', timeZone)))
  )
}
