import type { ProjectStatus } from '../../shared/projects.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { StatusIcon, statusLabels } from '../components/labels/status-icon.tsx'
import { useI18n } from '../language.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Record<ProjectStatus, Tone> = { pending: 'pending', in_progress: 'progress', completed: 'done' }

/** The labels of tasks, except where languages inflect the word by its subject. */
export const projectStatusLabels: Record<ProjectStatus, Message> = {
  ...statusLabels,
  completed: msg('Completed ##project'),
}

/** A project's status in its colour. */
export function StatusBadge({ status }: { status: ProjectStatus }) {
  const i18n = useI18n()
  return (
    <Badge tone={tones[status]}>
      <StatusIcon status={status} className="size-3" />
      {i18n.t(projectStatusLabels[status])}
    </Badge>
  )
}
