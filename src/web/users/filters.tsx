import { ChevronDown, FileUp, Plus, Search, X } from 'lucide-react'
import { roles } from '../../shared/permissions.ts'
import { roleLabel } from '../components/role-badge.tsx'
import { useChangeAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Input } from '../ui/field.tsx'
import { Menu, MenuChoices } from '../ui/menu.tsx'
import { isFiltered, noFilters, type UsersSearch } from './search-params.ts'
import { useDialogs } from './use-dialogs.ts'

const ALL = 'all'
const statusLabels = { active: 'Active', inactive: 'Inactive' } as const

/** What narrows the list of people, and the ways to more of them. */
export function PeopleFilters({
  search,
  shown,
  total,
}: {
  search: UsersSearch
  shown: number
  total: number | undefined
}) {
  const change = useChangeAddress<UsersSearch>('replace')
  const { open } = useDialogs()
  const filtered = isFiltered(search)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-3.5 pt-3 pb-2.5 md:px-6">
      <search className="relative flex min-w-full flex-1 md:min-w-44 md:max-w-80">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 z-1 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          type="search"
          aria-label="Search users"
          placeholder="Search names, e-mails, departments..."
          value={search.q ?? ''}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => change({ q: target.value || undefined })}
          className="pl-8.5!"
        />
      </search>
      <Filter
        label="Role"
        value={search.role}
        choices={roles.toReversed().map((role) => ({ value: role, label: roleLabel(role) }))}
        onChange={(role) => change({ role })}
      />
      <Filter
        label="Status"
        value={search.status}
        choices={(['active', 'inactive'] as const).map((value) => ({ value, label: statusLabels[value] }))}
        onChange={(status) => change({ status })}
      />
      {filtered && (
        <Button variant="ghost" onClick={() => change(noFilters)}>
          <X aria-hidden="true" className="size-4" />
          Clear Filters
        </Button>
      )}
      <p role="status" className={cx('text-muted text-sm tabular', !(filtered && total !== undefined) && 'sr-only')}>
        {total === undefined ? '' : `${shown.toLocaleString('en')} of ${total.toLocaleString('en')} users`}
      </p>
      <Button onClick={() => open({ import: true })} className="ml-auto max-md:px-3.5!">
        <FileUp aria-hidden="true" className="size-4" />
        <span className="max-md:sr-only">Import</span>
      </Button>
      <Button
        variant="primary"
        onClick={() => open({ new: true })}
        className="max-md:fixed max-md:right-4 max-md:bottom-[max(1rem,env(safe-area-inset-bottom))] max-md:z-20 max-md:h-14! max-md:rounded-full! max-md:px-5! max-md:shadow-float!"
      >
        <Plus aria-hidden="true" className="size-4 max-md:size-5" />
        Create User
      </Button>
    </div>
  )
}

function Filter<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: T | undefined
  choices: readonly { value: T; label: string }[]
  onChange: (value: T | undefined) => void
}) {
  const chosen = choices.find((choice) => choice.value === value)?.label
  return (
    <Menu
      align="start"
      trigger={
        <Button className={cx('max-w-56', chosen && 'border-accent! bg-accent-soft! text-accent')}>
          <span className="truncate">
            {label}: {chosen ?? 'All'}
          </span>
          <ChevronDown aria-hidden="true" className="size-3.5 opacity-70" />
        </Button>
      }
    >
      <MenuChoices
        value={value ?? ALL}
        onChange={(next) => onChange(next === ALL ? undefined : next)}
        choices={[{ value: ALL, label: 'All' }, ...choices] as { value: T; label: string }[]}
      />
    </Menu>
  )
}
