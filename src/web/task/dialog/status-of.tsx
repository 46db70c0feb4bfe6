import { ChevronDown } from 'lucide-react'
import { statuses } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { StateBadge } from '../../components/labels/outcome.tsx'
import { StatusIcon, statusLabels } from '../../components/labels/status-icon.tsx'
import { useI18n } from '../../language.ts'
import { SelectOptions } from '../../ui/select-options.tsx'
import { useBoardActions } from '../board-context.ts'
import { useMayChange } from '../occurrence.tsx'
import { labels } from './labels.ts'
import { useCompleting } from './next-status.tsx'

/** The status of a task, which those who may set it choose here. */
export function StatusOf({ task, onDone }: { task: Task; onDone: () => void }) {
  const i18n = useI18n()
  const { setStatus } = useBoardActions()
  const complete = useCompleting(task, onDone)
  const mayChange = useMayChange('task:set-status', task)
  // A missed or skipped task shows its outcome instead.
  if (task.closedAt && task.outcome) {
    return (
      <p className="px-1">
        <StateBadge state={task.outcome} />
      </p>
    )
  }
  if (!mayChange) {
    return (
      <p className="flex min-w-0 items-center gap-2 px-1 font-medium">
        <StatusIcon status={task.status} />
        <span className="sr-only">{i18n.t(labels.status)}</span>
        <span className="truncate">{i18n.t(statusLabels[task.status])}</span>
      </p>
    )
  }
  return (
    <span className="relative flex min-w-0 items-center rounded-control hover:bg-hover">
      <span className="pointer-events-none absolute inset-s-2.5">
        <StatusIcon status={task.status} />
      </span>
      <select
        aria-label={i18n.t(labels.status)}
        value={task.status}
        onChange={({ target: { value } }) => {
          const status = statuses.find((known) => known === value)
          if (status === 'completed') complete()
          else if (status) setStatus(task, status)
        }}
        className="field-sizing-content h-9 min-w-0 appearance-none truncate rounded-control bg-transparent ps-8.5 pe-7.5 font-medium touch:h-11 touch:text-lg"
      >
        <SelectOptions values={statuses} labels={statusLabels} />
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute inset-e-2 size-4 text-muted" />
    </span>
  )
}
