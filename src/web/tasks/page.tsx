import { lazy, Suspense, useMemo } from 'react'
import { useTaskActions } from './actions.ts'
import { Board } from './board.tsx'
import { BoardContext, type BoardDeeds } from './board-context.ts'
import { Filters } from './filters.tsx'
import { useBoardClock } from './overdue.ts'
import { useTaskDialogs, useTaskSearch } from './search-params.ts'

const TaskDialog = lazy(() => import('./task-dialog.tsx').then((module) => ({ default: module.TaskDialog })))

/** The task board: what narrows it, its columns, and the dialog that the address opens. */
export function TaskBoardPage() {
  const { search } = useTaskSearch()
  const { openTask, openNew, close } = useTaskDialogs()
  const actions = useTaskActions()
  useBoardClock()
  const deeds = useMemo<BoardDeeds>(() => ({ ...actions, open: openTask, openNew }), [actions, openTask, openNew])

  return (
    <BoardContext value={deeds}>
      <div className="flex min-h-112 flex-1 flex-col">
        <Filters />
        <Board search={search} />
      </div>
      <Suspense fallback={null}>
        {search.task !== undefined ? (
          <TaskDialog key={search.task} id={search.task} onClose={close} />
        ) : (
          search.new && <TaskDialog key="new" status={search.new === true ? undefined : search.new} onClose={close} />
        )}
      </Suspense>
    </BoardContext>
  )
}
