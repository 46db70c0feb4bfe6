import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { BOARD_PAGE, type BoardQuery, boardOrders } from '../../../shared/task-query.ts'
import type { Status } from '../../../shared/task-status.ts'
import { type Task, type TaskPage, tasksApi } from '../../../shared/tasks.ts'
import { replyOf } from '../../api/queries.ts'
import { assemble, type PageSlice, type PageStart } from '../../task/board-pages.ts'
import { useMoves, withMoves } from '../../task/moves.ts'

/** Pages within so many rows of those in view are observed, and the next page is read so many rows before the end. */
const NEAR_ROWS = 15

const pageAfter = (status: Status, query: BoardQuery, { cursor }: PageStart) =>
  replyOf(tasksApi.list, {
    query: { ...query, status, order: boardOrders[sortOf(query)], limit: BOARD_PAGE, after: cursor },
  })

const sortOf = ({ sort = 'createdAt' }: BoardQuery) => sort

/** The pages that somebody has scrolled through. They are restored when the person comes back. */
export interface ReadPages {
  starts: readonly PageStart[]
  read: ReadonlyMap<string, TaskPage>
  before: readonly Task[]
}

/**
 * A column's tasks. The first page comes with the board. Further ones are read as somebody scrolls. Only pages in view
 * are observed, and so read again after a change. The others stay as they were read until they come into view again.
 */
export function useColumn(status: Status, first: TaskPage, query: BoardQuery, restored?: ReadPages) {
  const sort = sortOf(query)
  const [starts, setStarts] = useState(restored?.starts ?? [])
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const before = useRef(restored?.before ?? [])
  const read = useRef(new Map(restored?.read))
  const inView = useMemo(() => starts.filter(({ cursor }) => watched.has(cursor)), [starts, watched])
  const pages = useQueries({ queries: inView.map((start) => pageAfter(status, query, start)), combine: pagesOf })

  const assembly = useMemo(() => {
    for (const [index, page] of pages.data.entries()) {
      const start = inView[index]
      if (page && start) read.current.set(start.cursor, page)
    }
    return assemble(first, starts, ({ cursor }) => read.current.get(cursor), before.current, sort)
  }, [first, starts, inView, pages, sort])
  const { parts, next } = assembly
  useEffect(() => {
    before.current = assembly.tasks
    if (parts.length !== starts.length || parts.some(({ start }, index) => start !== starts[index])) {
      setStarts(parts.map(({ start }) => start))
      const current = new Set(parts.map(({ start }) => start.cursor))
      for (const cursor of read.current.keys()) if (!current.has(cursor)) read.current.delete(cursor)
    }
  }, [assembly, parts, starts])

  const moves = useMoves()
  const more = next !== null || parts.at(-1)?.loaded === false
  const shown = useMemo(
    () => withMoves(status, { tasks: assembly.tasks, total: first.total, whole: !more, sort }, moves),
    [status, assembly, first, more, sort, moves],
  )

  /** Takes the rows in view. The column calls it whenever they have changed. */
  const onRangeShown = useCallback(
    (from: number, to: number) => {
      setWatched((known) => {
        const now = new Set(parts.filter((part) => isNear(part, from, to)).map(({ start }) => start.cursor))
        return now.size === known.size && [...now].every((cursor) => known.has(cursor)) ? known : now
      })
      if (next && to > assembly.tasks.length - NEAR_ROWS) setStarts([...parts.map(({ start }) => start), next])
    },
    [assembly, parts, next],
  )

  const readPages = (): ReadPages => ({ starts, read: read.current, before: assembly.tasks })
  return { ...shown, more, failed: pages.failed, retry: pages.retry, onRangeShown, readPages }
}

const isNear = ({ from, to, loaded }: PageSlice, first: number, last: number) =>
  first - NEAR_ROWS < to + (loaded ? 0 : 1) && last + NEAR_ROWS >= from

const pagesOf = (
  results: { data?: TaskPage | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }[],
) => {
  const failed = results.find(({ isError, isFetching, data }) => isError && !isFetching && !data)
  return { data: results.map(({ data }) => data), failed: failed !== undefined, retry: failed?.refetch }
}
