import type { ReactElement } from 'react'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { ChoiceMenu } from '../components/choice/choice-menu.tsx'
import { useI18n } from '../language.ts'
import { MenuEntry, MenuLabel } from '../ui/menu.tsx'

const ALL = 'all'

/** The menu of the department filter. The caller gives its trigger. */
export function DepartmentMenu({ trigger, align }: { trigger: ReactElement; align: 'start' | 'end' }) {
  const { chosen, choose, departments } = useDepartmentFilter()
  const i18n = useI18n()
  const choices = [
    { id: ALL, label: i18n.t('All Departments') },
    ...(departments.data ?? []).map(({ id, name }) => ({ id: String(id), label: name })),
  ]
  return (
    <ChoiceMenu
      trigger={trigger}
      align={align}
      choices={choices}
      value={chosen === undefined ? ALL : String(chosen)}
      onChange={(id) => choose(id === ALL ? undefined : Number(id))}
      label={i18n.t('Departments')}
      placeholder={i18n.t('Search departments...')}
    >
      {departments.isPending && <MenuLabel>{i18n.t('Loading departments...')}</MenuLabel>}
      {departments.isError && !departments.data && (
        <>
          <MenuLabel>{i18n.t('The departments could not be loaded.')}</MenuLabel>
          <MenuEntry onSelect={() => void departments.refetch()}>{i18n.t('Try again')}</MenuEntry>
        </>
      )}
    </ChoiceMenu>
  )
}
