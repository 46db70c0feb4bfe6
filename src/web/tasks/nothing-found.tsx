import { ListChecks, SearchX } from 'lucide-react'
import { useCan } from '../api/viewer.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useBoardDeeds } from './board-context.ts'
import { isFiltered, type TaskSearch, useClearFilters } from './search-params.ts'

/** Over four empty columns: why, and what to do next. */
export function NothingFound({ search }: { search: TaskSearch }) {
  const { openNew } = useBoardDeeds()
  const mayCreate = useCan('task:create')
  const clear = useClearFilters()
  const filtered = isFiltered(search)
  return (
    <div role="status" className="pointer-events-none absolute inset-0 grid place-items-center *:pointer-events-auto">
      {filtered ? (
        <EmptyState
          icon={SearchX}
          title="No tasks match your filters"
          action={<Button onClick={clear}>Clear Filters</Button>}
        />
      ) : (
        <EmptyState
          icon={ListChecks}
          title="No tasks found"
          action={
            mayCreate && (
              <Button variant="primary" onClick={() => openNew()}>
                New Task
              </Button>
            )
          }
        >
          {mayCreate ? 'Create the first one.' : 'Tasks for your department appear here.'}
        </EmptyState>
      )}
    </div>
  )
}
