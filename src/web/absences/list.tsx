import type { Absence } from '../../shared/absences/shapes.ts'
import { absenceDays } from '../components/absences/absence-days.ts'
import { AbsenceStateBadge } from '../components/absences/absence-state.tsx'
import { absenceKindLabels } from '../components/labels/absence-labels.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'

/** Absences in words, for a phone: a tap opens one. */
export function AbsenceList({ absences, onOpen }: { absences: readonly Absence[]; onOpen: (id: number) => void }) {
  const reader = useReader()
  const { i18n } = reader
  if (absences.length === 0) return <p className="text-muted">{i18n.t('Nobody is away in this time.')}</p>
  return (
    <ul aria-label={i18n.t('Absences')} className="grid gap-1.5">
      {absences.map((absence) => (
        <li key={absence.id}>
          <button
            type="button"
            onClick={() => onOpen(absence.id)}
            className={cx(card, 'block min-h-11 w-full px-3 py-2 text-start hover:bg-hover')}
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <bdi className="font-medium">{fullName(absence.user)}</bdi>
              <AbsenceStateBadge state={absence.state} />
            </span>
            <span className="tabular block text-muted text-sm">
              {i18n.t(absenceKindLabels[absence.kind])} · {absenceDays(absence, reader)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
