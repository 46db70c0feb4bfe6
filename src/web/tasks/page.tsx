import { Suspense, useEffect } from 'react'
import { endsAtMidnight } from '../../shared/task-filter.ts'
import { markStale } from '../api/queries.ts'
import { useMidnight } from '../components/time/use-midnight.ts'
import { TaskDialogs } from '../task/dialogs.tsx'
import { useTaskSearch } from '../task/search-params.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { TaskBoard } from './board/board.tsx'
import { noteFirstCard } from './board/first-card.ts'
import { Filters } from './filters/filters.tsx'
import { useView } from './filters/view.ts'
import { LoadingNote } from './notes.tsx'

const PeopleView = lazyPart(() => import('./people-view/people-view.tsx'), 'PeopleView')
const TaskTable = lazyPart(() => import('./table/table.tsx'), 'TaskTable')

/** The page of tasks: filters, the board, the table or the people, and the dialog that the address opens. */
export function TaskBoardPage() {
  const { search } = useTaskSearch()
  const { view } = useView()
  useEffect(noteFirstCard, [])
  // "Due today" and "due this week" mean other tasks on the next day.
  useMidnight(() => void (endsAtMidnight(search) && markStale(['tasks'])))
  return (
    <TaskDialogs>
      <div className="flex min-h-112 flex-1 flex-col">
        <Filters />
        {view === 'table' ? (
          <Suspense fallback={<ViewLoading />}>
            <TaskTable search={search} />
          </Suspense>
        ) : view === 'people' ? (
          <Suspense fallback={<ViewLoading />}>
            <PeopleView search={search} />
          </Suspense>
        ) : (
          <TaskBoard search={search} />
        )}
      </div>
    </TaskDialogs>
  )
}

const ViewLoading = () => (
  <div className="relative flex-1">
    <LoadingNote />
  </div>
)
