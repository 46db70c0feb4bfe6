import {
  MutationCache,
  QueryCache,
  QueryClient,
  replaceEqualDeep,
  type UseMutationOptions,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { API_PREFIX } from '../../shared/api-prefix.ts'
import { followedByOwner, type Resource } from '../../shared/changes.ts'
import type { Arguments, Endpoint, Reply } from '../../shared/endpoint.ts'
import { MAX_PAGE_SIZE } from '../../shared/fields.ts'
import { positionOfReply, untilCome } from '../live/own-changes.ts'
import { cachedReply } from '../offline/response-cache.ts'
import { call, snapshotOf, takeSnapshot } from './call.ts'
import { CallError, hasStatus, urlOf } from './call-endpoint.ts'
import { isStartingUp } from './early-replies.ts'
import { noteReadFailed, noteReadSucceeded, waitsAfterRefusal } from './refused-reads.ts'
import { sessionEnded } from './session-end.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The endpoint, for changes that are worked into its reply. */
      endpoint?: Endpoint
      /** The resources whose changes make this query's data stale. */
      reads?: readonly Resource[]
      /** A count. While changes keep coming it is read again at most every 2 s. */
      total?: boolean
    }
  }
}

const onError = (error: Error) => {
  if (hasStatus(error, 401)) sessionEnded.set(true)
}

/**
 * Only changes make data stale, never its age. Nothing is retried: a failure is shown at once, and people decide.
 * `refused-reads` repeats a read only when a change has made data on the screen stale.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      onError(error)
      // The server has answered, so its refusal is shown, not the data of the last visit.
      if (lastKnown.delete(query) && error instanceof CallError) query.setState({ data: undefined, dataUpdatedAt: 0 })
      noteReadFailed(query, error)
    },
    onSuccess(_data, query) {
      lastKnown.delete(query)
      noteReadSucceeded(query)
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      // Unchanged parts stay the same objects, which then are as new as the reply.
      structuralSharing: (before, after) => {
        const shared = replaceEqualDeep(before, after)
        takeSnapshot(shared, snapshotOf(after))
        return shared
      },
      refetchOnWindowFocus: false,
      refetchInterval: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The cache key: the path up to its first parameter, the parts after that, then the query. */
export function keyOf(
  endpoint: Pick<Endpoint, 'path'>,
  { params = {}, query }: { params?: Record<string, unknown>; query?: object } = {},
) {
  const segments = endpoint.path.slice(1).split('/')
  const plain = segments.findIndex((segment) => segment.startsWith(':'))
  const head = plain === -1 ? segments : segments.slice(0, plain)
  const rest =
    plain === -1 ? [] : segments.slice(plain).map((part) => (part.startsWith(':') ? params[part.slice(1)] : part))
  return [`${API_PREFIX}/${head.join('/')}`, ...rest, ...(query ? [query] : [])]
}

/** Whether a cache key belongs to this endpoint, with any parameters and query, but to none below its path. */
export function isKeyOf(endpoint: Pick<Endpoint, 'path'>, key: readonly unknown[]) {
  const pattern = keyOf(endpoint)
  const path = key.filter((part) => typeof part !== 'object')
  return path.length === pattern.length && pattern.every((part, at) => part === undefined || part === path[at])
}

/** The options of a query that reads this endpoint, for `useQuery`, `prefetchQuery` and the like. */
export const replyOf = <E extends Endpoint>(endpoint: E, args: Arguments<E>) => ({
  queryKey: keyOf(endpoint, args as Parameters<typeof keyOf>[1]),
  queryFn({ signal }: { signal: AbortSignal }) {
    if (endpoint.cached && isStartingUp()) void showKnown(endpoint, args)
    return call(endpoint, args, signal)
  },
  meta: { endpoint, reads: endpoint.reads },
})

/** Queries that show a reply of the last visit. */
const lastKnown = new WeakSet<object>()

/** Shows the last known reply of a read that is under way, until the server's is here. */
async function showKnown<E extends Endpoint>(endpoint: E, args: Arguments<E>) {
  const { params, query } = args as { params?: Record<string, unknown>; query?: object }
  const queryKey = keyOf(endpoint, { params, query })
  const known = await cachedReply(urlOf(endpoint, params, query))
  const shown = queryClient.getQueryCache().find({ queryKey })
  if (!known || !isStartingUp() || shown?.state.data !== undefined || shown?.state.fetchStatus !== 'fetching') return
  lastKnown.add(shown)
  queryClient.setQueryData(queryKey, JSON.parse(known.text), { updatedAt: known.at })
}

/** Reads an endpoint and keeps it up to date. */
export const useReply = <E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  options: { enabled?: boolean; refetchInterval?: number; keepPrevious?: boolean; total?: boolean } = {},
) => {
  const { keepPrevious, total, ...rest } = options
  return useQuery({
    ...replyOf(endpoint, args),
    ...rest,
    meta: { endpoint, reads: endpoint.reads, total },
    // A failed early read, from before anything was drawn, is not repeated.
    retryOnMount: !isStartingUp(),
    placeholderData: keepPrevious ? (previous: Reply<E> | undefined) => previous as never : undefined,
  })
}

/**
 * Reads the whole of a list that comes in pages of `MAX_PAGE_SIZE`. It reads the next page as soon as one is full.
 * `data` is undefined until the last page has arrived.
 */
export function useWholeList<Row extends { id: number | string }, E extends PagedEndpoint<Row>>(
  endpoint: E,
  query: { inactive?: 'true' } = {},
  { enabled = true, total = false }: { enabled?: boolean; total?: boolean } = {},
) {
  const [count, setCount] = useState(1)
  const result = useQueries({
    queries: Array.from({ length: count }, (_, at) => ({
      ...replyOf(endpoint, { query: { ...query, ...(at > 0 && { offset: at * MAX_PAGE_SIZE }) } } as Arguments<E>),
      enabled,
      meta: { endpoint, reads: endpoint.reads, total },
    })),
    combine: mergePages<Row>,
  })
  if (result.needed !== undefined && result.needed !== count) setCount(result.needed)
  return result
}

type PagedEndpoint<Row> = Endpoint & { reply: z.ZodMiniType<Row[]>; query: z.ZodMiniType<{ offset?: number }> }

function mergePages<Row extends { id: number | string }>(pages: UseQueryResult<unknown>[]) {
  const rows = pages.map(({ data }) => data as Row[] | undefined)
  const last = rows.findIndex((page) => page === undefined || page.length < MAX_PAGE_SIZE)
  const isComplete = last !== -1 && rows[last] !== undefined
  const all = isComplete ? rows.slice(0, last + 1).flatMap((page) => page ?? []) : undefined
  return {
    // A row can be on two pages: a new row pushes it to the next page between the two reads.
    data: all && [...new Map(all.map((row) => [row.id, row])).values()],
    /** How many pages to read; undefined while one is on its way. */
    needed: isComplete ? last + 1 : last === -1 ? pages.length + 1 : undefined,
    error: pages.find(({ error }) => error)?.error ?? null,
    isError: pages.some(({ isError }) => isError),
    isPending: !isComplete,
    isFetching: pages.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(pages.map(({ refetch }) => refetch())),
  }
}

type CallOptions<E extends Endpoint, Before> = Omit<
  UseMutationOptions<Reply<E>, Error, Arguments<E>, Before>,
  'mutationFn'
>

/** Calls an endpoint that changes data. Afterwards queries of the changed resources follow. */
export const useCall = <E extends Endpoint, Before = unknown>(endpoint: E, options: CallOptions<E, Before> = {}) =>
  useMutation({
    ...options,
    mutationFn: (args: Arguments<E>) => call(endpoint, args),
    onSettled: (...all) => {
      const [reply] = all
      void showChanges(endpoint.changes ?? [], reply)
      return options.onSettled?.(...all)
    },
  })

/**
 * Lets all queries that show these resources follow a change of this page. It waits for changes that come back over the
 * live connection; the rest is read again. Call it with the reply of the write, or with undefined if it has failed.
 */
export async function showChanges(resources: readonly Resource[], reply: unknown): Promise<void> {
  const position = positionOfReply(reply)
  if (position === undefined) return markStale(resources)
  const isFollowed = (resource: Resource) => followedByOwner.includes(resource)
  const others = resources.filter((resource) => !isFollowed(resource))
  const rest = others.length > 0 ? markStale(others) : undefined
  if (!(await untilCome(position))) await markStale(resources.filter(isFollowed))
  await rest
}

/**
 * Marks the data of these resources stale. Data on the screen is read again at once, other data when it is next shown.
 * A read that the server has just refused waits until its time has come.
 */
export function markStale(resources: readonly Resource[] | 'everything') {
  return queryClient.invalidateQueries({
    predicate: (query) =>
      !waitsAfterRefusal(query) &&
      (resources === 'everything' || (query.meta?.reads ?? []).some((resource) => resources.includes(resource))),
  })
}

/** Marks these queries stale, as `markStale` does for all that show a resource. */
export const markQueriesStale = (queries: ReadonlySet<unknown>) =>
  queryClient.invalidateQueries({ predicate: (query) => queries.has(query) && !waitsAfterRefusal(query) })

/** Marks everything stale and reads nothing yet. `readStale` reads the screen's; a new screen reads its own. */
export const markStaleForLater = () => queryClient.invalidateQueries({ refetchType: 'none' })

/** Reads again the screen's queries that are still stale. */
export const readStale = () =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => query.state.isInvalidated && !waitsAfterRefusal(query),
  })
