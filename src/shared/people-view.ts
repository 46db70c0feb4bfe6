import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idAndName, personWithPicture, queryInt, replyInstant, userId } from './fields.ts'
import { BoardFilter } from './task-query.ts'
import type { Status } from './task-status.ts'
import { Task } from './tasks.ts'

/** Lanes of one page. */
export const LANES_PAGE = 30
/** Tasks with which each lane begins. */
export const LANE_TASKS = 6
/** The most tasks that one lane shows. */
export const MAX_LANE_TASKS = 500

/** An open task is not completed, before or after its due date. */
export const isOpen = (task: { status: Status }) => task.status !== 'completed'

/** The open tasks of one person, or those that nobody has. */
export const Lane = z.object({
  /** Null: the tasks without an assignee. */
  person: z.nullable(
    z.object({
      ...personWithPicture.shape,
      /** Nothing can be assigned to a person whose account is not active. */
      isActive: z.boolean(),
      department: z.nullable(idAndName),
    }),
  ),
  /** Since when the person is on duty; null if they are not. */
  onDutySince: z.nullable(replyInstant),
  /** When they count as off duty unless they clock out before: they would have forgotten it. */
  onDutyUntil: z.nullable(replyInstant),
  /** Since when they are on a break; null if they are on none. A server of before does not say. */
  onBreakSince: z.optional(z.nullable(replyInstant)),
  /**
   * How many open tasks match the other filters and are for the days in the filter of due dates, and how many are not.
   * Without such days it is today, with overdue tasks.
   */
  due: z.int(),
  later: z.int(),
  /** Estimated minutes of the tasks in `due`; how many of them have no estimate. A server of before does not say. */
  dueMinutes: z.optional(z.int()),
  dueUnestimated: z.optional(z.int()),
  /** How many open tasks match the filters. */
  total: z.int(),
  /** The first of those: overdue ones, then by due date, then by priority. */
  tasks: z.array(Task),
})
export type Lane = z.output<typeof Lane>

export const Lanes = z.object({
  /** Tasks without an assignee come first, then people on duty, then others, each by name. */
  lanes: z.array(Lane),
  /** The offset of the next page; null on the last page. */
  next: z.nullable(z.int()),
})
export type Lanes = z.output<typeof Lanes>

export const LanesQuery = z.extend(BoardFilter, {
  /** How many people to skip. */
  offset: z.optional(queryInt(0, 100_000)),
  /** Only the lane of this person, or of nobody. */
  person: z.optional(userId),
  unassigned: z.optional(z.literal('true')),
  /** Tasks of each lane. */
  limit: z.optional(queryInt(1, MAX_LANE_TASKS)),
})
export type LanesQuery = z.output<typeof LanesQuery>

export const peopleViewApi = {
  lanes: endpoint({
    method: 'GET',
    path: '/tasks/people',
    summary: 'Open tasks by person, with who is on duty and how much each has to do',
    allow: 'task:update',
    query: LanesQuery,
    reply: Lanes,
    reads: ['tasks', 'users', 'departments', 'projects', 'duty'],
  }),
}
