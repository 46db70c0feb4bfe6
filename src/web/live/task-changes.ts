import type { ChangeWithRow } from '../../shared/changes.ts'
import type { Metrics } from '../../shared/dashboard.ts'
import type { Project } from '../../shared/projects.ts'
import { endsAtMidnight, type FilterValues, matches, statusesOf } from '../../shared/task-filter.ts'
import { closedOutcomes } from '../../shared/task-kinds.ts'
import {
  BOARD_PAGE,
  type BoardFilter,
  type BoardQuery,
  type BoardSort,
  boardOrders,
  MAX_TASK_PAGE_SIZE,
  type TaskQuery,
} from '../../shared/task-query.ts'
import { type Status, shownStatus, statuses } from '../../shared/task-status.ts'
import type { Board, Task, TaskPage } from '../../shared/tasks.ts'
import { boundsOf, dateOf, lastDays } from '../../shared/time/time.ts'
import { cursorAfterTask, isBehind, isBehindTask, placeOf, positionOf } from './task-cursor.ts'

/**
 * How a change of a task changes the replies that a page has read, so that nobody reads them again. Each function
 * returns the reply as the server would give it now, the same object when nothing changes, or `READ_AGAIN` when only
 * the server can tell.
 */

/** A change of a task as a page receives it. */
export type TaskChange = Omit<ChangeWithRow, 'before' | 'after' | 'row'> & {
  before?: FilterValues
  after?: FilterValues
  row: Task | null
}

/** Facts about the reply that is to be changed. */
export interface ReplyState {
  /** The deployment's. */
  timeZone: string
  /** Whether the counts of the reply hold the change already; undefined when that is not known. */
  isCounted: boolean | undefined
  /** The time that the reply was made for; 0 if not known. All times here are in milliseconds since 1970. */
  readAt: number
  /** Tasks with a due date before this time were counted as overdue before the change. */
  dueBefore: number
  /** Tasks with a due date before this time are shown as overdue now. */
  shownBefore: number
}

/** Only the server can tell the new reply. */
export const READ_AGAIN = Symbol('read again')
export type Changed<Reply> = Reply | typeof READ_AGAIN

/** More tasks than this in the first page of a column: the page is read again, so that it does not grow for ever. */
const MAX_COLUMN = 3 * BOARD_PAGE
/** Fewer tasks than this, while the server has more: the page is read again. */
const MIN_COLUMN = BOARD_PAGE / 2

/** From where to where a task moves: the shown status that it is counted with; null where it is not counted. */
interface Move {
  from: Status | null
  to: Status | null
}

const STAYS: Move = { from: null, to: null }

function moveOf(change: TaskChange, filter: BoardFilter, state: ReplyState): Changed<Move> {
  const { dueBefore, isCounted } = state
  const { before, after, fellDue } = change
  if (isOfAnotherDay(change, filter, state)) return READ_AGAIN
  // Changes do not say the outcome of a closed task.
  if (filter.outcome && closedOutcomes.includes(filter.outcome)) return READ_AGAIN
  const counted = (filterValues: FilterValues | undefined) =>
    filterValues && matches(filter, filterValues, timeOf(state)) ? filterValues : undefined
  if (fellDue) {
    const task = counted(after)
    const isNew = task?.dueDate && Date.parse(task.dueDate) >= dueBefore && task.status !== 'overdue'
    // The reply was made for a time before, and has seen more since: perhaps that this task is another by now.
    if (isNew && isCounted) return READ_AGAIN
    return narrowed(isNew ? { from: task.status, to: 'overdue' } : STAYS, filter)
  }
  const shown = (filterValues: FilterValues | undefined) => (filterValues ? shownStatus(filterValues, dueBefore) : null)
  return narrowed({ from: shown(counted(before)), to: shown(counted(after)) }, filter)
}

/** The time that a reply was made for, which is "today" for its filter. */
const timeOf = ({ readAt, timeZone }: ReplyState) => ({ now: readAt, timeZone })

/** Whether the filter means other days by now than when the reply was made. */
const isOfAnotherDay = ({ at = 0 }: TaskChange, filter: BoardFilter, { readAt, timeZone }: ReplyState) =>
  endsAtMidnight(filter) && dateOf(readAt, timeZone) !== dateOf(at, timeZone)

function narrowed({ from, to }: Move, filter: BoardFilter): Move {
  const shown = statusesOf(filter)
  const only = (status: Status | null) => (status && shown.includes(status) ? status : null)
  return { from: only(from), to: only(to) }
}

/** The status that a list shows the row with now; null when it does not show the row. */
function statusOf({ row }: TaskChange, filter: BoardFilter, state: ReplyState): Status | null {
  if (!row || !matches(filter, row, timeOf(state))) return null
  const status = shownStatus(row, state.shownBefore)
  return statusesOf(filter).includes(status) ? status : null
}

/** Whether the page has a newer version of a task than the change. */
const isOlder = (row: Task, known: Task | undefined) => known !== undefined && known.updatedAt > row.updatedAt

/** The four columns after a change. */
export function changeBoard(board: Board, change: TaskChange, query: BoardQuery, state: ReplyState): Changed<Board> {
  const { sort = 'createdAt', ...filter } = query
  const move = moveOf(change, filter, state)
  if (move === READ_AGAIN || isUnknown(move, change, filter, state)) return READ_AGAIN
  const { from, to } = move
  const target = statusOf(change, filter, state)
  const known = statuses.flatMap((status) => board[status].tasks).find(({ id }) => id === change.id)
  const isKeptRow = change.row !== null && isOlder(change.row, known)
  let changed = board
  for (const status of statuses) {
    const column = board[status]
    const difference = isCountedAlready(change, state) ? 0 : Number(to === status) - Number(from === status)
    const tasks = isKeptRow ? column.tasks : withRow(column, change, target === status, sort)
    if (difference === 0 && tasks === column.tasks) continue
    if (tasks.length > MAX_COLUMN || (column.next !== null && isOpenEnded(column.tasks, tasks))) return READ_AGAIN
    changed = { ...changed, [status]: { ...column, tasks, total: column.total + difference } }
  }
  return changed
}

/** A task that fell due is counted by time, not by the transaction that announces it. */
const isCountedAlready = ({ fellDue }: TaskChange, { isCounted }: ReplyState) => !fellDue && isCounted === true

/** Words are searched by the server, and a cached reply does not say whether its counts have the change. */
function isUnknown({ from, to }: Move, { row }: TaskChange, { search }: BoardFilter, { isCounted }: ReplyState) {
  if (search !== undefined) return from !== null || to !== null || row !== null
  return isCounted === undefined && from !== to
}

/** Whether a page has become too short, or no longer ends where the next one begins. */
const isOpenEnded = (before: Task[], tasks: Task[]) =>
  tasks.length < MIN_COLUMN || tasks.at(-1)?.id !== before.at(-1)?.id

/** The tasks of a page in an order of the board, with or without the row. The page begins after a cursor. */
function withRow(
  { tasks, next }: Pick<TaskPage, 'tasks' | 'next'>,
  { id, row }: TaskChange,
  belongs: boolean,
  sort: BoardSort,
  cursor?: string,
): Task[] {
  const index = tasks.findIndex((task) => task.id === id)
  const others = index === -1 ? tasks : tasks.toSpliced(index, 1)
  if (!row || !belongs) return others
  const known = tasks[index]
  if (known && placeOf(known, sort).key === placeOf(row, sort).key) return tasks.with(index, row)
  if (cursor !== undefined && !isBehind(row, positionOf(cursor), sort)) return others
  const place = others.findIndex((task) => isBehindTask(task, row, sort))
  if (place !== -1) return others.toSpliced(place, 0, row)
  return next === null ? [...others, row] : others
}

const isBoardOrder = (sort: NonNullable<TaskQuery['sort']>, order: 'asc' | 'desc'): sort is BoardSort =>
  sort in boardOrders && boardOrders[sort as BoardSort] === order

/** A page of a list after a change. */
export function changeList(page: TaskPage, change: TaskChange, query: TaskQuery, state: ReplyState): Changed<TaskPage> {
  const { sort = 'createdAt', order = sort === 'createdAt' ? 'desc' : 'asc', limit = MAX_TASK_PAGE_SIZE, after } = query
  if (query.deleted) return READ_AGAIN
  const move = moveOf(change, query, state)
  if (move === READ_AGAIN || isUnknown(move, change, query, state)) return READ_AGAIN
  const { from, to } = move
  const belongs = statusOf(change, query, state) !== null
  const known = page.tasks.find(({ id }) => id === change.id)
  if (!known && !belongs && from === null && to === null) return page
  const isKeptRow = change.row !== null && isOlder(change.row, known)
  const difference = isCountedAlready(change, state) ? 0 : Number(to !== null) - Number(from !== null)
  const total = page.total + difference
  if (known && belongs && change.row && sortKey(known, sort, state) === sortKey(change.row, sort, state)) {
    const tasks = isKeptRow
      ? page.tasks
      : page.tasks.map((task) => (task.id === change.id && change.row ? change.row : task))
    return { ...page, tasks, total }
  }
  if (!isBoardOrder(sort, order) || query.offset) {
    // Where the task stood, or stands now, among those that are not here.
    return known || belongs || difference !== 0 ? READ_AGAIN : page
  }
  if (isKeptRow) return total === page.total ? page : { ...page, total }
  const tasks = withRow(page, change, belongs, sort, after)
  if (tasks === page.tasks && total === page.total) return page
  if (after === undefined && tasks.length > limit) {
    const kept = tasks.slice(0, limit)
    return { tasks: kept, total, next: cursorAfterTask(kept.at(-1) as Task, sort) }
  }
  const isFull = after !== undefined || tasks.length >= page.tasks.length
  if (page.next !== null && tasks !== page.tasks && (!isFull || isOpenEnded(page.tasks, tasks))) return READ_AGAIN
  return { ...page, tasks, total }
}

/** A list's key for a task's place, as one text. */
function sortKey(task: Task, sort: NonNullable<TaskQuery['sort']>, { shownBefore }: ReplyState): unknown {
  if (sort === 'assignee') return `${task.assigneeId} ${task.assignee?.firstName} ${task.assignee?.lastName}`
  if (sort === 'status') return shownStatus(task, shownBefore)
  return task[sort]
}

/** One task after a change; a task that this person may not see any more is read again, which says so. */
export function changeTask(task: Task, { id, row }: TaskChange): Changed<Task> {
  if (task.id !== id) return task
  if (!row) return READ_AGAIN
  return isOlder(row, task) ? task : row
}

/** The figures of the dashboard after a change. */
export function changeMetrics(
  metrics: Metrics,
  change: TaskChange,
  filter: Pick<BoardFilter, 'departmentId'>,
  state: ReplyState,
): Changed<Metrics> {
  const move = moveOf(change, filter, state)
  if (move === READ_AGAIN || isUnknown(move, change, filter, state)) return READ_AGAIN
  if (isCountedAlready(change, state)) return metrics
  const today = boundsOf(lastDays(change.at ?? 0, state.timeZone, 1))
  // Today is another day than when the figures were read.
  if (state.readAt < today.from) return READ_AGAIN
  const { from, to } = move
  const isOfToday = (filterValues: FilterValues | undefined) => {
    const time =
      filterValues?.completedAt && matches(filter, filterValues, timeOf(state))
        ? Date.parse(filterValues.completedAt)
        : 0
    return Number(time >= today.from && time < today.to)
  }
  const isActive = (status: Status | null) => Number(status !== null && status !== 'completed')
  const active = isActive(to) - isActive(from)
  const overdue = Number(to === 'overdue') - Number(from === 'overdue')
  const completed = change.fellDue ? 0 : isOfToday(change.after) - isOfToday(change.before)
  if (active === 0 && overdue === 0 && completed === 0) return metrics
  return {
    ...metrics,
    activeTasks: metrics.activeTasks + active,
    overdueTasks: metrics.overdueTasks + overdue,
    completedToday: metrics.completedToday + completed,
  }
}

/** Whether a change of a task changes the progress of one of these projects. */
export function changesProgress(projects: Project[], { before, after }: TaskChange): boolean {
  const ids = new Set(projects.map(({ id }) => id))
  const part = (filterValues: FilterValues | undefined) =>
    filterValues?.projectId && ids.has(filterValues.projectId)
      ? `${filterValues.projectId} ${filterValues.status === 'completed'}`
      : ''
  return part(before) !== part(after)
}
