import { SearchX, Users } from 'lucide-react'
import { useMemo } from 'react'
import type { Person } from '../../shared/users.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useI18n } from '../language.ts'
import { useChangeAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { PeopleFilters } from './filters.tsx'
import { matching, searchable } from './matching.ts'
import { LoadingPeople, PeopleTable } from './people-table.tsx'
import { isFiltered, noFilters, type UsersSearch } from './search-params.ts'
import { useDialogs } from './use-dialogs.ts'

interface Reply {
  data: Person[] | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** Everyone who has an account, or the people of the department that is chosen in the header. */
export function People({ people, search }: { people: Reply; search: UsersSearch }) {
  const i18n = useI18n()
  const { data, isError, isFetching, refetch } = people
  const asCards = !useMedia(NOT_SMALL)
  const { chosen } = useDepartmentFilter()
  const inDepartment = useMemo(
    () => data?.filter(({ departmentId }) => chosen === undefined || departmentId === chosen),
    [data, chosen],
  )
  const searched = useMemo(() => searchable(inDepartment ?? []), [inDepartment])
  const shown = useMemo(() => matching(searched, search), [searched, search])
  return (
    <>
      <PeopleFilters search={search} shown={shown.length} total={inDepartment?.length} />
      {inDepartment ? (
        shown.length > 0 ? (
          <PeopleTable people={shown} asCards={asCards} />
        ) : (
          <Nothing filtered={isFiltered(search) && inDepartment.length > 0} />
        )
      ) : isError ? (
        <FailedState message={i18n.t('The users could not be loaded.')} onRetry={refetch} pending={isFetching} />
      ) : (
        <LoadingPeople asCards={asCards} />
      )}
    </>
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  const i18n = useI18n()
  const change = useChangeAddress<UsersSearch>('replace')
  const { open } = useDialogs()
  return (
    <div className="grid flex-1 place-items-center">
      {filtered ? (
        <EmptyState
          icon={SearchX}
          title={i18n.t('No users match your filters')}
          action={<Button onClick={() => change(noFilters)}>{i18n.t('Clear Filters')}</Button>}
        >
          {i18n.t('Try other words, or take a filter away.')}
        </EmptyState>
      ) : (
        <EmptyState
          icon={Users}
          title={i18n.t('No users found. Create your first user to get started.')}
          action={<Button onClick={() => open({ new: true })}>{i18n.t('Create User')}</Button>}
        />
      )}
    </div>
  )
}
