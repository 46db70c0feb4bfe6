import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditFilter, auditApi } from '../../shared/audit-log.ts'
import type { Reply } from '../../shared/endpoint.ts'
import { call } from '../api/call.ts'
import { keyOf, useReply } from '../api/queries.ts'

const PAGE = 50

type Page = Reply<typeof auditApi.list>

/**
 * The entries that match the filter, newest first, as far as the person has scrolled. New entries are read at once and
 * counted in `fresh`. They appear only when `showFresh` is called, so that the list does not move while somebody reads.
 * The filter must stay the same: give the component a key.
 */
export function useAuditEntries(filter: AuditFilter) {
  const query = { ...filter, limit: PAGE }
  const newest = useReply(auditApi.list, { query }, { total: true })
  const [accepted, setAccepted] = useState<Page>()
  const [reached, setReached] = useState(false)
  if (!accepted && newest.data) setAccepted(newest.data)

  const older = useInfiniteQuery({
    queryKey: [...keyOf(auditApi.list, { query }), 'older', accepted?.next],
    enabled: reached && Boolean(accepted?.next),
    queryFn: ({ pageParam, signal }) => call(auditApi.list, { query: { ...query, after: pageParam } }, signal),
    initialPageParam: accepted?.next ?? undefined,
    getNextPageParam: (last: Page) => last.next ?? undefined,
    gcTime: 0,
  })

  const shown = new Set(accepted?.entries.map(({ id }) => id))
  const fresh = accepted ? (newest.data?.entries.filter(({ id }) => !shown.has(id)).length ?? 0) : 0
  const hasMore = reached ? older.hasNextPage || older.isPending : Boolean(accepted?.next)
  return {
    entries: accepted && [...accepted.entries, ...(older.data?.pages.flatMap(({ entries }) => entries) ?? [])],
    error: accepted ? null : newest.error,
    retry: newest.refetch,
    isFetching: newest.isFetching,
    hasMore: Boolean(accepted?.next) && hasMore,
    failedMore: older.isError,
    isFetchingMore: older.isFetching,
    more() {
      if (!reached) setReached(true)
      else if (!older.isFetching) void (older.data ? older.fetchNextPage() : older.refetch())
    },
    /** The number of new entries; at `PAGE` there may be more. */
    fresh,
    freshMore: fresh >= PAGE,
    showFresh() {
      setReached(false)
      setAccepted(newest.data)
    },
  }
}
