import { Trash2 } from 'lucide-react'
import { priorities, statuses } from '../../../shared/task-status.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { priorityChoices } from '../../components/labels/priority-icon.tsx'
import { statusChoices } from '../../components/labels/status-icon.tsx'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { isFiltered, useClearFilters, useTaskSearch } from '../../task/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import type { PanelProps } from '../../ui/panel.ts'
import { LinkedChips } from './filter-chips.tsx'
import { FilterFields } from './filter-fields.tsx'
import { OrderField } from './order-field.tsx'
import { SavedViews } from './saved-views.tsx'
import { useFilter } from './use-filter.ts'
import { ViewSwitch } from './view-switch.tsx'

/** All filters, for phones. One applies at once; the button at the thumb counts the tasks and shows them. */
export function FilterSheet({ onClose }: PanelProps) {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  const { openDeleted } = useBoardActions()
  const mayRestore = useCan('task:restore')
  const clear = useClearFilters()
  return (
    <Dialog
      open
      title={i18n.t('Filters')}
      onClose={onClose}
      closesOnBack
      footer={
        <>
          {isFiltered(search) && (
            <Button variant="ghost" onClick={clear}>
              {i18n.t('Clear Filters')}
            </Button>
          )}
          <ShowTasks onShow={onClose} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {/* Beside the search there is no room for it on the narrowest screens. */}
        <ViewSwitch className="min-[17rem]:hidden" />
        <SavedViews onDone={onClose} />
        <LinkedChips />
        <Choice
          label={i18n.t('Status')}
          value={search.status}
          choices={statusChoices(i18n)}
          onChange={(value) => change({ status: statuses.find((status) => status === value) })}
        />
        <Choice
          label={i18n.t('Priority')}
          value={search.priority}
          choices={priorityChoices(i18n)}
          onChange={(value) => change({ priority: priorities.find((priority) => priority === value) })}
        />
        <FilterFields />
        <OrderField />
        {mayRestore && (
          <Button
            variant="ghost"
            onClick={() => {
              onClose()
              openDeleted()
            }}
            className="justify-start! px-0!"
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
            {i18n.t('Deleted tasks')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: string | undefined
  choices: { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  const i18n = useI18n()
  return (
    <Field label={label}>
      <Select value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
        <option value="">{i18n.t('All')}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Closes the sheet. Says how many tasks there are behind it. */
function ShowTasks({ onShow }: { onShow: () => void }) {
  const i18n = useI18n()
  const { search } = useTaskSearch()
  const filter = useFilter(search)
  const { data, isPlaceholderData } = useReply(
    tasksApi.list,
    { query: { ...filter, limit: 1 } },
    { keepPrevious: true },
  )
  return (
    <Button variant="primary" onClick={onShow} className="flex-1" aria-busy={isPlaceholderData}>
      {data
        ? i18n.t('Show {count, plural, one {# task} other {# tasks}}', { count: data.total })
        : i18n.t('Show tasks')}
    </Button>
  )
}
