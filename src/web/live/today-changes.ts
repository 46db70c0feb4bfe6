import { type Due, dashboardApi } from '../../shared/dashboard.ts'
import type { FilterValues } from '../../shared/task-filter.ts'
import type { Task } from '../../shared/tasks.ts'
import {
  type TaskSection,
  type TaskSectionName,
  TODAY_ITEMS,
  type Today,
  taskSections,
  todayApi,
} from '../../shared/today.ts'
import { isUrgentProblem, kindByDueDate, kindOfTask, type WorkOf } from '../../shared/waiting.ts'
import type { Patches } from './reply-patches.ts'
import type { ReplyContext } from './row-changes.ts'
import { type Changed, READ_AGAIN, type ReplyState, type TaskChange } from './task-changes.ts'

/** Applies a change of a task to Today and its counts. The SQL counterpart is `core/counts/own-tasks.ts`. */

/** The section of each kind of waiting task. */
const sections = {
  now: 'now',
  handed_over: 'received',
  waiting: 'problems',
  overdue: 'overdue',
  due_today: 'dueToday',
  also_mine: 'open',
  free: 'unassigned',
} as const satisfies Record<string, TaskSectionName>

/** The section of Today in which a task stands, with due dates before `at` passed; null for one that stands in none. */
function sectionOf(task: FilterValues | null | undefined, at: number, work: WorkOf): TaskSectionName | null {
  const kind = kindOfTask(task, at, work)
  return kind && sections[kind]
}

/** By when one's own task is due; null for one that is completed or not one's own. */
function dueOf(
  task: FilterValues | undefined,
  at: number,
  { viewerId, dayEnds }: WorkOf,
): 'overdue' | 'dueToday' | null {
  if (!task || task.assigneeId !== viewerId || task.status === 'completed') return null
  const kind = kindByDueDate(task, at, dayEnds)
  return kind === 'also_mine' ? null : sections[kind]
}

/** From where to where a task moves in the counts; `READ_AGAIN` when only the server can tell. */
function moveOf<Section extends string>(
  { before, after, fellDue, at = 0 }: TaskChange,
  frame: WorkOf,
  { dueBefore, isCounted }: ReplyState,
  placeOf: (task: FilterValues | undefined, at: number, frame: WorkOf) => Section | null,
) {
  const placeAt = (task: FilterValues | undefined) => placeOf(task, dueBefore, frame)
  const place = placeAt(after)
  const [from, to] = fellDue ? [place, place === 'dueToday' ? 'overdue' : place] : [placeAt(before), place]
  if (from === to) return from !== null && isOver(frame, at) ? READ_AGAIN : null
  // A task that falls due is counted by time, so a reply that has seen the announcement may count the task either way.
  if (isOver(frame, at) || isCounted === undefined || (fellDue && isCounted)) return READ_AGAIN
  return isCounted ? null : { from, to }
}

/** Whether the day of the reply has ended. */
const isOver = ({ dayEnds }: WorkOf, at: number) => at >= Date.parse(dayEnds)

/** A task's order in its section: by its due date; an unassigned problem by the time of its report. */
function placeOfTask(task: Task) {
  const { assigneeId, dueDate, kind, createdAt } = task
  if (assigneeId === null && kind === 'problem')
    return isUrgentProblem(task) ? Number.NEGATIVE_INFINITY : Date.parse(createdAt)
  return dueDate === null ? Number.POSITIVE_INFINITY : Date.parse(dueDate)
}
const standsBefore = (task: Task, other: Task) =>
  placeOfTask(task) < placeOfTask(other) || (placeOfTask(task) === placeOfTask(other) && task.id < other.id)

/** The first tasks of a section with the row at its place, or without it when there is none. */
function withRow({ tasks, total }: TaskSection, id: TaskChange['id'], row: Task | null): Task[] {
  const known = tasks.find((task) => task.id === id)
  if (!row && !known) return tasks
  const others = tasks.filter((task) => task !== known)
  if (!row) return others
  const place = others.findIndex((other) => standsBefore(row, other))
  // Behind the last that is known, there may be others before it.
  if (place === -1 && total > tasks.length) return others
  return others.toSpliced(place === -1 ? others.length : place, 0, row).slice(0, TODAY_ITEMS)
}

/** Today after a change of a task. */
export function changeToday(
  today: Today,
  change: TaskChange,
  _query: object,
  state: ReplyState & ReplyContext,
): Changed<Today> {
  const { id, row } = change
  const { dayEnds, unassigned } = today
  const frame: WorkOf = {
    dayEnds,
    viewerId: state.viewerId,
    ...(unassigned && { departmentId: unassigned.department?.id ?? null }),
  }
  const move = moveOf(change, frame, state, sectionOf)
  if (move === READ_AGAIN) return READ_AGAIN
  const target = sectionOf(row, state.shownBefore, frame)
  const known = taskSections.flatMap((name) => today[name]?.tasks ?? []).find((task) => task.id === id)
  const isKept = row !== null && known !== undefined && known.updatedAt > row.updatedAt
  let changed = today
  for (const name of taskSections) {
    const section = today[name]
    if (!section) continue
    const total = section.total + Number(move?.to === name) - Number(move?.from === name)
    const tasks = isKept ? section.tasks : withRow(section, id, target === name ? row : null)
    if (tasks === section.tasks && total === section.total) continue
    if (tasks.length !== Math.min(total, TODAY_ITEMS)) return READ_AGAIN
    changed = { ...changed, [name]: { ...section, tasks, total } }
  }
  return changed
}

/** The counts after a change of a task. */
export function changeDue(
  due: Due,
  change: TaskChange,
  _query: object,
  state: ReplyState & ReplyContext,
): Changed<Due> {
  const move = moveOf(change, { dayEnds: due.dayEnds, viewerId: state.viewerId }, state, dueOf)
  if (move === READ_AGAIN) return READ_AGAIN
  const difference = (name: 'overdue' | 'dueToday') => Number(move?.to === name) - Number(move?.from === name)
  const [overdue, dueToday] = [difference('overdue'), difference('dueToday')]
  if (overdue === 0 && dueToday === 0) return due
  return { ...due, overdue: due.overdue + overdue, dueToday: due.dueToday + dueToday }
}

/** How changes of tasks change Today. */
export const todayPatches: Patches = [[todayApi.read, changeToday]]
/** How they change the counts that lead there. */
export const duePatches: Patches = [[dashboardApi.due, changeDue]]
