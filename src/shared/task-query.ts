import * as z from 'zod/mini'
import { date, oneOf, orNone, queryId, queryInt, text, userId } from './fields.ts'
import { MAX_PLACE, outcomes, taskKinds } from './task-kinds.ts'
import { priorities, statuses } from './task-status.ts'
import { english } from './words/message.ts'
import { MAX_SEARCH_LENGTH } from './words/search-length.ts'

export const taskSorts = ['title', 'priority', 'status', 'assignee', 'dueDate', 'createdAt'] as const
export type TaskSort = (typeof taskSorts)[number]
/** How the tasks are shown. */
export const views = ['table', 'kanban', 'people'] as const
export type View = (typeof views)[number]
/** The orders of the board's columns: newest first, soonest due first, highest priority first. */
export const boardSorts = ['createdAt', 'dueDate', 'priority'] as const
export type BoardSort = (typeof boardSorts)[number]
export const boardOrders = { createdAt: 'desc', dueDate: 'asc', priority: 'desc' } as const satisfies Record<
  BoardSort,
  'asc' | 'desc'
>
/**
 * When a task is due. `overdue` is the shown status; a week begins on Monday. The days are those around the day on
 * which the list is read.
 */
export const dueFilters = [
  'overdue',
  'yesterday',
  'today',
  'tomorrow',
  'day_after_tomorrow',
  'week',
  'next_week',
  'none',
] as const
export type DueFilter = (typeof dueFilters)[number]

/** Tasks of a column in the board's reply, and of each further page. */
export const BOARD_PAGE = 50
/** Tasks of one page of the list. */
export const MAX_TASK_PAGE_SIZE = 1000
/** The largest offset. Pages beyond it can be reached with the cursor. */
export const MAX_OFFSET = 1_000_000

const MAX_TAGS = 20
const MAX_TAG_LENGTH = 40
/** Tags of tasks, or to filter by. */
export const tags = z
  .array(text(MAX_TAG_LENGTH).check(z.minLength(1, english('A tag must not be empty'))))
  .check(z.maxLength(MAX_TAGS, english('{max, plural, one {At most # tag} other {At most # tags}}', { max: MAX_TAGS })))
/** The tags of a text, separated by commas. */
export const tagsIn = (list: string) =>
  list
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
/** Tags within a query string, separated by commas. */
const queryTags = z.pipe(text(MAX_TAGS * (MAX_TAG_LENGTH + 2)), z.pipe(z.transform(tagsIn), tags))

/** The filters of every list of tasks. */
export const filters = {
  departmentId: z.optional(queryId),
  status: z.optional(oneOf(statuses)),
  priority: z.optional(oneOf(priorities)),
  assigneeId: z.optional(orNone(userId)),
  projectId: z.optional(orNone(queryId)),
  search: z.optional(text(MAX_SEARCH_LENGTH)),
  /** Tasks that have all of these tags, separated by commas. */
  tags: z.optional(queryTags),
  due: z.optional(oneOf(dueFilters)),
  /** Those that are not completed. */
  open: z.optional(z.literal('true')),
  /** Due between these dates of the deployment's time zone, both included. */
  dueFrom: z.optional(date),
  dueTo: z.optional(date),
  routineId: z.optional(queryId),
  kind: z.optional(oneOf(taskKinds)),
  /** Where they are to be done, whatever the case of its letters. */
  place: z.optional(text(MAX_PLACE)),
  /** The outcome of routines' occurrences. Missed and skipped ones stand in no other list. */
  outcome: z.optional(oneOf(outcomes)),
  /** Completed or created between these dates of the deployment's time zone, both included. */
  completedFrom: z.optional(date),
  completedTo: z.optional(date),
  createdFrom: z.optional(date),
  createdTo: z.optional(date),
  /** Occurrences of routines that opened between these dates of the deployment's time zone, both included. */
  occurredFrom: z.optional(date),
  occurredTo: z.optional(date),
}
/** The filters of the board. */
export const BoardFilter = z.strictObject(filters)
export type BoardFilter = z.output<typeof BoardFilter>

export const BoardQuery = z.strictObject({ ...filters, sort: z.optional(oneOf(boardSorts)) })
export type BoardQuery = z.output<typeof BoardQuery>

export const TaskQuery = z.strictObject({
  ...filters,
  sort: z.optional(oneOf(taskSorts)),
  order: z.optional(oneOf(['asc', 'desc'])),
  limit: z.optional(queryInt(1, MAX_TASK_PAGE_SIZE)),
  /** The server counts from the nearer end, and so skips half of this at most. */
  offset: z.optional(queryInt(0, MAX_OFFSET)),
  /** The `next` of the page before. */
  after: z.optional(z.string().check(z.maxLength(12_000))),
  /** Lists the tasks deleted within the last 30 days, for people who may restore them. */
  deleted: z.optional(z.literal('true')),
})
export type TaskQuery = z.output<typeof TaskQuery>
