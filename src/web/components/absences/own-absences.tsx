import type { Absence } from '../../../shared/absences/shapes.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { card } from '../../ui/card.ts'
import { cx } from '../../ui/class-names.ts'
import { useMinute } from '../../ui/now.ts'
import { absenceKindLabels } from '../labels/absence-labels.ts'
import { useReader } from '../time/use-reader.ts'
import { absenceDays } from './absence-days.ts'
import { AbsenceStateBadge } from './absence-state.tsx'
import { mayCancel, useCancel } from './use-cancel.ts'

/** The viewer's absences with their state, and a button to cancel each that is not over. */
export function OwnAbsences({ absences }: { absences: readonly Absence[] }) {
  const i18n = useI18n()
  const { cancel, isPending } = useCancel()
  return (
    <ul aria-label={i18n.t('My absences')} className="grid gap-1.5">
      {absences.map((absence) => (
        <Row
          key={absence.id}
          absence={absence}
          onCancel={() => {
            if (!isPending) void cancel(absence)
          }}
        />
      ))}
    </ul>
  )
}

function Row({ absence, onCancel }: { absence: Absence; onCancel: () => void }) {
  const reader = useReader()
  const { i18n } = reader
  const now = useMinute()
  const days = absenceDays(absence, reader)
  const texts = [absence.note, absence.reason].filter((text) => text !== null && text !== '')
  return (
    <li className={cx(card, 'flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2')}>
      <span className="min-w-0 flex-1 basis-40">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="font-medium">{i18n.t(absenceKindLabels[absence.kind])}</b>
          <AbsenceStateBadge state={absence.state} />
        </span>
        <span className="tabular block">{days}</span>
        {texts.map((text) => (
          <span key={text} dir="auto" className="block text-muted text-sm">
            {text}
          </span>
        ))}
      </span>
      {mayCancel(absence, now) && (
        <Button variant="ghost" aria-label={i18n.t('Cancel the absence: {days}', { days })} onClick={onCancel}>
          {absence.state === 'requested' ? i18n.t('Take back') : i18n.t('Cancel ##an absence')}
        </Button>
      )}
    </li>
  )
}
