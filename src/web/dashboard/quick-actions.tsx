import { CalendarPlus, type LucideIcon, Plus } from 'lucide-react'
import { useCan } from '../api/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from './panel.tsx'

export function QuickActions({ onNewTask, onMeeting }: { onNewTask: () => void; onMeeting: () => void }) {
  const mayCreate = useCan('task:create')
  return (
    <Panel title="Quick Actions">
      <div className="flex flex-1 flex-col gap-2 pt-0.5">
        {mayCreate && <Action icon={Plus} label="Create New Task" onClick={() => onNewTask()} />}
        <Action icon={CalendarPlus} label="Schedule Meeting" onClick={() => onMeeting()} />
      </div>
    </Panel>
  )
}

const Action = ({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <Button onClick={onClick} className="justify-start! gap-2.5!">
    <Icon aria-hidden="true" className="size-4 text-muted" />
    {label}
  </Button>
)
