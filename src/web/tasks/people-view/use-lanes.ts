import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { LANES_PAGE, type Lane, type Lanes, peopleViewApi } from '../../../shared/people-view.ts'
import type { BoardFilter } from '../../../shared/task-query.ts'
import { replyOf } from '../../api/queries.ts'
import { keyOfLane } from './lanes.ts'

interface Page {
  data?: Lanes | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** The lanes of all pages that somebody has asked for. The first page is known already. */
export function useLanes(first: Lanes, filter: BoardFilter) {
  const [count, setCount] = useState(1)
  const further = useQueries({
    queries: Array.from({ length: count - 1 }, (_, at) =>
      replyOf(peopleViewApi.lanes, { query: { ...filter, offset: (at + 1) * LANES_PAGE } }),
    ),
    combine: (pages: Page[]) => {
      const failed = pages.find(({ isError, data }) => isError && !data)
      return {
        pages: pages.map(({ data }) => data),
        isReading: pages.some(({ data, isFetching }) => !data && isFetching),
        retry: failed?.refetch,
      }
    },
  })
  const lanes = useMemo(() => {
    // A person may be on two pages, because somebody has come on duty between the two reads.
    const all = new Map<string, Lane>()
    for (const page of [first, ...further.pages])
      for (const lane of page?.lanes ?? []) if (!all.has(keyOfLane(lane))) all.set(keyOfLane(lane), lane)
    return [...all.values()]
  }, [first, further])
  const last = count === 1 ? first : further.pages.at(-1)
  return {
    lanes,
    /** Whether there are further people. */
    more: last === undefined || last.next !== null,
    isReading: further.isReading,
    failed: further.retry !== undefined,
    /** Reads the next people, or those that could not be read. */
    readMore: () => (further.retry ? void further.retry() : last && setCount(count + 1)),
  }
}
