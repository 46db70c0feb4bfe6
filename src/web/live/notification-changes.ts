import type { ServerMessage } from '../../shared/changes.ts'
import { MAX_LIVE_CHARACTERS, MAX_NOTIFICATIONS, type Notification } from '../../shared/notifications.ts'

type Sent = Extract<ServerMessage, { type: 'notification' }>['data']

/** The list with a newly arrived notification; undefined if the message lacks its type or its whole text. */
export function withArrived(
  list: Notification[],
  sent: Sent,
  { userId, at }: { userId: string; at: number },
): Notification[] | undefined {
  if (list.some(({ id }) => id === sent.id)) return list
  const type =
    sent.taskId !== null ? 'task' : sent.reminderId !== null ? 'reminder' : sent.sopId !== null ? 'sop' : null
  const isCut = sent.message !== null && sent.message.length >= MAX_LIVE_CHARACTERS
  if (type === null || isCut) return undefined
  const arrived = { ...sent, userId, type, isRead: false, createdAt: new Date(at).toISOString() }
  return [arrived, ...list].slice(0, MAX_NOTIFICATIONS)
}
