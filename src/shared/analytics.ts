import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { date, id, oneOf, queryId, replyInstant, userId } from './fields.ts'
import type { DateRange } from './time/compared-days.ts'
import { type Day, dateOf, lastDays, monthOf, weekOf } from './time/time.ts'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]
export const DEFAULT_PERIOD: Period = 'week'

export const trendMetrics = ['tasks', 'duration', 'overdue'] as const
export type TrendMetric = (typeof trendMetrics)[number]
/** Points of a trend without chosen dates: one for each day, the last one today. */
export const TREND_DAYS = 30
/** Days of chosen dates at most. */
export const MAX_RANGE_DAYS = 366
/** People in the performance table. */
export const TOP_PEOPLE = 10
/** Tasks in the list of overdue tasks. */
export const MAX_OVERDUE_TASKS = 100

/** The days of a period: today, this week from Monday to Sunday, or this month. `now` is in milliseconds. */
export function daysOf(period: Period, now: number, timeZone: string): Day[] {
  if (period === 'day') return lastDays(now, timeZone, 1)
  return period === 'week' ? weekOf(now, timeZone) : monthOf(now, timeZone)
}

/** The days of figures: chosen dates, or the days of a period. */
export const rangeFields = {
  period: z.optional(oneOf(periods)),
  /** The first and the last day, in the deployment's time zone. One alone: from that day until today, or that day. */
  from: z.optional(date),
  to: z.optional(date),
}
export interface RangeQuery {
  period?: Period | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The first and the last day of a range. Chosen dates go before a period. `now` is in milliseconds. */
export function datesOf({ period = DEFAULT_PERIOD, from, to }: RangeQuery, now: number, timeZone: string): DateRange {
  if (from !== undefined || to !== undefined) {
    const last = to ?? dateOf(now, timeZone)
    return { from: from ?? last, to: last }
  }
  const days = daysOf(period, now, timeZone)
  return { from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '' }
}

/** The part of a summary that earlier days have, too. */
const EarlierSummary = z.object({
  totalCompleted: z.int(),
  totalCreated: z.int(),
  avgCompletionTime: z.number(),
  /**
   * Overdue at the end of these days, by due dates alone. Absent if the days of the query do not reach up to now,
   * because then it has no counterpart, and from an older server.
   */
  totalOverdue: z.optional(z.int()),
})
export type EarlierSummary = z.output<typeof EarlierSummary>

export const Summary = z.object({
  /** Completed within the period. */
  totalCompleted: z.int(),
  /** Created within the period. */
  totalCreated: z.int(),
  /** Overdue now. */
  totalOverdue: z.int(),
  /** Average hours from creation to completion, of the tasks completed within the period; 0 if there are none. */
  avgCompletionTime: z.number(),
  /** The same of the days before and of a year before (`comparedWith`). An older server does not say. */
  before: z.optional(EarlierSummary),
  yearBefore: z.optional(EarlierSummary),
})
export type Summary = z.output<typeof Summary>

export const TrendPoint = z.object({ date: z.string(), value: z.number() })
export type TrendPoint = z.output<typeof TrendPoint>

export const Workload = z.object({
  /** Null for tasks and hours without a department. */
  departmentId: z.nullable(id),
  departmentName: z.string(),
  /** Pending, in progress and overdue now. */
  active: z.int(),
  /** Completed within the period. */
  completed: z.int(),
  /** Overdue now. */
  overdue: z.int(),
  /** Within the period. A running session counts up to now. */
  hoursWorked: z.number(),
})
export type Workload = z.output<typeof Workload>

export const Performance = z.object({
  userId,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Completed within the period, counted for the assignee. */
  tasksCompleted: z.int(),
  avgDurationHours: z.number(),
})
export type Performance = z.output<typeof Performance>

export const OverdueTask = z.object({
  id,
  title: z.string(),
  departmentName: z.nullable(z.string()),
  assigneeName: z.nullable(z.string()),
  /** Null for a task that somebody marked as overdue and that has no due date. */
  dueDate: z.nullable(replyInstant),
  /** Calendar days since the due date; 0 on the day itself. */
  daysOverdue: z.int(),
})
export type OverdueTask = z.output<typeof OverdueTask>

const departmentId = z.optional(queryId)
const ofRange = z.strictObject({ ...rangeFields, departmentId })

export const analyticsApi = {
  summary: endpoint({
    method: 'GET',
    path: '/analytics/summary',
    summary: 'The four figures of a period or of chosen dates, and those of the days before and of a year before',
    allow: 'analytics:read',
    query: ofRange,
    reply: Summary,
    reads: ['tasks'],
  }),
  trends: endpoint({
    method: 'GET',
    path: '/analytics/trends',
    summary: 'One figure on each of the last 30 days, or on each of chosen dates',
    allow: 'analytics:read',
    query: z.strictObject({
      metric: z.optional(oneOf(trendMetrics)),
      from: rangeFields.from,
      to: rangeFields.to,
      departmentId,
    }),
    reply: z.array(TrendPoint),
    reads: ['tasks'],
  }),
  workload: endpoint({
    method: 'GET',
    path: '/analytics/department-workload',
    summary: 'Tasks and hours of each department',
    allow: 'analytics:read',
    query: ofRange,
    reply: z.array(Workload),
    reads: ['tasks', 'clock', 'departments'],
  }),
  performance: endpoint({
    method: 'GET',
    path: '/analytics/user-performance',
    summary: 'The ten people who completed most',
    allow: 'analytics:read',
    query: ofRange,
    reply: z.array(Performance),
    reads: ['tasks', 'users'],
  }),
  overdue: endpoint({
    method: 'GET',
    path: '/analytics/overdue-tasks',
    summary: 'What is overdue, the longest first, 100 at the most',
    allow: 'analytics:read',
    query: z.strictObject({ departmentId }),
    reply: z.array(OverdueTask),
    reads: ['tasks', 'users', 'departments'],
  }),
}
