import type { ServerMessage } from '../../shared/changes.ts'
import {
  MAX_LIVE_CHARACTERS,
  MAX_NOTIFICATIONS,
  type Notification,
  URGENT_MESSAGE,
} from '../../shared/notifications.ts'

type Sent = Extract<ServerMessage, { type: 'notification' }>['data']

/**
 * The list with a newly arrived notification, below urgent messages that are unread; undefined if the message lacks its
 * type or its whole text. A message is of that kind: the list is read again, in the server's order.
 */
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
  const first = list.findIndex((each) => each.isRead || each.type !== URGENT_MESSAGE)
  return list.toSpliced(first === -1 ? list.length : first, 0, arrived).slice(0, MAX_NOTIFICATIONS)
}
