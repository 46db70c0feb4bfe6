import { useEffect, useMemo, useRef, useState } from 'react'
import { statuses } from '../../../shared/task-status.ts'
import { type Board as BoardReply, tasksApi } from '../../../shared/tasks.ts'
import { useReply } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { useMoves, withMoves } from '../../task/moves.ts'
import type { TaskSearch } from '../../task/search-params.ts'
import { cx } from '../../ui/class-names.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { useBoardSort } from '../filters/board-sort.ts'
import { useFilter } from '../filters/use-filter.ts'
import { FaultNote, LoadingNote } from '../notes.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { Column, ColumnSkeleton } from './column.tsx'
import { adding } from './column-frame.tsx'
import { DRAG_HELP } from './dragging.ts'
import { JumpBar } from './jump-bar.tsx'
import { useDrag } from './use-drag.ts'
import { useStages } from './use-stages.ts'

const loadLayer = () => import('./drag.tsx').then((module) => module.DragLayer)

const SKELETON_CARDS = { pending: 6, in_progress: 4, completed: 5, overdue: 3 }

/** The four columns: loading, failed, empty or full. */
export function TaskBoard({ search }: { search: TaskSearch }) {
  const i18n = useI18n()
  const filter = useFilter(search)
  const { sort } = useBoardSort()
  const query = useMemo(() => (sort === 'createdAt' ? filter : { ...filter, sort }), [filter, sort])
  const { data, error, isPlaceholderData, isFetching, refetch } = useReply(
    tasksApi.board,
    { query },
    { keepPrevious: true },
  )
  // The old tasks and their pages stay until the tasks of a new filter or order are loaded.
  const [shownQuery, setShownQuery] = useState(query)
  if (data && !isPlaceholderData && shownQuery !== query) setShownQuery(query)

  useEffect(() => () => adding.set(null), [])
  const board = useRef<HTMLElement>(null)
  const stages = useStages(board, data !== undefined, statuses.length)
  const { handlers, Layer, starter } = useDrag(data !== undefined, loadLayer)
  const totals = useTotals(data)
  const isEmpty = totals !== undefined && statuses.every((status) => totals[status] === 0)

  if (!data && error) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        <FailedState message={i18n.t('The tasks could not be loaded.')} onRetry={refetch} pending={isFetching} />
      </div>
    )
  }
  return (
    <>
      <JumpBar board={board} totals={totals} chosen={search.status} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <section
          ref={board}
          {...handlers}
          aria-label={i18n.t('Board')}
          data-scroll-restoration-id="board"
          // The keyboard scrolls the board by its cards. An empty board must take the focus itself.
          tabIndex={isEmpty ? 0 : undefined}
          aria-busy={!data || isPlaceholderData}
          className={cx(
            'relative flex min-h-0 flex-1 snap-x snap-mandatory scroll-px-3.5 gap-3 overflow-x-auto overflow-y-hidden px-3.5 transition-opacity duration-150 [scrollbar-width:none] data-dragging:snap-none md:scroll-px-6 md:px-6 md:pb-5',
            'lg:grid lg:grid-cols-4 lg:overflow-x-visible print:grid print:grid-cols-4 print:overflow-visible',
            isPlaceholderData && 'opacity-60 delay-150',
          )}
        >
          {statuses.map((status, at) =>
            data && at < stages ? (
              <Column
                key={`${status} ${JSON.stringify(shownQuery)}`}
                status={status}
                first={data[status]}
                query={shownQuery}
              />
            ) : (
              // A column that comes at once needs few cards before. Without any it would look empty beside its count.
              <ColumnSkeleton
                key={status}
                status={status}
                count={totals?.[status]}
                cards={totals ? Math.min(2, totals[status]) : SKELETON_CARDS[status]}
              />
            ),
          )}
        </section>
        {!data && <LoadingNote />}
        {isEmpty && <NothingFound search={search} />}
        {data && error && !isPlaceholderData && (
          <FaultNote pending={isFetching} onRetry={refetch}>
            {i18n.t('These tasks may be out of date.')}
          </FaultNote>
        )}
      </div>
      <p id={DRAG_HELP} hidden>
        {i18n.t(
          'Press space or enter to pick up the task, left and right arrow to choose a column, space or enter to drop it there, escape to leave it where it was.',
        )}
      </p>
      {Layer && <Layer board={board} starter={starter} />}
    </>
  )
}

/** The columns' totals with the moves under way applied. */
function useTotals(data: BoardReply | undefined) {
  const moves = useMoves()
  return useMemo(() => {
    if (!data) return
    const totalOf = (status: (typeof statuses)[number]) =>
      withMoves(status, { tasks: [], total: data[status].total, whole: false }, moves).total
    return Object.fromEntries(statuses.map((status) => [status, totalOf(status)])) as Record<keyof BoardReply, number>
  }, [data, moves])
}
