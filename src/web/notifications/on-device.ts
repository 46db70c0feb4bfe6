import { notificationsApi } from '../../shared/notifications.ts'
import type { OpenMessage } from '../../shared/push-device.ts'
import { closeShown, showCount, shownNow } from '../api/push-device.ts'
import { isKeyOf, queryClient, replyOf } from '../api/queries.ts'

/** The pause before the list is read again, in ms: several changes of the count often come together. */
const GATHER_MS = 500

/** Keeps the icon's number, and closes notifications that were read elsewhere. Returns how to stop. */
export function followUnread(): () => void {
  let shown: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void closeRead(shown).catch(() => undefined), GATHER_MS)
  }
  const follow = (count: number | undefined) => {
    if (count === undefined || count === shown) return
    shown = count
    showCount(count)
    check()
  }
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isKeyOf(notificationsApi.unreadCount, query.queryKey)) follow(query.state.data?.count)
  })
  // As many may have been read as have come meanwhile.
  const look = () => document.visibilityState === 'visible' && check()
  document.addEventListener('visibilitychange', look)
  follow(queryClient.getQueryData<{ count: number }>(replyOf(notificationsApi.unreadCount, {}).queryKey)?.count)
  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Closes this device's notifications that somebody has read. The list is read only if there is anything to close. */
async function closeRead(count: number | undefined) {
  if ((await shownNow()).length === 0) return
  const unread =
    count === 0 ? [] : await queryClient.fetchQuery({ ...replyOf(notificationsApi.list, {}), staleTime: 0 })
  const ids = new Set(unread.filter(({ isRead }) => !isRead).map(({ id }) => id))
  // Of older ones than the list has, nobody knows.
  const oldest = count === 0 ? 0 : Math.min(...unread.map(({ id }) => id))
  await closeShown((id) => id !== null && id >= oldest && !ids.has(id))
}

/** Goes where a tapped notification leads. Returns how to stop. */
export function followTaps(open: (address: string) => void): () => void {
  const receive = ({ data, ports }: MessageEvent<Partial<OpenMessage> | null>) => {
    if (data?.type !== 'open' || !data.address?.startsWith('/')) return
    // The worker opens another window if nobody answers.
    ports[0]?.postMessage('open')
    open(data.address)
  }
  navigator.serviceWorker?.addEventListener('message', receive)
  return () => navigator.serviceWorker?.removeEventListener('message', receive)
}
