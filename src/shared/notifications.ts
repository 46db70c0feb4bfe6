import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, oneOf, pathId, replyInstant, userId } from './fields.ts'

/** Notifications of the list, newest first. */
export const MAX_NOTIFICATIONS = 100

/** `urgent`: it reaches people off duty too, because a manager has given a reason. */
export const urgencies = ['normal', 'urgent'] as const
export type Urgency = (typeof urgencies)[number]

/** One's notifications about oneself, for the people of a department, or urgent ones. */
export const notificationFilters = ['me', 'department', 'urgent'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

/** The type of a notification of an urgent message. Lists mark it, and the briefing begins with it. */
export const URGENT_MESSAGE = 'urgent-message'

/** Of a longer text, live messages hold only the beginning. */
export const MAX_LIVE_CHARACTERS = 500

export const Notification = z.object({
  id,
  userId,
  reminderId: z.nullable(id),
  taskId: z.nullable(id),
  sopId: z.nullable(id),
  /** The thread of a message. */
  threadId: z.optional(id),
  title: z.string(),
  message: z.nullable(z.string()),
  type: z.string(),
  isRead: z.boolean(),
  createdAt: replyInstant,
})
export type Notification = z.output<typeof Notification>

/** `threads` is how many threads have messages that the viewer has not read. A server of 0.2.0 does not say. */
const UnreadCount = z.object({ count: z.int(), threads: z.optional(z.int()) })

export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: "One's own notifications, newest first",
    allow: 'notification:read',
    query: z.strictObject({ about: z.optional(oneOf(notificationFilters)) }),
    reply: z.array(Notification),
    reads: ['notifications'],
  }),
  unreadCount: endpoint({
    method: 'GET',
    path: '/notifications/unread-count',
    summary: 'How many of them are unread, and how many threads',
    allow: 'notification:read',
    reply: UnreadCount,
    reads: ['notifications', 'messages', 'threads'],
    cached: 'moving',
  }),
  read: endpoint({
    method: 'PUT',
    path: '/notifications/:id/read',
    summary: 'Mark one as read',
    allow: 'notification:read',
    params: { id: pathId },
    reply: Notification,
    changes: ['notifications'],
  }),
  readAll: endpoint({
    method: 'PUT',
    path: '/notifications/read-all',
    summary: 'Mark all as read',
    allow: 'notification:read',
    reply: UnreadCount,
    changes: ['notifications'],
  }),
}
