import { replaceEqualDeep, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { notificationsApi } from '../../shared/notifications.ts'
import {
  type Thread,
  type ThreadMessage,
  type ThreadMessages,
  type ThreadPage,
  threadsApi,
} from '../../shared/threads.ts'
import { call } from '../api/call.ts'
import { keyOf, markStale, queryClient, replyOf } from '../api/queries.ts'

/** Reading threads and their messages, and noting what was read. */

const latest = (id: number) => ({ params: { id }, query: {} })
const listKey = [...keyOf(threadsApi.list), 'pages']

/** The viewer's threads, a page after the other. */
export function useThreads() {
  const { data, ...rest } = useInfiniteQuery({
    queryKey: listKey,
    meta: { reads: threadsApi.list.reads },
    queryFn: ({ pageParam, signal }) =>
      call(threadsApi.list, { query: pageParam === null ? {} : { after: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ThreadPage) => page.next,
  })
  // A thread that moves to the top between two reads would stand on two pages.
  const threads = data && [
    ...new Map(data.pages.flatMap((page) => page.threads).map((thread) => [thread.id, thread])).values(),
  ]
  return { threads, ...rest }
}

/** The reply after it was read again: earlier messages that were known stay. */
function withEarlier(before: ThreadMessages | undefined, page: ThreadMessages): ThreadMessages {
  const [first] = page.messages
  if (!before || !first || page.next === null) return page
  const earlier = before.messages.filter(({ id }) => id < first.id)
  // Without a message that both have, some between them may be missing.
  if (earlier.length === 0 || earlier.length === before.messages.length) return page
  return { ...page, messages: [...earlier, ...page.messages], next: before.next }
}

/** A thread with its messages from the latest back, the oldest first. */
export function useThread(id: number) {
  const query = useQuery({
    ...replyOf(threadsApi.messages, latest(id)),
    structuralSharing: (before, after) =>
      replaceEqualDeep(before, withEarlier(before as ThreadMessages | undefined, after as ThreadMessages)),
  })
  const [reading, setReading] = useState<'earlier' | 'failed'>()
  const next = query.data?.next ?? null
  return {
    query,
    /** Whether an earlier page is on its way, or could not be read. */
    reading,
    async readEarlier() {
      if (next === null || reading === 'earlier') return
      setReading('earlier')
      try {
        const page = await call(threadsApi.messages, { params: { id }, query: { before: next } })
        changeShown(id, (shown) =>
          shown.next === next ? { ...shown, messages: [...page.messages, ...shown.messages], next: page.next } : shown,
        )
        setReading(undefined)
      } catch {
        setReading('failed')
      }
    },
  }
}

function changeShown(id: number, change: (page: ThreadMessages) => ThreadMessages) {
  const query = queryClient.getQueryCache().find<ThreadMessages>({ queryKey: keyOf(threadsApi.messages, latest(id)) })
  // Not `setQueryData`, which would call a stale reply fresh.
  if (query?.state.data) query.setState({ data: change(query.state.data) })
}

/** Shows a message as this page has just written it or taken it back. */
export function showMessage(message: ThreadMessage) {
  changeShown(message.threadId, (page) => {
    const others = page.messages.filter(({ id }) => id !== message.id)
    return { ...page, messages: [...others, message].sort((a, b) => a.id - b.id) }
  })
}

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const useIsVisible = () => useSyncExternalStore(subscribe, () => !document.hidden)

/** Marks a thread as read while its end is in view of somebody who looks at the page. */
export function useReadMark(thread: Thread | undefined, isAtEnd: boolean) {
  const isSeen = useIsVisible() && isAtEnd
  const { id, unread = 0 } = thread ?? {}
  useEffect(() => {
    if (id !== undefined && unread > 0 && isSeen) void markRead(id)
  }, [id, unread, isSeen])
}

/** Marks a thread as read: at once on the screen, then on the server. */
async function markRead(id: number) {
  changeShown(id, (page) => ({ ...page, thread: { ...page.thread, unread: 0 } }))
  queryClient.setQueryData<{ pages: ThreadPage[]; pageParams: unknown[] }>(
    listKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          threads: page.threads.map((thread) => (thread.id === id ? { ...thread, unread: 0 } : thread)),
        })),
      },
  )
  queryClient.setQueryData<{ count: number; threads?: number }>(
    keyOf(notificationsApi.unreadCount),
    (before) => before && { ...before, threads: Math.max(0, (before.threads ?? 0) - 1) },
  )
  // If that fails, the next read says so.
  await call(threadsApi.markRead, { params: { id } }).catch(() => undefined)
  void markStale(threadsApi.markRead.changes ?? [])
}
