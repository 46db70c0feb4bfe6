import { useMutationState } from '@tanstack/react-query'
import { type Notification, notificationsApi } from '../../shared/notifications.ts'
import { keyOf, queryClient, useCall, useReply } from '../api/queries.ts'
import { i18nNow } from '../language.ts'
import { toastError } from '../ui/toast.tsx'

const POLL_EVERY = 30_000
const READ = ['mark a notification as read']
const READ_ALL = ['mark all notifications as read']

function failed() {
  const i18n = i18nNow()
  toastError(i18n.t('Failed to mark as read'))
}

/** The notifications that are being marked as read. They show as read at once, and as before if the server refuses. */
function usePendingReads() {
  const ids = useMutationState({
    filters: { mutationKey: READ, status: 'pending' },
    select: ({ state }) => (state.variables as { params: { id: number } }).params.id,
  })
  const all = useMutationState({ filters: { mutationKey: READ_ALL, status: 'pending' }, select: () => true })
  return { ids: new Set(ids), all: all.length > 0 }
}

/** The number of unread notifications; 0 until it is known. */
export function useUnreadCount() {
  const { data } = useReply(notificationsApi.unreadCount, {}, { refetchInterval: POLL_EVERY })
  const { ids, all } = usePendingReads()
  return all ? 0 : Math.max(0, (data?.count ?? 0) - ids.size)
}

/** Returns a function that says whether a notification is read or being marked as read. */
export function useIsRead() {
  const { ids, all } = usePendingReads()
  return ({ id, isRead }: Notification) => isRead || all || ids.has(id)
}

/**
 * Marks notifications as read in the cached list and count, before the call counts as ended. So none of them shows as
 * unread again while list and count are read.
 */
function markReadInCache(which: (notification: Notification) => boolean, count: (before: number) => number) {
  // The whole list, and those that a filter has narrowed.
  queryClient.setQueriesData<Notification[]>({ queryKey: keyOf(notificationsApi.list) }, (list) =>
    list?.map((notification) => (which(notification) ? { ...notification, isRead: true } : notification)),
  )
  queryClient.setQueryData<{ count: number }>(
    keyOf(notificationsApi.unreadCount),
    (before) => before && { ...before, count: count(before.count) },
  )
}

/** Returns a function that marks an unread notification as read. */
export function useMarkRead() {
  const { mutate } = useCall(notificationsApi.read, {
    mutationKey: READ,
    onSuccess: ({ id }) =>
      markReadInCache(
        (notification) => notification.id === id,
        (before) => Math.max(0, before - 1),
      ),
    onError: failed,
  })
  return (id: number) => mutate({ params: { id } })
}

/** Returns a function that marks all notifications as read. */
export function useMarkAllRead() {
  const { mutate } = useCall(notificationsApi.readAll, {
    mutationKey: READ_ALL,
    onSuccess: () =>
      markReadInCache(
        () => true,
        () => 0,
      ),
    onError: failed,
  })
  return () => mutate({})
}
