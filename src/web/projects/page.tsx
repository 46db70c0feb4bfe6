import type { I18n } from '@lingui/core'
import { FolderKanban, Plus, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import type { Project } from '../../shared/projects.ts'
import { hasWords, searchable, searchWords } from '../../shared/words/fold.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCan } from '../api/viewer.ts'
import { useProjects } from '../components/choice/use-projects.ts'
import { useI18n } from '../language.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { Button } from '../ui/button.tsx'
import { cardGrid } from '../ui/card-grid.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { times } from '../ui/skeleton.tsx'
import { ProjectCard, ProjectCardSkeleton } from './card.tsx'
import { ProjectFilters } from './filters.tsx'
import { type ProjectSearch, readProjectSearch } from './search-params.ts'

const ProjectDialog = lazyPart(() => import('./project-dialog.tsx'), 'ProjectDialog')

/** The filters are shown from so many projects on. */
const MIN_FILTERED = 13
const closed = { edit: undefined, new: undefined }
const grid = `${cardGrid} px-3.5 py-3 thumb:pb-24 md:px-6 md:py-4`

/** The projects as cards, and the dialog that the address opens. */
export function ProjectsPage() {
  const i18n = useI18n()
  const search = useAddress(readProjectSearch)
  const { open, close } = useAddressDialog(closed)
  const { chosen } = useDepartmentFilter()
  const query = useProjects()
  const { data } = query

  const inDepartment = data?.filter(({ departmentId }) => chosen === undefined || departmentId === chosen) ?? []
  const shown = matching(inDepartment, search)
  const openNew = () => open({ new: true })
  return (
    <>
      <ProjectFilters
        search={search}
        many={inDepartment.length >= MIN_FILTERED}
        note={data ? noteOf(inDepartment.length, shown.length, i18n) : ''}
        onNew={openNew}
      />
      {data ? (
        shown.length > 0 ? (
          <div className={grid}>
            {shown.map((project) => (
              <ProjectCard key={project.id} project={project} onEdit={() => open({ edit: project.id })} />
            ))}
          </div>
        ) : (
          <Nothing filtered={inDepartment.length > 0} onNew={openNew} />
        )
      ) : (
        <NotLoaded query={query} failure={i18n.t('The projects could not be loaded.')}>
          <Loading />
        </NotLoaded>
      )}
      <Suspense fallback={null}>
        {search.edit !== undefined ? (
          <ProjectDialog key={search.edit} id={search.edit} onClose={close} />
        ) : (
          search.new && <ProjectDialog key="new" onClose={close} />
        )}
      </Suspense>
    </>
  )
}

/** The projects with the chosen status whose texts contain all words of the search. */
function matching(projects: Project[], { q = '', status }: ProjectSearch) {
  const words = searchWords(q)
  return projects.filter((project) => {
    if (status && project.status !== status) return false
    return hasWords(searchable(`${project.name} ${project.description ?? ''} ${project.department?.name ?? ''}`), words)
  })
}

function noteOf(total: number, shown: number, i18n: I18n) {
  if (shown < total)
    return i18n.t('{total, plural, one {{shown, number} of # project} other {{shown, number} of # projects}}', {
      shown,
      total,
    })
  return total === 0 ? '' : i18n.t('{count, plural, one {# project} other {# projects}}', { count: total })
}

function Nothing({ filtered, onNew }: { filtered: boolean; onNew: () => void }) {
  const i18n = useI18n()
  const mayCreate = useCan('project:create')
  const change = useChangeAddress<ProjectSearch>('replace')
  return (
    <div className="grid flex-1 place-items-center">
      {filtered ? (
        <EmptyState
          icon={SearchX}
          title={i18n.t('No projects match your filters')}
          action={
            <Button onClick={() => change({ q: undefined, status: undefined })}>{i18n.t('Clear Filters')}</Button>
          }
        >
          {i18n.t('Try other words, or remove a filter.')}
        </EmptyState>
      ) : (
        <EmptyState
          icon={FolderKanban}
          title={i18n.t('No Projects Yet')}
          action={
            mayCreate && (
              <Button onClick={onNew}>
                <Plus aria-hidden="true" className="size-4" />
                {i18n.t('Create First Project')}
              </Button>
            )
          }
        >
          {mayCreate
            ? i18n.t('A project collects the tasks of a larger job and shows its progress.')
            : i18n.t('Projects of your department appear here.')}
        </EmptyState>
      )}
    </div>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" className={grid}>
      <span className="sr-only">{i18n.t('Loading projects...')}</span>
      {times(6, () => (
        <ProjectCardSkeleton />
      ))}
    </div>
  )
}
