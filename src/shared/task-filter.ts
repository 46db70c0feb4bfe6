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

/** What each filter asks of a task. A filter that is missing here does not compile. */
const tests: {
  [Name in keyof Required<FacetFilter>]: (
    wanted: NonNullable<FacetFilter[Name]>,
    task: TaskFacets,
    timeZone: string,
  ) => boolean
} = {
  departmentId: (id, task) => task.departmentId === id,
  priority: (priority, task) => task.priority === priority,
  assigneeId: (id, task) => task.assigneeId === id,
  projectId: (id, task) => task.projectId === id,
  completedFrom: (date, { completedAt }, timeZone) => completedAt !== null && isFrom(completedAt, date, timeZone),
  completedTo: (date, { completedAt }, timeZone) => completedAt !== null && isUpTo(completedAt, date, timeZone),
  createdFrom: (date, { createdAt }, timeZone) => isFrom(createdAt, date, timeZone),
  createdTo: (date, { createdAt }, timeZone) => isUpTo(createdAt, date, timeZone),
}

type AnyTest = (wanted: unknown, task: TaskFacets, timeZone: string) => boolean
const allTests = Object.entries(tests) as [keyof FacetFilter, AnyTest][]

/**
 * Whether a task that somebody may see belongs to a list with this filter. Its counterpart in SQL is `selectionOf` in the
 * server's `features/tasks/pages.ts`; a test holds the two against each other.
 */
export const matches = (filter: FacetFilter, task: TaskFacets, timeZone: string): boolean =>
  allTests.every(([name, test]) => filter[name] === undefined || test(filter[name], task, timeZone))

/** Whether a time lies on this day of the deployment's time zone, or later. */
const isFrom = (time: string, date: string, timeZone: string) =>
  Date.parse(time) >= Date.parse(instantOf(date, '00:00', timeZone))

/** Whether a time lies on this day of the deployment's time zone, or earlier. */
const isUpTo = (time: string, date: string, timeZone: string) =>
  Date.parse(time) <= Date.parse(instantOf(date, '', timeZone))
