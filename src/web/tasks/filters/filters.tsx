import { Plus, X } from 'lucide-react'
import { formatDays } from '../../../shared/formats.ts'
import { useCan } from '../../api/viewer.ts'
import { fullName } from '../../components/avatar.tsx'
import { ClearFilters } from '../../components/clear-filters.tsx'
import { FilterMenu } from '../../components/filter-menu.tsx'
import { priorityChoices } from '../../components/priority-icon.tsx'
import { statusChoices } from '../../components/status-icon.tsx'
import { usePeople } from '../../components/use-people.ts'
import { useProjects } from '../../components/use-projects.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { NextAction } from '../../ui/next-action.tsx'
import { useBoardActions } from '../board/board-context.ts'
import { MoreMenu } from '../more-menu.tsx'
import { SearchBox } from './search-box.tsx'
import { isFiltered, type TaskSearch, useClearFilters, useTaskSearch } from './search-params.ts'
import { ViewSwitch } from './view-switch.tsx'

/** The filters of the tasks, and the button for a new one. */
export function Filters() {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  const { openNew } = useBoardActions()
  const mayCreate = useCan('task:create')
  const clear = useClearFilters()
  return (
    <div className="flex flex-wrap items-center gap-2 px-3.5 pt-3 pb-2.5 md:px-6 md:pt-3.5 md:pb-3">
      <SearchBox />
      <FilterMenu
        label={i18n.t('Status')}
        value={search.status}
        choices={statusChoices(i18n)}
        onChange={(status) => change({ status })}
      />
      <FilterMenu
        label={i18n.t('Priority')}
        value={search.priority}
        choices={priorityChoices(i18n)}
        onChange={(priority) => change({ priority })}
      />
      <LinkedFilters search={search} />
      {isFiltered(search) && <ClearFilters onClear={clear} className="max-md:order-1" />}
      {/* If the line is too short, these go to the next line together. */}
      <div className="contents md:ms-auto md:flex md:items-center md:gap-2">
        <ViewSwitch />
        <MoreMenu className="max-md:-order-1" />
        {mayCreate && (
          <NextAction icon={Plus} onClick={() => openNew()}>
            {i18n.t('New Task')}
          </NextAction>
        )}
      </div>
    </div>
  )
}

/** The filters that only a link sets, each with a button that removes it. */
function LinkedFilters({ search }: { search: TaskSearch }) {
  const { project, assignee, completedFrom, completedTo, createdFrom, createdTo } = search
  const { change } = useTaskSearch()
  const i18n = useI18n()
  return (
    <>
      {project !== undefined && <ProjectFilter id={project} />}
      {assignee !== undefined && <AssigneeFilter id={assignee} />}
      {(completedFrom ?? completedTo) && (
        <Chip
          label={i18n.t('Completed')}
          value={formatDays(completedFrom, completedTo, { i18n })}
          onRemove={() => change({ completedFrom: undefined, completedTo: undefined })}
        />
      )}
      {(createdFrom ?? createdTo) && (
        <Chip
          label={i18n.t('Created')}
          value={formatDays(createdFrom, createdTo, { i18n })}
          onRemove={() => change({ createdFrom: undefined, createdTo: undefined })}
        />
      )}
    </>
  )
}

function ProjectFilter({ id }: { id: number }) {
  const i18n = useI18n()
  const projects = useProjects()
  const { change } = useTaskSearch()
  const name = projects.data?.find((project) => project.id === id)?.name
  return (
    <Chip
      mayArriveLate
      label={i18n.t('Project')}
      value={name ?? (projects.isPending ? '…' : i18n.t('one that is not here ##a project'))}
      onRemove={() => change({ project: undefined })}
    />
  )
}

function AssigneeFilter({ id }: { id: string }) {
  const i18n = useI18n()
  const mayList = useCan('person:list')
  const people = usePeople(mayList)
  const { change } = useTaskSearch()
  const person = people.data?.find((candidate) => candidate.id === id)
  return (
    <Chip
      mayArriveLate
      label={i18n.t('Assignee')}
      value={person ? fullName(person) : i18n.t('one person')}
      onRemove={() => change({ assignee: undefined })}
    />
  )
}

function Chip({
  label,
  value,
  mayArriveLate = false,
  onRemove,
}: {
  label: string
  value: string
  /** The value may still be loading. The chip has the same width before and after. */
  mayArriveLate?: boolean
  onRemove: () => void
}) {
  const i18n = useI18n()
  return (
    <Button
      aria-label={i18n.t('{filter}: {value}. Remove this filter', { filter: label, value })}
      onClick={onRemove}
      title={value}
      className={cx(
        'min-w-0 max-w-full border-accent! bg-accent-soft! text-accent',
        mayArriveLate && 'justify-between! max-md:w-full md:w-60',
      )}
    >
      <span className="truncate">{i18n.t('{filter}: {value}', { filter: label, value })}</span>
      <X aria-hidden="true" className="size-3.5" />
    </Button>
  )
}
