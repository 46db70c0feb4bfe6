import { ListChecks, SearchX } from 'lucide-react'
import { useCan } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { useBoardActions } from '../task/board-context.ts'
import { isFiltered, type TaskSearch, useClearFilters } from '../task/search-params.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Floats over an empty board or table: the reason, and the next step. */
export function NothingFound({ search }: { search: TaskSearch }) {
  const i18n = useI18n()
  const { openNew } = useBoardActions()
  const mayCreate = useCan('task:create')
  const clear = useClearFilters()
  return (
    <div role="status" className="pointer-events-none absolute inset-0 grid place-items-center p-3.5 thumb:pb-20">
      <div className="pointer-events-auto rounded-card border border-line bg-surface px-6 shadow-card max-[17rem]:px-0 max-[17rem]:[&>div]:py-3">
        {isFiltered(search) ? (
          <EmptyState
            icon={SearchX}
            title={i18n.t('No tasks match your filters')}
            className="py-8"
            // On larger screens it stands beside the filters.
            action={
              <Button onClick={clear} className="md:hidden">
                {i18n.t('Clear Filters')}
              </Button>
            }
          >
            {i18n.t('Try other words, or remove a filter.')}
          </EmptyState>
        ) : (
          <EmptyState
            icon={ListChecks}
            title={i18n.t('No tasks found')}
            className="py-8"
            action={mayCreate && <Button onClick={() => openNew()}>{i18n.t('Create the first one ##task')}</Button>}
          >
            {mayCreate ? i18n.t('Nothing has been planned here yet.') : i18n.t('Tasks of your department appear here.')}
          </EmptyState>
        )}
      </div>
    </div>
  )
}
