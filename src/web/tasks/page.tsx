import { Megaphone } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { endsAtMidnight } from '../../shared/task-filter.ts'
import { markStale } from '../api/queries.ts'
import { useCan } from '../api/viewer.ts'
import { openReport } from '../components/shift/report.ts'
import { useMidnight } from '../components/time/use-midnight.ts'
import { useI18n } from '../language.ts'
import { TaskDialogs } from '../task/dialogs.tsx'
import { useTaskSearch } from '../task/search-params.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { UPRIGHT_PHONE, useMedia } from '../ui/media.ts'
import { Board } from './board/board.tsx'
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
          <Board search={search} />
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

/** For phones held upright, if the main button is another: below the cards, near the thumb, over none. */
function ReportBar() {
  const i18n = useI18n()
  const atThumb = useMedia(UPRIGHT_PHONE)
  const mayReport = useCan('task:report')
  const mayCreate = useCan('task:create')
  if (!atThumb || !mayReport || mayCreate) return null
  return (
    <div className="sticky typing:static bottom-0 z-10 shrink-0 border-line border-t bg-surface px-3.5 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] print:hidden">
      <Button
        variant="primary"
        onClick={() => openReport()}
        className="min-h-12 w-full whitespace-normal! py-1 text-center font-semibold text-lg! leading-tight"
      >
        <Megaphone aria-hidden="true" className="size-5" />
        {i18n.t('Report a problem')}
      </Button>
    </div>
  )
}
