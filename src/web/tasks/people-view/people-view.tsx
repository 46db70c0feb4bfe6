import '../../live/people-view-changes.ts'
import { Suspense, useMemo, useState } from 'react'
import { peopleViewApi } from '../../../shared/people-view.ts'
import type { Task } from '../../../shared/tasks.ts'
import { markStale, useReply } from '../../api/queries.ts'
import { useMidnight } from '../../components/time/use-midnight.ts'
import { useI18n } from '../../language.ts'
import { BoardContext, useBoardActions } from '../../task/board-context.ts'
import type { TaskSearch } from '../../task/search-params.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Skeleton, times } from '../../ui/skeleton.tsx'
import { CardSkeleton } from '../board/column-tail.tsx'
import { useFilter } from '../filters/use-filter.ts'
import { FaultNote, LoadingNote } from '../notes.tsx'
import { DayBar } from './day-bar.tsx'
import { LaneBoard } from './lane-board.tsx'

const AssignDialog = lazyPart(() => import('./assign-dialog.tsx'), 'AssignDialog')

/** The open tasks by person, for those who assign them: loading, failed or shown. */
export function PeopleView({ search }: { search: TaskSearch }) {
  const i18n = useI18n()
  const filter = useFilter(search)
  const { data, error, isPlaceholderData, isFetching, refetch } = useReply(
    peopleViewApi.lanes,
    { query: filter },
    { keepPrevious: true },
  )
  // The lanes of the filter before stay until the new one's are here.
  const [shownFilter, setShownFilter] = useState(filter)
  if (data && !isPlaceholderData && shownFilter !== filter) setShownFilter(filter)
  // "Due today" means other tasks tomorrow.
  useMidnight(() => void markStale(['tasks']))

  const [choosingFor, setChoosingFor] = useState<Task | null>(null)
  const actions = useBoardActions()
  const laneActions = useMemo(() => ({ ...actions, chooseAssignee: setChoosingFor }), [actions])

  if (!data && error) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        <FailedState message={i18n.t('The tasks could not be loaded.')} onRetry={refetch} pending={isFetching} />
      </div>
    )
  }
  return (
    <BoardContext value={laneActions}>
      <DayBar />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {data ? (
          <LaneBoard
            key={JSON.stringify(shownFilter)}
            first={data}
            filter={shownFilter}
            search={search}
            isPrevious={isPlaceholderData}
          />
        ) : (
          <>
            <LanesSkeleton />
            <LoadingNote />
          </>
        )}
        {data && error && !isPlaceholderData && (
          <FaultNote pending={isFetching} onRetry={refetch}>
            {i18n.t('These tasks may be out of date.')}
          </FaultNote>
        )}
      </div>
      {choosingFor && (
        <Suspense fallback={null}>
          <AssignDialog task={choosingFor} onClose={() => setChoosingFor(null)} />
        </Suspense>
      )}
    </BoardContext>
  )
}

/** The lanes while they load. */
const LanesSkeleton = () => (
  <div
    aria-hidden="true"
    className="min-h-0 flex-1 overflow-hidden px-3.5 md:px-6 lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-3 lg:pb-5"
  >
    <LaneSkeleton cards={4} />
    <div className="flex min-h-0 flex-col gap-2 overflow-hidden max-lg:mt-2">
      {times(5, () => (
        <LaneSkeleton cards={3} isRow />
      ))}
    </div>
  </div>
)

const LaneSkeleton = ({ cards, isRow = false }: { cards: number; isRow?: boolean }) => (
  <div className="rounded-card bg-sunken px-2 pb-2">
    <div className="flex h-12 items-center gap-2.5 px-2">
      <Skeleton className="size-7.5 rounded-full" />
      <Skeleton className="h-3.5 w-32" />
    </div>
    <div className={isRow ? 'grid gap-2 max-lg:hidden sm:grid-cols-2 xl:grid-cols-3' : 'grid gap-2'}>
      {times(cards, (at) => (
        <CardSkeleton lines={(at % 2) + 1} />
      ))}
    </div>
  </div>
)
