import type { HandoverItem } from './handovers.ts'
import type { TaskFacets } from './task-filter.ts'
import { shownStatus } from './task-status.ts'

/**
 * Everything that waits for a person, in one order. Today, the briefing and the sheet after a clock-out follow it. The
 * counterpart in SQL is `core/counts/own-tasks.ts`.
 */

/** The kinds, the first first. */
export const waitingKinds = [
  /** It cannot wait: it is answered before anything else. */
  'urgent',
  /** Tasks that the person has begun, and problems that they have taken. */
  'now',
  /** Items that they have received and not done. */
  'handed_over',
  /** Questions to them. */
  'asked',
  /** Problems and handovers that anybody on duty in their department may take. */
  'waiting',
  'overdue',
  'due_today',
  /** These two do not wait: a person who has nothing else is free. */
  'also_mine',
  'to_read',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** The person whose work it is, and when their day ends. */
export interface WorkOf {
  viewerId: string
  dayEnds: string
  /** The department whose free tasks the person sees, or all with `null`; absent for a person who sees none. */
  departmentId?: number | null
}

/**
 * A task's kind of waiting work for a person, with due dates before `at` (in milliseconds) passed: `free` for one that
 * nobody has and that is no problem; null for one that does not wait for them.
 */
export function kindOfTask(
  task: TaskFacets | null | undefined,
  at: number,
  { viewerId, dayEnds, departmentId }: WorkOf,
): Extract<WaitingKind, 'now' | 'waiting' | 'overdue' | 'due_today' | 'also_mine'> | 'free' | null {
  if (!task || task.status === 'completed') return null
  if (task.assigneeId === null) {
    const isSeen = departmentId !== undefined && (departmentId === null || departmentId === task.departmentId)
    return !isSeen ? null : task.kind === 'problem' ? 'waiting' : 'free'
  }
  if (task.assigneeId !== viewerId) return null
  return isBegun(task) ? 'now' : kindByDueDate(task, at, dayEnds)
}

/** A task's kind by its due date alone, with due dates before `at` (in milliseconds) passed. */
export function kindByDueDate(task: Pick<TaskFacets, 'status' | 'dueDate'>, at: number, dayEnds: string) {
  if (shownStatus(task, at) === 'overdue') return 'overdue'
  return task.dueDate !== null && Date.parse(task.dueDate) < Date.parse(dayEnds) ? 'due_today' : 'also_mine'
}

/** Whether a person works on a task of theirs: it is in progress, or a problem that they have taken. */
export const isBegun = ({ status, kind }: Pick<TaskFacets, 'status' | 'kind'>) =>
  status === 'in_progress' || kind === 'problem'

/** Whether a problem that nobody has taken cannot wait. */
export const isUrgentProblem = ({ kind, priority }: Pick<TaskFacets, 'kind' | 'priority'>) =>
  kind === 'problem' && priority === 'high'

/** Whether something that was handed over cannot wait. */
export const isUrgentHandover = ({ severity }: Pick<HandoverItem, 'severity'>) => severity === 'urgent'
