import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Task, type TaskPage, type TaskQuery, tasksApi } from '../../../shared/tasks.ts'
import { call } from '../../api/call.ts'
import { keyOf, queryClient, replyOf } from '../../api/queries.ts'
import { useInView } from './use-in-view.ts'

const PAGE = 100
/** Rows this near to those in view are read with them. */
const NEAR = 40
/** When somebody drags the scrollbar, what flies past is not read: only where it rests. */
const REST = 90
/** A page out of sight is kept this long, so that scrolling on and on fills no memory. */
const KEPT_FOR = 15_000

export type RowQuery = Omit<TaskQuery, 'limit' | 'offset' | 'after' | 'deleted'>

/** The table's tasks as far as they are here, each at its place among all. */
export interface Rows {
  query: RowQuery
  total: number
  pages: ReadonlyMap<number, readonly Task[]>
}

export const rowAt = ({ pages }: Rows, index: number) => pages.get(Math.floor(index / PAGE))?.[index % PAGE]

/** Every row that is here, with its place. */
export const rowsHere = ({ pages }: Rows) =>
  [...pages].flatMap(([page, tasks]) => tasks.map((task, index) => ({ task, index: page * PAGE + index })))

const requested = (query: RowQuery, page: number) => ({ ...query, limit: PAGE, offset: page * PAGE })

/**
 * A page known by its number. It is read from the cursor behind the page before as long as that one is up to date; after a
 * jump, or once things have changed, by counting from the nearer end, which costs the server most in the middle.
 */
const pageOf = (query: RowQuery, page: number) => ({
  ...replyOf(tasksApi.list, { query: requested(query, page) }),
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const after = page > 0 ? cursorBehind(query, page - 1) : undefined
    return call(tasksApi.list, { query: after ? { ...query, limit: PAGE, after } : requested(query, page) }, signal)
  },
  gcTime: KEPT_FOR,
})

function cursorBehind(query: RowQuery, page: number) {
  const state = queryClient.getQueryState<TaskPage>(keyOf(tasksApi.list, { query: requested(query, page) }))
  return state && !state.isInvalidated && state.fetchStatus === 'idle' ? state.data?.next : undefined
}

/**
 * The rows of a query that are near those in view, and how many there are. Pages out of sight are not observed: a change
 * costs the first page, for the total, and what is in view. Until a new query's first page is here, the old rows stay.
 */
export function useRows(query: RowQuery, scroller: RefObject<HTMLElement | null>, rowHeight: number) {
  const first = useQuery({ ...pageOf(query, 0), placeholderData: keepPreviousData })
  const [shown, setShown] = useState(query)
  if (first.data && !first.isPlaceholderData && shown !== query) setShown(query)
  const total = first.data?.total ?? 0

  const near = useNearPages(scroller, rowHeight)
  const inView = useMemo(() => near.filter((page) => page * PAGE < total), [near, total])
  const pages = useQueries({ queries: inView.map((page) => pageOf(shown, page)), combine: pagesOf })

  const held = useRef<Rows | null>(null)
  const isNew = first.isPlaceholderData
  const isRefreshing = first.isRefetching || pages.refreshing
  const rows = useMemo(() => {
    if (isNew && held.current) return held.current
    const here = new Map(inView.flatMap((page, index) => pairOf(page, pages.data[index])))
    // Pages that are read again change all at once: one by one, rows would be missing or there twice in between.
    const before = isRefreshing && held.current?.query === shown ? held.current : null
    held.current = before
      ? { ...before, pages: new Map([...here, ...before.pages].filter(([page]) => inView.includes(page))) }
      : { query: shown, total, pages: here }
    return held.current
  }, [isNew, isRefreshing, shown, total, inView, pages])

  return {
    rows,
    /** Rows of another query are shown until this one's are here. */
    isNew,
    isHere: first.data !== undefined,
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

/** The numbers of the pages around the rows in view: the next one at once, one further away when the scrolling rests. */
function useNearPages(scroller: RefObject<HTMLElement | null>, rowHeight: number) {
  const { inView } = useInView(scroller, PAGE * rowHeight, NEAR * rowHeight)
  const [read, setRead] = useState(inView)
  // The first page is always here.
  const isNext = inView[0] === 0 || Math.abs(inView[0] - read[0]) <= 1
  useEffect(() => {
    if (isNext) return setRead(inView)
    const timer = setTimeout(() => setRead(inView), REST)
    return () => clearTimeout(timer)
  }, [inView, isNext])
  return useMemo(() => Array.from({ length: read[1] - read[0] }, (_, index) => read[0] + index), [read])
}
