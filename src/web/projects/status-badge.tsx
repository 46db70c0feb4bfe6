import type { ProjectStatus } from '../../shared/projects.ts'
import { StatusIcon, statusLabels } from '../components/status-icon.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Record<ProjectStatus, Tone> = { pending: 'pending', in_progress: 'progress', completed: 'done' }

/** A project's status in its colour. */
export const StatusBadge = ({ status }: { status: ProjectStatus }) => (
  <Badge tone={tones[status]}>
    <StatusIcon status={status} className="size-3" />
    {statusLabels[status]}
  </Badge>
)
