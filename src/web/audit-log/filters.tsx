import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { type AuditFilter, auditApi, MAX_AUDIT_EXPORT_ENTRIES } from '../../shared/audit-log.ts'
import { useReply } from '../api/queries.ts'
import { ExportLink } from '../components/files/export.tsx'
import { resourceOf } from '../components/history/change-labels.ts'
import { PersonPicker } from '../components/people/person-picker.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { DateInput } from '../ui/moment-input.tsx'
import { kindLabel, onlyLabel } from './labels.ts'
import type { AuditSearch, ChangeSearch } from './search-params.ts'
import { actionLabel } from './sentences.tsx'

const noFilters = {
  person: undefined,
  type: undefined,
  action: undefined,
  id: undefined,
  from: undefined,
  to: undefined,
} satisfies { [K in keyof Required<AuditSearch>]: undefined }

/** The filters of the log, and its export. On phones a button shows the filters. */
export function AuditFilters({
  search,
  filter,
  change,
}: {
  search: AuditSearch
  filter: AuditFilter
  change: ChangeSearch
}) {
  const i18n = useI18n()
  const notSmall = useMedia(NOT_SMALL)
  const [opened, setOpened] = useState(false)
  const count = Object.keys(search).length
  return (
    <div className="flex flex-wrap items-end gap-x-2.5 gap-y-3 px-3.5 py-3 md:px-(--gutter)">
      {!notSmall && (
        <Button aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <ListFilter aria-hidden="true" className="size-4" />
          {count > 0 ? i18n.t('Filters ({count})', { count }) : i18n.t('Filters')}
        </Button>
      )}
      {(notSmall || opened) && <Fields search={search} change={change} />}
      {count > 0 && (
        <Button variant="ghost" onClick={() => change(noFilters)} className="max-md:order-1">
          <X aria-hidden="true" className="size-4" />
          {i18n.t('Clear Filters')}
        </Button>
      )}
      <ExportLink
        endpoint={auditApi.export}
        query={filter}
        title={i18n.t(
          '{count, plural, one {Export the newest entry that matches} other {Export the newest # entries that match}}',
          { count: MAX_AUDIT_EXPORT_ENTRIES },
        )}
        className="ms-auto"
      />
    </div>
  )
}

const field = 'max-md:w-full max-md:order-1'

function Fields({ search, change }: { search: AuditSearch; change: ChangeSearch }) {
  const i18n = useI18n()
  const { data: actions = [] } = useReply(auditApi.actions, {}, { total: true })
  const types = [...new Set(actions.map(resourceOf))]
  const including = <T extends string>(list: T[], value: T | undefined) =>
    value === undefined || list.includes(value) ? list : [...list, value]
  const ofType = actions.filter((action) => !search.type || resourceOf(action) === search.type)
  return (
    <>
      <Field label={i18n.t('Person')} className={`${field} md:w-52`}>
        <PersonPicker
          value={search.person ?? ''}
          onChange={(person) => change({ person: person || undefined })}
          current={search.person ? { id: search.person, firstName: i18n.t('Somebody else'), lastName: '' } : null}
          none={i18n.t('Anybody')}
        />
      </Field>
      <Field label={i18n.t('Thing')} className={`${field} md:w-38`}>
        <Select
          value={search.type ?? ''}
          onChange={({ target }) => change({ type: target.value || undefined, action: undefined, id: undefined })}
        >
          <option value="">{i18n.t('Anything')}</option>
          {including(types, search.type).map((type) => (
            <option key={type} value={type}>
              {kindLabel(type, i18n)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={i18n.t('Action')} className={`${field} md:w-46`}>
        <Select value={search.action ?? ''} onChange={({ target }) => change({ action: target.value || undefined })}>
          <option value="">{i18n.t('Any action')}</option>
          {including(ofType, search.action).map((action) => (
            <option key={action} value={action}>
              {actionLabel(action, i18n)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={i18n.t('From ##a day')} className={`${field} md:w-37`}>
        <DateInput
          value={search.from ?? ''}
          max={search.to}
          onChange={({ target }) => change({ from: target.value || undefined })}
        />
      </Field>
      <Field label={i18n.t('To ##a day')} className={`${field} md:w-37`}>
        <DateInput
          value={search.to ?? ''}
          min={search.from}
          onChange={({ target }) => change({ to: target.value || undefined })}
        />
      </Field>
      {search.id !== undefined && search.type && (
        <Button
          aria-label={i18n.t('{filter}. Remove this filter', { filter: onlyLabel(search.type, search.id, i18n) })}
          onClick={() => change({ id: undefined })}
          className="min-w-0 border-accent! bg-accent-soft! text-accent max-md:order-1"
        >
          {onlyLabel(search.type, search.id.slice(0, 8), i18n)}
          <X aria-hidden="true" className="size-3.5" />
        </Button>
      )}
    </>
  )
}
