import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { TaskQuery } from '../../../shared/task-query.ts'
import { type Task, type TaskPage, tasksApi } from '../../../shared/tasks.ts'
import { call } from '../../api/call.ts'
import { keyOf, queryClient, replyOf } from '../../api/queries.ts'
import { useInView } from './use-in-view.ts'

const PAGE = 100
/** So many rows before and after those in view are read with them. */
const NEAR_ROWS = 40
/** When somebody drags the scrollbar, pages are read once it has rested for so long. */
const SCROLL_PAUSE_MS = 90
/** A page out of view leaves the cache after this time, so that long scrolling does not fill the memory. */
const CACHE_TIME_MS = 15_000

export type RowQuery = Omit<TaskQuery, 'limit' | 'offset' | 'after' | 'deleted'>

/** The loaded tasks of the table, by page, and how many there are in all. */
export interface Rows {
  query: RowQuery
  total: number
  pages: ReadonlyMap<number, readonly Task[]>
}

/** The task at an index; undefined while its page is not loaded. */
export const rowAt = ({ pages }: Rows, index: number) => pages.get(Math.floor(index / PAGE))?.[index % PAGE]

/** Every loaded row, with its index. */
export const loadedRows = ({ pages }: Rows) =>
  [...pages].flatMap(([page, tasks]) => tasks.map((task, index) => ({ task, index: page * PAGE + index })))

const pageQuery = (query: RowQuery, page: number) => ({ ...query, limit: PAGE, offset: page * PAGE })

/**
 * The query of a page, by its number. It starts at the cursor after the page before, as long as that one is up to date.
 * After a jump or a change it uses an offset, which the server counts from the nearer end: it costs most in the middle.
 */
const pageOf = (query: RowQuery, page: number) => ({
  ...replyOf(tasksApi.list, { query: pageQuery(query, page) }),
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const after = page > 0 ? cursorAfter(query, page - 1) : undefined
    return call(tasksApi.list, { query: after ? { ...query, limit: PAGE, after } : pageQuery(query, page) }, signal)
  },
  gcTime: CACHE_TIME_MS,
})

function cursorAfter(query: RowQuery, page: number) {
  const state = queryClient.getQueryState<TaskPage>(keyOf(tasksApi.list, { query: pageQuery(query, page) }))
  return state && !state.isInvalidated && state.fetchStatus === 'idle' ? state.data?.next : undefined
}

/**
 * The rows of a query in and near the view, and how many rows there are. Pages out of view are not observed: after a
 * change only the first page, for the total, and those in view are read again. The old rows stay until a new query's
 * first page is loaded.
 */
export function useRows(query: RowQuery, scroller: RefObject<HTMLElement | null>, rowHeight: number) {
  const first = useQuery({ ...pageOf(query, 0), placeholderData: keepPreviousData })
  const [shown, setShown] = useState(query)
  if (first.data && !first.isPlaceholderData && shown !== query) setShown(query)
  const total = first.data?.total ?? 0

  const near = useNearPages(scroller, rowHeight)
  const inView = useMemo(() => near.filter((page) => page * PAGE < total), [near, total])
  const pages = useQueries({ queries: inView.map((page) => pageOf(shown, page)), combine: pagesOf })

  const latest = useRef<Rows | null>(null)
  const isPrevious = first.isPlaceholderData
  const isRefreshing = first.isRefetching || pages.refreshing
  const rows = useMemo(() => {
    if (isPrevious && latest.current) return latest.current
    const loaded = new Map(inView.flatMap((page, index) => pairOf(page, pages.data[index])))
    // Pages that are read again change all at once. One by one, rows would be missing or shown twice in between.
    const before = isRefreshing && latest.current?.query === shown ? latest.current : null
    latest.current = before
      ? { ...before, pages: new Map([...loaded, ...before.pages].filter(([page]) => inView.includes(page))) }
      : { query: shown, total, pages: loaded }
    return latest.current
  }, [isPrevious, isRefreshing, shown, total, inView, pages])

  return {
    rows,
    /** The rows belong to the previous query, until this one's are loaded. */
    isPrevious,
    isLoaded: first.data !== undefined,
    error: first.isError || pages.failed,
    isFetching: first.isFetching || pages.fetching,
    retry: () => {
      if (first.isError) void first.refetch()
      pages.retry()
    },
  }
}

const pairOf = (page: number, data: TaskPage | undefined): [number, Task[]][] => (data ? [[page, data.tasks]] : [])

const pagesOf = (
  results: {
    data?: TaskPage | undefined
    isError: boolean
    isFetching: boolean
    isRefetching: boolean
    refetch: () => unknown
  }[],
) => ({
  data: results.map(({ data }) => data),
  refreshing: results.some(({ isRefetching }) => isRefetching),
  fetching: results.some(({ isFetching }) => isFetching),
  failed: results.some(({ isError }) => isError),
  retry: () => {
    for (const { isError, refetch } of results) if (isError) refetch()
  },
})

/** The pages around the rows in view. The next page counts at once, one further away when scrolling pauses. */
function useNearPages(scroller: RefObject<HTMLElement | null>, rowHeight: number) {
  const { inView } = useInView(scroller, PAGE * rowHeight, NEAR_ROWS * rowHeight)
  const [read, setRead] = useState(inView)
  // The first page is always loaded.
  const isNext = inView[0] === 0 || Math.abs(inView[0] - read[0]) <= 1
  useEffect(() => {
    if (isNext) return setRead(inView)
    const timer = setTimeout(() => setRead(inView), SCROLL_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [inView, isNext])
  return useMemo(() => Array.from({ length: read[1] - read[0] }, (_, index) => read[0] + index), [read])
}
