import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, queryId, replyInstant } from './fields.ts'

export const Metrics = z.object({
  /** Pending, in progress and overdue. */
  activeTasks: z.int(),
  /** Completed within today, in the deployment's time zone. */
  completedToday: z.int(),
  overdueTasks: z.int(),
  /** Active people in scope. */
  teamMembers: z.int(),
})
export type Metrics = z.output<typeof Metrics>

/** Things done that the dashboard shows. */
export const ACTIVITIES = 3

const activityKinds = ['completed', 'created', 'updated'] as const

export const Activity = z.object({
  id: z.int(),
  kind: z.enum(activityKinds),
  taskId: id,
  title: z.string(),
  /** Of the person who did it. */
  firstName: z.string(),
  lastName: z.string(),
  createdAt: replyInstant,
})
export type Activity = z.output<typeof Activity>

/** How much of the viewer's own work is due. */
export const Due = z.object({
  overdue: z.int(),
  /** Not overdue, and due until the day ends. */
  dueToday: z.int(),
  /** When the day ends, in the deployment's time zone. */
  dayEnds: replyInstant,
})
export type Due = z.output<typeof Due>

const query = z.strictObject({ departmentId: z.optional(queryId) })

export const dashboardApi = {
  metrics: endpoint({
    method: 'GET',
    path: '/dashboard/metrics',
    summary: 'The four figures of the dashboard',
    allow: 'task:read',
    query,
    reply: Metrics,
    reads: ['tasks', 'users'],
    cached: 'moving',
  }),
  activity: endpoint({
    method: 'GET',
    path: '/dashboard/activity',
    summary: 'The newest three things done to tasks that one may see',
    allow: 'task:read',
    query,
    reply: z.array(Activity),
    reads: ['tasks', 'users'],
    cached: 'moving',
  }),
  due: endpoint({
    method: 'GET',
    path: '/dashboard/due',
    summary: "How many of one's own tasks are overdue, and due until the day ends",
    allow: 'task:read',
    reply: Due,
    reads: ['tasks'],
    cached: 'moving',
  }),
}
