import { FileUp, ListChecks, Plus } from 'lucide-react'
import { roles } from '../../shared/permissions.ts'
import { msg } from '../../shared/words/message.ts'
import { ClearFilters } from '../components/choice/clear-filters.tsx'
import { FilterMenu } from '../components/choice/filter-menu.tsx'
import { SearchField } from '../components/choice/search-field.tsx'
import { roleLabel } from '../components/people/role-label.ts'
import { useI18n } from '../language.ts'
import { useChangeAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { NextAction } from '../ui/next-action.tsx'
import { isListFiltered, noFilters, type UsersSearch } from './search-params.ts'
import { useDialogs } from './use-dialogs.ts'

const statusLabels = { active: msg('Active ##account'), inactive: msg('Inactive ##account') }

/** The filters of the list of people, and the buttons that import and create people. */
export function PeopleFilters({
  search,
  shown,
  total,
  onChoose,
}: {
  search: UsersSearch
  shown: number
  total: number | undefined
  /** Lets the viewer choose several people. */
  onChoose: () => void
}) {
  const i18n = useI18n()
  const change = useChangeAddress<UsersSearch>('replace')
  const { open } = useDialogs()
  const filtered = isListFiltered(search)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-3.5 pt-3 pb-2.5 md:px-(--gutter)">
      <SearchField
        label={i18n.t('Search users')}
        placeholder={i18n.t('Search names, e-mails, departments...')}
        value={search.q}
        onChange={(q) => change({ q })}
      />
      <FilterMenu
        label={i18n.t('Role')}
        value={search.role}
        choices={roles.toReversed().map((role) => ({ value: role, label: roleLabel(role, i18n) }))}
        onChange={(role) => change({ role })}
      />
      <FilterMenu
        label={i18n.t('Status')}
        value={search.status}
        choices={(['active', 'inactive'] as const).map((value) => ({ value, label: i18n.t(statusLabels[value]) }))}
        onChange={(status) => change({ status })}
      />
      {filtered && <ClearFilters onClear={() => change(noFilters)} />}
      <p role="status" className={cx('text-muted text-sm tabular', !(filtered && total !== undefined) && 'sr-only')}>
        {total === undefined
          ? ''
          : i18n.t('{total, plural, one {{shown, number} of # user} other {{shown, number} of # users}}', {
              shown,
              total,
            })}
      </p>
      <Button onClick={onChoose} className="ms-auto max-md:px-3.5!">
        <ListChecks aria-hidden="true" className="size-4" />
        <span className="max-md:sr-only">{i18n.t('Choose several')}</span>
      </Button>
      <Button onClick={() => open({ import: true })} className="max-md:px-3.5!">
        <FileUp aria-hidden="true" className="size-4" />
        <span className="max-md:sr-only">{i18n.t('Import')}</span>
      </Button>
      <NextAction icon={Plus} onClick={() => open({ new: true })}>
        {i18n.t('Create User')}
      </NextAction>
    </div>
  )
}
