import type { HandoverItem } from './handovers.ts'
import type { Notification } from './notifications.ts'
import type { FilterValues } from './task-filter.ts'
import { shownStatus } from './task-status.ts'
import type { Task } from './tasks.ts'
import type { ItemSection, TaskSection, Today } from './today.ts'

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
  /** Tasks and other items that they have received and not done. */
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
  task: FilterValues | null | undefined,
  at: number,
  { viewerId, dayEnds, departmentId }: WorkOf,
): Exclude<WaitingKind, 'urgent' | 'asked' | 'to_read'> | 'free' | null {
  if (!task || task.status === 'completed') return null
  if (task.assigneeId === null) {
    const isSeen = departmentId !== undefined && (departmentId === null || departmentId === task.departmentId)
    return !isSeen ? null : task.kind === 'problem' ? 'waiting' : 'free'
  }
  if (task.assigneeId !== viewerId) return null
  if (isBegun(task)) return 'now'
  return task.isReceived ? 'handed_over' : kindByDueDate(task, at, dayEnds)
}

/** A task's kind by its due date alone, with due dates before `at` (in milliseconds) passed. */
export function kindByDueDate(task: Pick<FilterValues, 'status' | 'dueDate'>, at: number, dayEnds: string) {
  if (shownStatus(task, at) === 'overdue') return 'overdue'
  return task.dueDate !== null && Date.parse(task.dueDate) < Date.parse(dayEnds) ? 'due_today' : 'also_mine'
}

/** Whether a person works on a task of theirs: it is in progress, or a problem that they have taken. */
export const isBegun = ({ status, kind }: Pick<FilterValues, 'status' | 'kind'>) =>
  status === 'in_progress' || kind === 'problem'

/** Whether a problem that nobody has taken cannot wait. */
export const isUrgentProblem = ({ kind, priority }: Pick<FilterValues, 'kind' | 'priority'>) =>
  kind === 'problem' && priority === 'high'

/** Whether something that was handed over cannot wait. */
export const isUrgentHandover = ({ severity }: Pick<HandoverItem, 'severity'>) => severity === 'urgent'

/** Waiting things of one kind: urgent messages, tasks and handed-over items, each with how many there are. */
export interface WaitingPart {
  messages: Notification[]
  tasks: TaskSection
  items: ItemSection
}

const countOf = ({ messages, tasks, items }: WaitingPart) => messages.length + tasks.total + items.total

/**
 * The parts of Today by kind; `waitingKinds` is their order. Urgent things stand in `urgent` and nowhere else. A reply
 * that a device has kept may come from an older server, which had fewer sections.
 */
export function partsOfToday(today: Partial<Today>): Record<Exclude<WaitingKind, 'to_read'>, WaitingPart> {
  const none: TaskSection & ItemSection = { tasks: [], items: [], total: 0 }
  const { offered = none, urgentMessages = [] } = today
  const problems = today.problems ?? none
  const items = offered.items.filter(isUrgentHandover)
  const tasks = problems.tasks.filter(isUrgentProblem)
  const ofTasks = (tasks: TaskSection = none): WaitingPart => ({ messages: [], tasks, items: none })
  const ofItems = (items: ItemSection = none): WaitingPart => ({ messages: [], tasks: none, items })
  return {
    urgent: {
      messages: urgentMessages,
      tasks: { tasks, total: tasks.length },
      items: { items, total: items.length },
    },
    now: ofTasks(today.now),
    handed_over: { ...ofItems(today.handedOver), tasks: today.received ?? none },
    asked: ofItems(today.asked),
    waiting: {
      messages: [],
      tasks: { tasks: without(problems.tasks, tasks), total: problems.total - tasks.length },
      items: { items: without(offered.items, items), total: offered.total - items.length },
    },
    overdue: ofTasks(today.overdue),
    due_today: ofTasks(today.dueToday),
    also_mine: ofTasks(today.open),
  }
}

const without = <T>(all: readonly T[], some: readonly T[]) => all.filter((each) => !some.includes(each))

/** Whether nothing waits for the person: all that there is has time. */
export const isFree = ({ also_mine: _, ...parts }: ReturnType<typeof partsOfToday>) =>
  Object.values(parts).every((part) => countOf(part) === 0)

/** A person's own tasks that are not done, by kind and due date: begun ones, and the others. */
export function inOrder<T extends Task>(tasks: readonly T[], at: number, work: WorkOf): { begun: T[]; others: T[] } {
  const placed = tasks.flatMap((task) => {
    const kind = kindOfTask(task, at, work)
    const due = task.dueDate === null ? Number.POSITIVE_INFINITY : Date.parse(task.dueDate)
    return kind === null || kind === 'free' ? [] : [{ task, place: waitingKinds.indexOf(kind), due }]
  })
  placed.sort((a, b) => a.place - b.place || compare(a.due, b.due) || a.task.id - b.task.id)
  const all = placed.map(({ task }) => task)
  return { begun: all.filter(isBegun), others: all.filter((task) => !isBegun(task)) }
}

/** Infinities too, whose difference is no number. */
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
