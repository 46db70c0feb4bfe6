import { Plus } from 'lucide-react'
import { projectStatuses } from '../../shared/projects.ts'
import { useCan } from '../api/viewer.ts'
import { ClearFilters } from '../components/choice/clear-filters.tsx'
import { FilterMenu } from '../components/choice/filter-menu.tsx'
import { SearchField } from '../components/choice/search-field.tsx'
import { useI18n } from '../language.ts'
import { useChangeAddress } from '../ui/address.ts'
import { NextAction } from '../ui/next-action.tsx'
import type { ProjectSearch } from './search-params.ts'
import { projectStatusLabels } from './status-badge.tsx'

/** The filters, if there are many projects, and the button for a new one. */
export function ProjectFilters({
  search,
  many,
  note,
  onNew,
}: {
  search: ProjectSearch
  many: boolean
  note: string
  onNew: () => void
}) {
  const i18n = useI18n()
  const change = useChangeAddress<ProjectSearch>('replace')
  const isFiltered = Boolean(search.q || search.status)
  return (
    <div className="flex flex-wrap items-center gap-2 px-3.5 pt-3 md:px-6 md:pt-3.5">
      {(many || isFiltered) && (
        <>
          <SearchField
            label={i18n.t('Search projects')}
            placeholder={i18n.t('Search projects...')}
            value={search.q}
            onChange={(q) => change({ q })}
          />
          <FilterMenu
            label={i18n.t('Status')}
            value={search.status}
            choices={projectStatuses.map((value) => ({ value, label: i18n.t(projectStatusLabels[value]) }))}
            onChange={(status) => change({ status })}
          />
          {isFiltered && <ClearFilters onClear={() => change({ q: undefined, status: undefined })} />}
        </>
      )}
      <p role="status" className="text-muted text-sm tabular">
        {note}
      </p>
      {useCan('project:create') && (
        <NextAction icon={Plus} onClick={onNew} className="ms-auto">
          {i18n.t('New Project')}
        </NextAction>
      )}
    </div>
  )
}
