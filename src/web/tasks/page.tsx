import { lazy, Suspense, useMemo } from 'react'
import { useTaskActions } from './actions.ts'
import { Board } from './board/board.tsx'
import { type BoardActions, BoardContext } from './board/board-context.ts'
import { Filters } from './filters/filters.tsx'
import { useTaskDialogs, useTaskSearch } from './filters/search-params.ts'
import { useView } from './filters/view.ts'
import { LoadingNote } from './notes.tsx'
import { useBoardClock } from './overdue.ts'

const TaskDialog = lazy(() => import('./dialog/task-dialog.tsx').then((module) => ({ default: module.TaskDialog })))
const DeletedDialog = lazy(() =>
  import('./dialog/deleted-dialog.tsx').then((module) => ({ default: module.DeletedDialog })),
)
const TaskTable = lazy(() => import('./table/table.tsx').then((module) => ({ default: module.TaskTable })))

/** The page of tasks: filters, the board or the table, and the dialog that the address opens. */
export function TaskBoardPage() {
  const { search } = useTaskSearch()
  const { view } = useView()
  const { openTask, openNew, openDeleted, close } = useTaskDialogs()
  const actions = useTaskActions()
  useBoardClock()
  const boardActions = useMemo<BoardActions>(
    () => ({ ...actions, open: openTask, openNew, openDeleted }),
    [actions, openTask, openNew, openDeleted],
  )

  return (
    <BoardContext value={boardActions}>
      <div className="flex min-h-112 flex-1 flex-col">
        <Filters />
        {view === 'table' ? (
          <Suspense fallback={<TableLoading />}>
            <TaskTable search={search} />
          </Suspense>
        ) : (
          <Board search={search} />
        )}
      </div>
      <Suspense fallback={null}>
        {search.task !== undefined ? (
          <TaskDialog key={search.task} id={search.task} onClose={close} />
        ) : (
          search.new && <TaskDialog key="new" status={search.new === true ? undefined : search.new} onClose={close} />
        )}
        {search.deleted && <DeletedDialog onClose={close} />}
      </Suspense>
    </BoardContext>
  )
}

const TableLoading = () => (
  <div className="relative flex-1">
    <LoadingNote />
  </div>
)
