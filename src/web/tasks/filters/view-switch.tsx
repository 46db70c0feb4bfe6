import { SquareKanban, Table2, Users } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { useMayPlan, useView } from './view.ts'

/** Switches between table and kanban, and for those who assign tasks also to people. */
export function ViewSwitch({ className }: { className?: string }) {
  const i18n = useI18n()
  const { view, choose } = useView()
  const mayPlan = useMayPlan()
  useShortcut('v', i18n.t('Table or kanban'), () => choose(view === 'table' ? 'kanban' : 'table'))
  return (
    <Segmented
      compact
      label={i18n.t('View ##table or kanban')}
      value={view}
      onChange={choose}
      choices={[
        { value: 'table', label: i18n.t('Table'), icon: Table2 },
        { value: 'kanban', label: i18n.t('Kanban'), icon: SquareKanban },
        ...(mayPlan ? [{ value: 'people' as const, label: i18n.t('People'), icon: Users }] : []),
      ]}
      className={className}
    />
  )
}
