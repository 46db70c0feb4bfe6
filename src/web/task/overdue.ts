import { shownStatus } from '../../shared/task-status.ts'
import type { Task } from '../../shared/tasks.ts'
import { serverNow } from '../server-time.ts'
import { useTicking } from '../ui/now.ts'

/** `isLate` of a task that is not closed, as time goes by. The server also announces each task that falls due. */
export const useIsLate = (task: Task) => useTicking((now) => !task.closedAt && isLate(task, now))

/** Whether a task's due date is past and it is not completed. */
export const isLate = (task: Pick<Task, 'status' | 'dueDate'>, now = serverNow()) =>
  task.dueDate !== null && task.status !== 'completed' && Date.parse(task.dueDate) < now

/** The status that people see now: see `shownStatus` in the contract. */
export const shownStatusNow = (task: Pick<Task, 'status' | 'dueDate'>) => shownStatus(task, serverNow())
