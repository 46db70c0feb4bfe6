import type { AbsenceState } from '../../../shared/absences/shapes.ts'
import { useI18n } from '../../language.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { absenceStateLabels } from '../labels/absence-labels.ts'

const tones: Record<AbsenceState, Tone> = {
  ...{ requested: 'pending', approved: 'done', refused: 'overdue', cancelled: 'neutral' },
}

/** The state of an absence, as a badge. */
export function AbsenceStateBadge({ state }: { state: AbsenceState }) {
  const i18n = useI18n()
  return <Badge tone={tones[state]}>{i18n.t(absenceStateLabels[state])}</Badge>
}
