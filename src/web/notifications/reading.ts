import { useMutationState } from '@tanstack/react-query'
import { type Notification, notificationsApi } from '../../shared/notifications.ts'
import { keyOf, queryClient, useCall, useReply } from '../api/queries.ts'
import { toastError } from '../ui/toast.tsx'

const POLL_EVERY = 30_000
const READ = ['mark a notification as read']
const READ_ALL = ['mark all notifications as read']

const failed = () => toastError('Failed to mark as read')

/** What is being marked as read just now: shown as read at once, and as before when the server refuses. */
function useUnderWay() {
  const ids = useMutationState({
    filters: { mutationKey: READ, status: 'pending' },
    select: ({ state }) => (state.variables as { params: { id: number } }).params.id,
  })
  const all = useMutationState({ filters: { mutationKey: READ_ALL, status: 'pending' }, select: () => true })
  return { ids: new Set(ids), all: all.length > 0 }
}

/** How many are unread; 0 until it is known. */
export function useUnreadCount() {
  const { data } = useReply(notificationsApi.unreadCount, {}, { refetchInterval: POLL_EVERY })
  const { ids, all } = useUnderWay()
  return all ? 0 : Math.max(0, (data?.count ?? 0) - ids.size)
}

/** Tells whether one is read, counting what is under way. */
export function useIsRead() {
  const { ids, all } = useUnderWay()
  return ({ id, isRead }: Notification) => isRead || all || ids.has(id)
}

// Written down before the call counts as ended, so that nothing shows as unread while list and count are read again.
function readOf(which: (notification: Notification) => boolean, count: (before: number) => number) {
  queryClient.setQueryData<Notification[]>(keyOf(notificationsApi.list), (list) =>
    list?.map((notification) => (which(notification) ? { ...notification, isRead: true } : notification)),
  )
  queryClient.setQueryData<{ count: number }>(
    keyOf(notificationsApi.unreadCount),
    (before) => before && { count: count(before.count) },
  )
}

/** Marks one that is unread as read. */
export function useMarkRead() {
  const { mutate } = useCall(notificationsApi.read, {
    mutationKey: READ,
    onSuccess: ({ id }) =>
      readOf(
        (notification) => notification.id === id,
        (before) => Math.max(0, before - 1),
      ),
    onError: failed,
  })
  return (id: number) => mutate({ params: { id } })
}

export function useMarkAllRead() {
  const { mutate } = useCall(notificationsApi.readAll, {
    mutationKey: READ_ALL,
    onSuccess: () =>
      readOf(
        () => true,
        () => 0,
      ),
    onError: failed,
  })
  return () => mutate({})
}
