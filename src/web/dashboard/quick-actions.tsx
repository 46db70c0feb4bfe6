import { CalendarPlus, type LucideIcon, Plus } from 'lucide-react'
import { useCan } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from './panel.tsx'

export function QuickActions({ onNewTask, onMeeting }: { onNewTask: () => void; onMeeting: () => void }) {
  const i18n = useI18n()
  const mayCreate = useCan('task:create')
  return (
    <Panel title={i18n.t('Quick Actions')}>
      <div className="flex flex-1 flex-col gap-2 pt-0.5">
        {mayCreate && <Action icon={Plus} label={i18n.t('Create New Task')} onClick={() => onNewTask()} />}
        <Action icon={CalendarPlus} label={i18n.t('Schedule Meeting')} onClick={() => onMeeting()} />
      </div>
    </Panel>
  )
}

const Action = ({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <Button
    onClick={onClick}
    className="h-auto! min-h-8.5 justify-start! gap-2.5! whitespace-normal! px-3! py-1.5 text-start leading-tight touch:min-h-11"
  >
    <Icon aria-hidden="true" className="size-4 text-muted" />
    {label}
  </Button>
)
