import type { Query } from '@tanstack/react-query'
import type { Viewer } from '../../shared/auth.ts'
import type { ChangeWithRow, Resource, ServerMessage } from '../../shared/changes.ts'
import { type Notification, notificationsApi } from '../../shared/notifications.ts'
import { todayApi } from '../../shared/today.ts'
import { snapshotOf, takeSnapshot } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'
import { serverNow } from '../server-time.ts'
import { FollowedChanges } from './followed-changes.ts'
import { withArrived } from './notification-changes.ts'
import { READ_AGAIN } from './task-changes.ts'

/**
 * Applies live changes to the replies that this page has read. A change that comes with its row is worked into every
 * cached reply; facts that only the server knows are read again.
 */

/** Any cached query. */
export type AnyQuery = Query

/** The changes that this page has received. */
export const followed = new FollowedChanges()
/** When a query was last asked for, by `performance.now()`. */
const asked = new WeakMap<AnyQuery, number>()

/**
 * Works a change into the cached replies.
 *
 * @returns the queries that have to be read again
 */
export const applyChange = (change: ChangeWithRow): AnyQuery[] =>
  followed.receive(change) ? queriesOf(change.resource).filter((query) => applyTo(query, change) === READ_AGAIN) : []

/** Every query that a change of this resource makes stale. */
export const queriesOf = (resource: Resource): AnyQuery[] =>
  queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta?.reads?.includes(resource) ?? false })

function applyTo(query: AnyQuery, change: ChangeWithRow): typeof READ_AGAIN | undefined {
  const reply = query.state.data
  // Without a reply yet there is nothing to change: the one on its way is seen to when it is here.
  if (reply === undefined) return undefined
  const endpoint = query.meta?.endpoint
  const [, param] = query.queryKey
  const next = followed.apply({ endpoint, reply, query: queryArgs(query), param, snapshot: snapshotOf(reply) }, change)
  if (next === READ_AGAIN) return READ_AGAIN
  put(query, next)
  return undefined
}

function put(query: AnyQuery, next: unknown) {
  const reply = query.state.data
  if (next === reply) return
  takeSnapshot(next, snapshotOf(reply))
  // Not `setQueryData`, which would call a stale reply fresh.
  query.setState({ data: next })
}

/** A reply that is younger than this, in milliseconds, may count a notification whose message comes after it. */
const MESSAGE_DELAY_MS = 2_000

/**
 * Adds a notification that has just arrived to the list and the count.
 *
 * @returns the queries that have to be read again
 */
export function applyNotification(sent: Extract<ServerMessage, { type: 'notification' }>['data']): AnyQuery[] {
  return queriesOf('notifications').filter((query) => {
    const { data, fetchStatus, dataUpdatedAt } = query.state
    if (data === undefined || fetchStatus !== 'idle') return true
    const isCount = query.meta?.endpoint === notificationsApi.unreadCount
    // Today shows urgent messages alone, and they are about nothing else.
    if (query.meta?.endpoint === todayApi.read)
      return sent.type !== 'message' && (sent.taskId ?? sent.reminderId ?? sent.sopId) === null
    if (isCount && Date.now() - dataUpdatedAt < MESSAGE_DELAY_MS) return true
    const next = isCount
      ? { ...(data as { count: number }), count: (data as { count: number }).count + 1 }
      : // Only the server can tell whether a filter takes it.
        query.meta?.endpoint === notificationsApi.list && !('about' in queryArgs(query))
        ? withArrived(data as Notification[], sent, { userId: followed.viewerId, at: serverNow() })
        : undefined
    if (next) put(query, next)
    return !next
  })
}

/** The query part of a cache key: its last part, when that is an object. */
function queryArgs({ queryKey }: AnyQuery): object {
  const last = (queryKey as readonly unknown[]).at(-1)
  return typeof last === 'object' && last !== null ? last : {}
}

/**
 * Follows the replies that arrive: changes that came while one was on its way are worked into it, as far as it does not
 * hold them. `readAgain` is called for those that only the server can tell. Returns how to stop.
 */
export function followReplies(
  { id, timeZone }: Pick<Viewer, 'id' | 'timeZone'>,
  readAgain: (queries: AnyQuery[]) => void,
): () => void {
  followed.viewerId = id
  followed.timeZone = timeZone
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action } = event
    const query = event.query as AnyQuery
    if (action.type === 'fetch') asked.set(query, performance.now())
    if (action.type !== 'success' || action.manual) return
    // A reply that a route asked for before this page followed anything may lack every change that came since.
    const changes = followed.since(asked.get(query) ?? 0, query.meta?.reads ?? [])
    if (changes === READ_AGAIN || changes.some((change) => applyTo(query, change) === READ_AGAIN)) readAgain([query])
  })
}
