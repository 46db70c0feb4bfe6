import { Building2, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { type Department, departmentsApi } from '../../shared/departments.ts'
import type { Person } from '../../shared/person.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall } from '../api/queries.ts'
import { EditAndDelete } from '../components/forms/edit-and-delete.tsx'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NextAction } from '../ui/next-action.tsx'
import { type LoadingQuery, NotLoaded } from '../ui/not-loaded.tsx'
import { useDialogs } from './use-dialogs.ts'

type Reply = LoadingQuery & { data: Department[] | undefined }

/** The departments, each with its number of people. */
export function Departments({ departments, people }: { departments: Reply; people: readonly Person[] | undefined }) {
  const i18n = useI18n()
  const { open } = useDialogs()
  const { data } = departments
  const counts = useMemo(() => countsOf(people ?? []), [people])
  const onNew = () => open({ place: 0 })
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-3.5 py-3 thumb:pb-24 md:px-(--gutter) md:py-4">
      <div className="flex w-full max-w-4xl flex-1 flex-col">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">{i18n.t('People, tasks, procedures and hours belong to departments.')}</p>
          <NextAction icon={Plus} onClick={onNew}>
            {i18n.t('New Department')}
          </NextAction>
        </div>
        {data?.length === 0 && (
          <EmptyState
            icon={Building2}
            title={i18n.t('No departments yet')}
            action={<Button onClick={onNew}>{i18n.t('Create the first one')}</Button>}
          />
        )}
        {data && data.length > 0 && (
          <ul
            aria-label={i18n.t('Departments')}
            className="divide-y divide-line rounded-card border border-line bg-surface shadow-card"
          >
            {data.map((department) => (
              <DepartmentRow
                key={department.id}
                department={department}
                people={people && (counts.get(department.id) ?? 0)}
                onEdit={() => open({ place: department.id })}
              />
            ))}
          </ul>
        )}
        {!data && (
          <NotLoaded query={departments} failure={i18n.t('The departments could not be loaded.')}>
            <Loading />
          </NotLoaded>
        )}
      </div>
    </div>
  )
}

function countsOf(people: readonly Person[]) {
  const counts = new Map<number, number>()
  for (const { departmentId } of people) {
    if (departmentId !== null) counts.set(departmentId, (counts.get(departmentId) ?? 0) + 1)
  }
  return counts
}

function DepartmentRow({
  department: { id, name, description },
  people,
  onEdit,
}: {
  department: Department
  people: number | undefined
  onEdit: () => void
}) {
  const i18n = useI18n()
  const { mutate: remove, isPending } = useCall(departmentsApi.remove, {
    onSuccess: tell(msg('Department deleted successfully')),
    onError: tellFailure(msg('Failed to delete department')),
  })
  const confirmAndRemove = async () => {
    const text = i18n.t('Are you sure you want to delete "{name}"?', { name })
    if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Delete') })) remove({ params: { id } })
  }
  return (
    <li className="flex min-h-14 items-center gap-3 py-2 pe-2 ps-4">
      <div className="grid min-w-0 flex-1 items-center md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-3">
        <p dir="auto" className="font-medium wrap-anywhere">
          {name}
        </p>
        {description && (
          <p dir="auto" className="line-clamp-2 text-muted text-sm wrap-anywhere md:col-start-1">
            {description}
          </p>
        )}
        <p className="text-muted text-sm tabular md:col-start-2 md:row-span-2 md:row-start-1 md:min-w-16 md:text-end">
          {people === undefined
            ? '\u00a0'
            : i18n.t('{count, plural, one {# person} other {# people}}', { count: people })}
        </p>
      </div>
      <span className="flex shrink-0">
        <EditAndDelete name={name} onEdit={onEdit} onDelete={confirmAndRemove} isDeleting={isPending} />
      </span>
    </li>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <LoadingBars
      words={i18n.t('Loading departments...')}
      count={8}
      row="flex h-14 items-center px-4 touch:h-15.25"
      bars="h-3.5 w-44"
      className="divide-y divide-line rounded-card border border-line bg-surface"
    />
  )
}
