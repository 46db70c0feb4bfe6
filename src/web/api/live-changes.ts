import type { Query } from '@tanstack/react-query'
import type { ChangeWithRow, Resource } from '../../shared/changes.ts'
import { dashboardApi } from '../../shared/dashboard.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { projectsApi } from '../../shared/projects.ts'
import { hasSeen, type Snapshot } from '../../shared/snapshot.ts'
import {
  changeBoard,
  changeList,
  changeMetrics,
  changesProgress,
  changeTask,
  READ_AGAIN,
  type ReplyState,
  type TaskChange,
} from '../../shared/task-changes.ts'
import { tasksApi } from '../../shared/tasks.ts'
import { snapshotOf, takeSnapshot } from './call.ts'
import { queryClient } from './queries.ts'

/**
 * Applies live changes to the replies that this page has read. A change that comes with its row is worked into every cached
 * reply; what only the server can tell is read again.
 */

/** Any cached query. */
export type AnyQuery = Query
type Patch = (reply: never, change: TaskChange, query: never, state: ReplyState) => unknown

/** How a change of a task changes the replies of each endpoint; a reply of any other is read again. */
const patches = new Map<Endpoint, Patch>([
  [tasksApi.board, changeBoard],
  [tasksApi.list, changeList],
  [tasksApi.get, changeTask],
  [dashboardApi.metrics, changeMetrics],
  [projectsApi.list, (projects, change) => (changesProgress(projects, change) ? READ_AGAIN : projects)],
] as [Endpoint, Patch][])

/** Changes that came lately, for replies that were on their way; older ones than this are in every reply. */
const log: { change: ChangeWithRow; at: number }[] = []
const MAX_LOGGED = 2_000
/** Positions that were received, beyond those that the server says are complete. */
const received = new Set<number>()
/** When a query was last asked for, by `performance.now()`. */
const asked = new WeakMap<AnyQuery, number>()

/** Up to where of the log of events this page has everything; what it says to the server when it returns. */
let position: number | undefined
/** The log's name. */
let epoch: string | undefined
let timeZone = 'UTC'

/** Where this page goes on when it connects again. */
export const resumeFrom = () => (epoch !== undefined && position !== undefined ? { epoch, position } : undefined)

/** Notes up to where everything has been received. */
export function notePosition(next: number | undefined, of = epoch) {
  if (next === undefined || of === undefined) return
  if (of !== epoch) received.clear()
  position = of === epoch ? Math.max(position ?? 0, next) : next
  epoch = of
  for (const each of received) if (each <= position) received.delete(each)
}

/**
 * Works a change into the cached replies.
 *
 * @returns the queries that have to be read again
 */
export function applyChange(change: ChangeWithRow): AnyQuery[] {
  const isKnown = change.position !== undefined && (received.has(change.position) || change.position <= (position ?? 0))
  notePosition(change.floor)
  if (isKnown) return []
  if (change.position !== undefined) received.add(change.position)
  if (change.row !== undefined) {
    log.push({ change, at: performance.now() })
    log.splice(0, log.length - MAX_LOGGED)
  }
  return queriesOf(change.resource).filter((query) => applyTo(query, change) === READ_AGAIN)
}

/** Every query that a change of this resource makes stale. */
export const queriesOf = (resource: Resource): AnyQuery[] =>
  queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta?.reads?.includes(resource) ?? false })

function applyTo(query: AnyQuery, change: ChangeWithRow): typeof READ_AGAIN | undefined {
  const reply = query.state.data
  const patch = query.meta?.endpoint && patches.get(query.meta.endpoint)
  if (!patch || change.resource !== 'tasks' || change.row === undefined) return READ_AGAIN
  // Without a reply yet there is nothing to change: the one on its way is seen to when it is here.
  if (reply === undefined) return undefined
  const snapshot = snapshotOf(reply)
  const next = patch(reply as never, change as TaskChange, queryArgs(query) as never, stateOf(snapshot, change))
  if (next === READ_AGAIN) return READ_AGAIN
  if (next !== reply) {
    takeSnapshot(next as object, snapshot)
    // Not `setQueryData`, which would call a stale reply fresh.
    query.setState({ data: next })
  }
  return undefined
}

const stateOf = (snapshot: Snapshot | undefined, { transaction = 0, due = 0 }: ChangeWithRow): ReplyState => ({
  timeZone,
  isCounted: snapshot && hasSeen(snapshot, transaction),
  dueBefore: Math.max(snapshot?.time ?? 0, due),
})

/** The query part of a cache key: its last part, when that is an object. */
function queryArgs({ queryKey }: AnyQuery): object {
  const last = (queryKey as readonly unknown[]).at(-1)
  return typeof last === 'object' && last !== null ? last : {}
}

/**
 * Follows the replies that arrive: changes that came while one was on its way are worked into it, as far as it does not hold them.
 * `readAgain` is called for those that only the server can tell. Returns how to stop.
 */
export function followReplies(zone: string, readAgain: (queries: AnyQuery[]) => void): () => void {
  timeZone = zone
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action } = event
    const query = event.query as AnyQuery
    if (action.type === 'fetch') asked.set(query, performance.now())
    if (action.type !== 'success' || action.manual) return
    const since = asked.get(query) ?? performance.now()
    for (const { change, at } of log) {
      if (at < since || !query.meta?.reads?.includes(change.resource)) continue
      if (applyTo(query, change) === READ_AGAIN) return readAgain([query])
    }
  })
}
