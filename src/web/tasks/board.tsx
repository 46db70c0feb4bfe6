import { useMemo, useRef, useState } from 'react'
import { type BoardFilter, type Board as BoardReply, statuses, tasksApi } from '../../shared/tasks.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Column, ColumnSkeleton } from './column.tsx'
import { DRAG_HELP } from './dragging.ts'
import { JumpBar } from './jump-bar.tsx'
import { useMoves, withMoves } from './moves.ts'
import { NothingFound } from './nothing-found.tsx'
import type { TaskSearch } from './search-params.ts'
import { useDrag } from './use-drag.ts'

const SKELETON_CARDS = { pending: 6, in_progress: 4, completed: 5, overdue: 3 }

/** What the board asks the server for. */
function useFilter({ q, status, priority, assignee, project }: TaskSearch): BoardFilter {
  const { departmentId } = useDepartmentFilter()
  return useMemo(
    () => ({ departmentId, search: q, status, priority, assigneeId: assignee, projectId: project }),
    [departmentId, q, status, priority, assignee, project],
  )
}

/** The four columns, in each of their states. */
export function Board({ search }: { search: TaskSearch }) {
  const filter = useFilter(search)
  const { data, error, isPlaceholderData, isFetching, refetch } = useReply(
    tasksApi.board,
    { query: filter },
    { keepPrevious: true },
  )
  // Until a new filter's tasks are here, the old ones stay, with the pages that belong to them.
  const [shownFilter, setShownFilter] = useState(filter)
  if (data && !isPlaceholderData && shownFilter !== filter) setShownFilter(filter)

  const board = useRef<HTMLDivElement>(null)
  const { handlers, layer } = useDrag(board)
  const totals = useTotals(data)

  if (!data && error) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        <FailedState message="The tasks could not be loaded." onRetry={refetch} pending={isFetching} />
      </div>
    )
  }
  return (
    <>
      <JumpBar board={board} totals={totals} chosen={search.status} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={board}
          {...handlers}
          aria-busy={!data || isPlaceholderData}
          className={cx(
            'relative flex min-h-0 flex-1 snap-x snap-mandatory scroll-px-3.5 gap-3 overflow-x-auto overflow-y-hidden px-3.5 transition-opacity duration-150 [scrollbar-width:none] data-dragging:snap-none md:scroll-px-6 md:px-6 md:pb-5',
            'lg:grid lg:grid-cols-4 lg:overflow-x-visible',
            isPlaceholderData && 'opacity-60 delay-150',
          )}
        >
          {statuses.map((status) =>
            data ? (
              <Column
                key={`${status} ${JSON.stringify(shownFilter)}`}
                status={status}
                first={data[status]}
                filter={shownFilter}
              />
            ) : (
              <ColumnSkeleton key={status} status={status} cards={SKELETON_CARDS[status]} />
            ),
          )}
        </div>
        {!data && <Loading />}
        {data && statuses.every((status) => totals?.[status] === 0) && <NothingFound search={search} />}
        {data && error && !isPlaceholderData && <Outdated pending={isFetching} onRetry={refetch} />}
      </div>
      <p id={DRAG_HELP} hidden>
        Press space or enter to pick up the task, left and right arrow to choose a column, space or enter to drop it
        there, escape to leave it where it was.
      </p>
      {layer}
    </>
  )
}

/** The columns' totals with the moves that are under way. */
function useTotals(data: BoardReply | undefined) {
  const moves = useMoves()
  return useMemo(() => {
    if (!data) return
    const totalOf = (status: (typeof statuses)[number]) =>
      withMoves(status, { tasks: [], total: data[status].total, whole: false }, moves).total
    return Object.fromEntries(statuses.map((status) => [status, totalOf(status)])) as Record<keyof BoardReply, number>
  }, [data, moves])
}

const pill =
  'absolute left-1/2 flex -translate-x-1/2 items-center gap-2.5 whitespace-nowrap rounded-full bg-surface text-sm shadow-float'

const Loading = () => (
  <div role="status" className={cx(pill, 'top-16 px-4 py-2 font-medium text-muted')}>
    <Spinner />
    Loading tasks...
  </div>
)

/** Over tasks that are there, but could not be read again. */
const Outdated = ({ pending, onRetry }: { pending: boolean; onRetry: () => unknown }) => (
  <div role="alert" className={cx(pill, 'bottom-6 py-1.5 pr-1.5 pl-4')}>
    These tasks may be out of date.
    <Button onClick={() => onRetry()} pending={pending}>
      Try again
    </Button>
  </div>
)
