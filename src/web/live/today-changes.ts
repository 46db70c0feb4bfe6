import { type Due, dashboardApi } from '../../shared/dashboard.ts'
import type { TaskFacets } from '../../shared/task-filter.ts'
import { shownStatus } from '../../shared/task-status.ts'
import type { Task } from '../../shared/tasks.ts'
import { type TaskSection, TODAY_ITEMS, type Today, todayApi } from '../../shared/today.ts'
import type { Patches } from './reply-patches.ts'
import type { ReplyContext } from './row-changes.ts'
import { type Changed, READ_AGAIN, type ReplyState, type TaskChange } from './task-changes.ts'

/** How a change of a task changes Today, and the counts that lead there. The counterpart in SQL is `core/counts/own-tasks.ts`. */

const names = ['overdue', 'dueToday', 'open', 'unassigned'] as const
type Name = (typeof names)[number]

/** What decides in which section a task stands, besides the task. */
interface Frame {
  viewerId: string
  dayEnds: string
  /** Absent where nothing without an assignee is shown. Without a department it is that of all. */
  unassigned?: { department: { id: number } | null } | null
}

/** The section in which a task stands, with due dates before `at` passed; null for one that stands in none. */
function sectionOf(task: TaskFacets | null | undefined, at: number, { viewerId, dayEnds, unassigned }: Frame) {
  if (!task || task.status === 'completed') return null
  if (task.assigneeId === null) {
    const isShown = unassigned && (!unassigned.department || unassigned.department.id === task.departmentId)
    return isShown ? 'unassigned' : null
  }
  if (task.assigneeId !== viewerId) return null
  if (shownStatus(task, at) === 'overdue') return 'overdue'
  return task.dueDate !== null && Date.parse(task.dueDate) < Date.parse(dayEnds) ? 'dueToday' : 'open'
}

/** From where to where a task moves in the counts; `READ_AGAIN` when only the server can tell. */
function moveOf(change: TaskChange, frame: Frame, { dueBefore, isCounted }: ReplyState) {
  const { before, after, fellDue, at = 0 } = change
  const sectionAt = (task: TaskFacets | undefined) => sectionOf(task, dueBefore, frame)
  const [from, to] = fellDue ? [sectionAt(after), afterDue(sectionAt(after))] : [sectionAt(before), sectionAt(after)]
  if (from === to) return from !== null && isOver(frame, at) ? READ_AGAIN : null
  // What falls due is counted by time, so a reply that has seen the announcement may count the task either way.
  if (isOver(frame, at) || isCounted === undefined || (fellDue && isCounted)) return READ_AGAIN
  return isCounted ? null : { from, to }
}

const afterDue = (section: Name | null) => (section === 'dueToday' ? 'overdue' : section)
/** Whether the day of the reply has ended. */
const isOver = ({ dayEnds }: Frame, at: number) => at >= Date.parse(dayEnds)

/** By when a task is due, as a number. A problem that nobody has taken stands before whatever is due. */
function dueOrNever({ assigneeId, dueDate, kind }: Task) {
  if (assigneeId === null && kind === 'problem') return Number.NEGATIVE_INFINITY
  return dueDate === null ? Number.POSITIVE_INFINITY : Date.parse(dueDate)
}
const standsBefore = (task: Task, other: Task) =>
  dueOrNever(task) < dueOrNever(other) || (dueOrNever(task) === dueOrNever(other) && task.id < other.id)

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
  const frame: Frame = { ...today, viewerId: state.viewerId }
  const move = moveOf(change, frame, state)
  if (move === READ_AGAIN) return READ_AGAIN
  const target = sectionOf(row, state.shownBefore, frame)
  const known = names.flatMap((name) => today[name]?.tasks ?? []).find((task) => task.id === id)
  const isKept = row !== null && known !== undefined && known.updatedAt > row.updatedAt
  let changed = today
  for (const name of names) {
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
  const move = moveOf(change, { dayEnds: due.dayEnds, viewerId: state.viewerId }, state)
  if (move === READ_AGAIN) return READ_AGAIN
  const difference = (name: Name) => Number(move?.to === name) - Number(move?.from === name)
  const [overdue, dueToday] = [difference('overdue'), difference('dueToday')]
  if (overdue === 0 && dueToday === 0) return due
  return { ...due, overdue: due.overdue + overdue, dueToday: due.dueToday + dueToday }
}

/** How changes of tasks change Today. */
export const todayPatches: Patches = [[todayApi.read, changeToday]]
/** How they change the counts that lead there. */
export const duePatches: Patches = [[dashboardApi.due, changeDue]]
