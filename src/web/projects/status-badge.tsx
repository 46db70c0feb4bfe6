import type { ProjectStatus } from '../../shared/projects.ts'
import { StatusIcon, statusLabels } from '../components/status-icon.tsx'
import { useI18n } from '../language.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Record<ProjectStatus, Tone> = { pending: 'pending', in_progress: 'progress', completed: 'done' }

/** A project's status in its colour. */
export function StatusBadge({ status }: { status: ProjectStatus }) {
  const i18n = useI18n()
  return (
    <Badge tone={tones[status]}>
      <StatusIcon status={status} className="size-3" />
      {i18n.t(statusLabels[status])}
    </Badge>
  )
}
