export const statuses = ['pending', 'in_progress', 'completed', 'overdue'] as const
export type Status = (typeof statuses)[number]
export const priorities = ['low', 'medium', 'high'] as const
export type Priority = (typeof priorities)[number]

/**
 * The status that people see: overdue once the due date has passed, unless the task is completed. `now` is in
 * milliseconds. The same rule in SQL is `shownStatusSql` in the server's `task-counts.ts`; a test compares the two.
 */
export const shownStatus = (task: { status: Status; dueDate: string | null }, now: number): Status =>
  task.status !== 'completed' && task.dueDate !== null && Date.parse(task.dueDate) < now ? 'overdue' : task.status
