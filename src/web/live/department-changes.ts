import type { FilterValues } from '../../shared/task-filter.ts'
import { type DepartmentToday, todayDepartmentApi } from '../../shared/today-department.ts'
import type { Patches } from './reply-patches.ts'
import { type Changed, READ_AGAIN, type ReplyState, type TaskChange } from './task-changes.ts'

/**
 * Applies a change of a task to the part about a department. It is read again for occurrences, problems that
 * nobody has taken and overdue tasks of the department, before or after the change, and for tasks that it shows. All
 * other changes of tasks leave it as it is.
 */
export function changeDepartment(
  day: DepartmentToday,
  { id, before, after, fellDue }: TaskChange,
  _query: object,
  { shownBefore }: Pick<ReplyState, 'shownBefore'>,
): Changed<DepartmentToday> {
  const waits = ({ routineId, kind, assigneeId, status, dueDate }: FilterValues) =>
    Boolean(routineId) ||
    (kind === 'problem' && assigneeId === null) ||
    (status !== 'completed' && (status === 'overdue' || (dueDate !== null && Date.parse(dueDate) < shownBefore)))
  const concerns = [before, after].some(
    (task) => task && task.departmentId === day.department.id && (fellDue || waits(task)),
  )
  return id === null || concerns || shows(day, id) ? READ_AGAIN : day
}

const shows = ({ missed, problems, overdue, handovers }: DepartmentToday, id: TaskChange['id']) =>
  [...problems.tasks, ...overdue.tasks].some((task) => task.id === id) ||
  missed.items.some(({ taskId }) => taskId === id) ||
  handovers.items.some(({ task }) => task?.id === id)

/** How changes of tasks change it. */
export const departmentPatches: Patches = [[todayDepartmentApi.read, changeDepartment]]
