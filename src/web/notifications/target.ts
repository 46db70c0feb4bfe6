import type { LinkOptions } from '@tanstack/react-router'
import type { Notification } from '../../shared/notifications.ts'

type About = Pick<Notification, 'taskId' | 'reminderId'> & { type?: string }

/** The way to what a notification is about. */
export function targetOf({ taskId, reminderId, type }: About): LinkOptions | undefined {
  if (taskId !== null) return { to: '/tasks', search: { task: taskId } }
  if (reminderId !== null) return { to: '/reminders', search: { reminder: reminderId } }
  if (type === 'clock') return { to: '/clock' }
}
