import { SearchX, Users } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { Person } from '../../shared/person.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { useChangeAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PeopleFilters } from './filters.tsx'
import { isWaiting, matchingPeople, searchablePeople } from './matching.ts'
import { LoadingPeople, PeopleTable } from './people-table.tsx'
import { useMayManage } from './person-actions.tsx'
import { isListFiltered, noFilters, type UsersSearch } from './search-params.ts'
import { useDialogs } from './use-dialogs.ts'

const ManyBar = lazyPart(() => import('./many-bar.tsx'), 'ManyBar')

interface Reply {
  data: Person[] | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** Everyone who has an account, or the people of the department that is chosen in the header. */
export function PeopleList({ people, search }: { people: Reply; search: UsersSearch }) {
  const i18n = useI18n()
  const query = people
  const { data } = query
  const asCards = !useMedia(NOT_SMALL)
  const { chosen } = useDepartmentFilter()
  const inDepartment = useMemo(
    () => data?.filter(({ departmentId }) => chosen === undefined || departmentId === chosen),
    [data, chosen],
  )
  const searched = useMemo(() => searchablePeople(inDepartment ?? []), [inDepartment])
  const shown = useMemo(() => matchingPeople(searched, search), [searched, search])
  /** The people who are chosen; undefined while nobody chooses. */
  const [picked, setPicked] = useState<ReadonlySet<string>>()
  const mayManage = useMayManage()
  const onChoose = useCallback(
    (id: string, isChosen: boolean) =>
      setPicked(
        (before) => new Set(isChosen ? [...(before ?? []), id] : [...(before ?? [])].filter((one) => one !== id)),
      ),
    [],
  )
  const offered = picked ? shown.filter((person) => mayManage(person).manage) : []
  return (
    <>
      <PeopleFilters
        search={search}
        shown={shown.length}
        total={inDepartment?.length}
        onChoose={() => setPicked(picked ? undefined : new Set())}
      />
      {picked && (
        <Suspense fallback={null}>
          <ManyBar
            chosen={offered.filter(({ id }) => picked.has(id))}
            offered={offered}
            onChoose={(ids) => setPicked(new Set(ids))}
            onClose={() => setPicked(undefined)}
          />
        </Suspense>
      )}
      <WithoutPassword people={inDepartment ?? []} />
      {inDepartment ? (
        shown.length > 0 ? (
          <PeopleTable people={shown} asCards={asCards} chosen={picked} onChoose={onChoose} />
        ) : (
          <Nothing filtered={isListFiltered(search) && inDepartment.length > 0} />
        )
      ) : (
        <NotLoaded query={query} failure={i18n.t('The users could not be loaded.')}>
          <LoadingPeople asCards={asCards} />
        </NotLoaded>
      )}
    </>
  )
}

/** Says how many people have no password and no link that works, and leads to links for them. */
function WithoutPassword({ people }: { people: readonly Person[] }) {
  const i18n = useI18n()
  const { open } = useDialogs()
  const may = useMayManage()
  const count = people.filter((person) => isWaiting(person, serverNow()) && may(person).manage).length
  if (count === 0) return null
  return (
    <p className="tint-medium mx-3.5 mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-3.5 py-1 md:mx-(--gutter)">
      <span className="min-w-0 flex-1 basis-60 py-1">
        {i18n.t(
          '{count, plural, one {# person has no password and no link to set one.} other {# people have no password and no link to set one.}}',
          { count },
        )}
      </span>
      <Button variant="ghost" onClick={() => open({ invite: 'everybody' })} className="-me-2 text-current!">
        {i18n.t('Make links')}
      </Button>
    </p>
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
          {i18n.t('Try other words, or remove a filter.')}
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
