import { Eye, type LucideIcon, TriangleAlert, Wrench } from 'lucide-react'
import type { Severity } from '../../../shared/handovers.ts'
import { severityLabels } from '../../components/labels/severity-labels.ts'
import { useI18n } from '../../language.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

/** Each by a word, a sign and a colour. */
export const severityIcons: Record<Severity, LucideIcon> = { watch: Eye, act: Wrench, urgent: TriangleAlert }
const tones: Record<Severity, Tone> = { watch: 'neutral', act: 'medium', urgent: 'overdue' }

/** How much an item matters. */
export function SeverityBadge({ severity }: { severity: Severity }) {
  const i18n = useI18n()
  const Icon = severityIcons[severity]
  return (
    <Badge tone={tones[severity]}>
      <Icon aria-hidden="true" className="size-3.25" />
      {i18n.t(severityLabels[severity])}
    </Badge>
  )
}
