import type { LinkOptions } from '@tanstack/react-router'
import type { Notification } from '../../shared/notifications.ts'

type NotificationSubject = Pick<Notification, 'taskId' | 'reminderId' | 'sopId' | 'threadId'> & { type?: string }

/**
 * The link to the subject of a notification; undefined when it has none. A message from before there were threads has
 * none: its notification holds all of its words.
 */
export function targetOf({ taskId, reminderId, sopId, threadId, type }: NotificationSubject): LinkOptions | undefined {
  if (taskId !== null) return { to: '/tasks', search: { task: taskId, ...(type === 'comment' && { comments: true }) } }
  if (sopId !== null) return { to: '/sops', search: { sop: sopId } }
  if (reminderId !== null) return { to: '/reminders', search: { reminder: reminderId } }
  if (threadId !== undefined) return { to: '/messages', search: { thread: threadId } }
  if (type === 'handover') return { to: '/handovers' }
  if (type === 'clock') return { to: '/clock' }
  if (type === 'hours') return { to: '/clock', search: { by: 'period' } }
  if (type === 'team-hours') return { to: '/clock', search: { view: 'team', by: 'period' } }
  if (type === 'roster') return { to: '/roster' }
  if (type === 'webhook') return { to: '/admin/webhooks' }
  if (type === 'kiosk') return { to: '/admin/kiosks' }
  if (type === 'security') return { to: '/profile' }
}
