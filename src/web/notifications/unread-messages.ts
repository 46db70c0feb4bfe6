import { notificationsApi } from '../../shared/notifications.ts'
import { useReply } from '../api/queries.ts'

/**
 * How many of the viewer's threads have messages that they have not read; 0 until it is known. It comes with the number
 * of unread notifications, which every page reads for its bell, and follows as that does: no further call is made.
 */
export function useUnreadMessages(): number {
  const { data } = useReply(notificationsApi.unreadCount, {})
  return data?.threads ?? 0
}
