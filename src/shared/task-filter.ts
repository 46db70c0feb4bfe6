import type { BoardFilter } from './task-query.ts'
import { type Status, statuses } from './task-status.ts'
import type { Task } from './tasks.ts'
import { boundsOf, instantOf, lastDays, startOfDay, weekOf } from './time/time.ts'

/** A task's facts for lists and counts, besides its words. */
export type FilterValues = Pick<
  Task,
  | 'status'
  | 'priority'
  | 'projectId'
  | 'assigneeId'
  | 'departmentId'
  | 'dueDate'
  | 'completedAt'
  | 'createdAt'
  | 'tags'
  | 'kind'
  | 'routineId'
  | 'outcome'
  | 'occurrenceAt'
  | 'isReceived'
  | 'place'
  | 'estimateMinutes'
>

/** The filterValues of a task, or of its row; null when it has been deleted or closed, so that no list shows it. */
export function filterValuesOf(task: FilterValues & Pick<Task, 'deletedAt' | 'closedAt'>): FilterValues | null {
  if (task.deletedAt !== null || task.closedAt) return null
  const { status, priority, projectId, assigneeId, departmentId, dueDate, completedAt, createdAt, tags } = task
  const { kind, routineId, outcome, occurrenceAt, isReceived, place, estimateMinutes } = task
  return {
    ...{ status, priority, projectId, assigneeId, departmentId, dueDate, completedAt, createdAt, tags },
    ...{ kind, routineId, outcome, occurrenceAt, isReceived, place, estimateMinutes },
  }
}

/** The filters of a list, besides the status that is shown and the words that are searched for. */
type FacetFilter = Omit<BoardFilter, 'status' | 'search'>

/**
 * The time that a list is made for, in milliseconds, and the deployment's time zone. They decide the meaning of
 * "today".
 */
export interface ListTime {
  now: number
  timeZone: string
}

/** The test of each filter on a task. A filter that is missing here does not compile. */
const tests: {
  [Name in keyof Required<FacetFilter>]: (
    wanted: NonNullable<FacetFilter[Name]>,
    task: FilterValues,
    time: ListTime,
  ) => boolean
} = {
  departmentId: (id, task) => task.departmentId === id,
  priority: (priority, task) => task.priority === priority,
  assigneeId: (id, task) => task.assigneeId === (id === 'none' ? null : id),
  projectId: (id, task) => task.projectId === (id === 'none' ? null : id),
  // A server of an older release announces changes without tags.
  tags: (wanted, { tags = [] }) => wanted.every((tag) => tags.includes(tag)),
  routineId: (id, task) => task.routineId === id,
  kind: (kind, task) => task.kind === kind,
  // A server of an older release announces changes without places.
  place: (name, { place }) => place?.toLowerCase() === name.toLowerCase(),
  outcome: (outcome, task) => task.outcome === outcome,
  open: (_, { status }) => status !== 'completed',
  due: (due, { dueDate }, time) => {
    // A shown status: `statusesOf` narrows the list by it.
    if (due === 'overdue') return true
    if (due === 'none' || dueDate === null) return due === 'none' && dueDate === null
    const { from, to } = dueBounds(due, time)
    return Date.parse(dueDate) >= from && Date.parse(dueDate) < to
  },
  dueFrom: (date, { dueDate }, { timeZone }) => dueDate !== null && isFrom(dueDate, date, timeZone),
  dueTo: (date, { dueDate }, { timeZone }) => dueDate !== null && isUpTo(dueDate, date, timeZone),
  completedFrom: (date, { completedAt }, { timeZone }) => completedAt !== null && isFrom(completedAt, date, timeZone),
  completedTo: (date, { completedAt }, { timeZone }) => completedAt !== null && isUpTo(completedAt, date, timeZone),
  createdFrom: (date, { createdAt }, { timeZone }) => isFrom(createdAt, date, timeZone),
  createdTo: (date, { createdAt }, { timeZone }) => isUpTo(createdAt, date, timeZone),
  // A server of an older release announces changes without openings.
  occurredFrom: (date, { occurrenceAt = null }, { timeZone }) =>
    occurrenceAt !== null && isFrom(occurrenceAt, date, timeZone),
  occurredTo: (date, { occurrenceAt = null }, { timeZone }) =>
    occurrenceAt !== null && isUpTo(occurrenceAt, date, timeZone),
}

type AnyTest = (wanted: unknown, task: FilterValues, time: ListTime) => boolean
const allTests = Object.entries(tests) as [keyof FacetFilter, AnyTest][]

/**
 * Whether a task that somebody may see belongs to a list with this filter. Its counterpart in SQL is `selectionOf` in
 * the server's `features/tasks/pages.ts`; a test holds the two against each other.
 */
export const matches = (filter: FacetFilter, task: FilterValues, time: ListTime): boolean =>
  allTests.every(([name, test]) => filter[name] === undefined || test(filter[name], task, time))

/** The statuses that a list with this filter shows. `due=overdue` is one too: one rule says what is overdue. */
export const statusesOf = ({ status, due }: Pick<BoardFilter, 'status' | 'due'>): readonly Status[] =>
  statuses.filter((shown) => (status ?? shown) === shown && (due !== 'overdue' || shown === 'overdue'))

const dayAhead =
  (days: number) =>
  ({ now, timeZone }: ListTime) =>
    lastDays(startOfDay(now, timeZone, days), timeZone, 1)
const weekAhead =
  (weeks: number) =>
  ({ now, timeZone }: ListTime) =>
    weekOf(now, timeZone, weeks)
const daysOfDue = {
  yesterday: dayAhead(-1),
  today: dayAhead(0),
  tomorrow: dayAhead(1),
  day_after_tomorrow: dayAhead(2),
  week: weekAhead(0),
  next_week: weekAhead(1),
}
/** Whether this filter names days, which are others from midnight on. */
export const namesDays = (due: BoardFilter['due']): due is keyof typeof daysOfDue =>
  due !== undefined && due in daysOfDue

/** From when up to when, not included, tasks are due on the days that this filter names. In milliseconds. */
export const dueBounds = (due: keyof typeof daysOfDue, time: ListTime) => boundsOf(daysOfDue[due](time))

/** Whether this filter means other days from midnight on. */
export const endsAtMidnight = ({ due }: Pick<BoardFilter, 'due'>) => namesDays(due)

/** Whether a time lies on this day of the deployment's time zone, or later. */
const isFrom = (time: string, date: string, timeZone: string) =>
  Date.parse(time) >= Date.parse(instantOf(date, '00:00', timeZone))

/** Whether a time lies on this day of the deployment's time zone, or earlier. */
const isUpTo = (time: string, date: string, timeZone: string) =>
  Date.parse(time) <= Date.parse(instantOf(date, '', timeZone))
