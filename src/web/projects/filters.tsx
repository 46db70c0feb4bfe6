import { ChevronDown, Plus, Search, X } from 'lucide-react'
import { projectStatuses } from '../../shared/projects.ts'
import { useCan } from '../api/viewer.ts'
import { statusLabels } from '../components/status-icon.tsx'
import { useChangeAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Input } from '../ui/field.tsx'
import { Menu, MenuChoices } from '../ui/menu.tsx'
import type { ProjectSearch } from './search-params.ts'

const ALL = 'all'
const choices = [
  { value: ALL, label: 'All' },
  ...projectStatuses.map((value) => ({ value, label: statusLabels[value] })),
] as const

/** What narrows the projects, where there are many, and the way to a new one. */
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
  const change = useChangeAddress<ProjectSearch>('replace')
  const isFiltered = Boolean(search.q || search.status)
  return (
    <div className="flex flex-wrap items-center gap-2 px-3.5 pt-3 md:px-6 md:pt-3.5">
      {(many || isFiltered) && (
        <>
          <search className="relative flex min-w-full flex-1 md:min-w-55 md:max-w-80">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-2.5 z-1 size-4 -translate-y-1/2 text-muted"
            />
            <Input
              type="search"
              aria-label="Search projects"
              placeholder="Search projects..."
              value={search.q ?? ''}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => change({ q: target.value || undefined })}
              className="pl-8.5!"
            />
          </search>
          <Menu
            align="start"
            trigger={
              <Button className={cx(search.status && 'border-accent! bg-accent-soft! text-accent')}>
                Status: {search.status ? statusLabels[search.status] : 'All'}
                <ChevronDown aria-hidden="true" className="size-3.5 opacity-70" />
              </Button>
            }
          >
            <MenuChoices
              value={search.status ?? ALL}
              onChange={(value) => change({ status: value === ALL ? undefined : value })}
              choices={choices}
            />
          </Menu>
          {isFiltered && (
            <Button variant="ghost" onClick={() => change({ q: undefined, status: undefined })}>
              <X aria-hidden="true" className="size-4" />
              Clear Filters
            </Button>
          )}
        </>
      )}
      <p role="status" className="text-muted text-sm tabular">
        {note}
      </p>
      {useCan('project:create') && (
        <Button variant="primary" onClick={onNew} className="ml-auto">
          <Plus aria-hidden="true" className="size-4" />
          New Project
        </Button>
      )}
    </div>
  )
}
