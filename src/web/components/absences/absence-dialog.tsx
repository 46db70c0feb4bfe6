import type { AbsenceState, AwayTime } from '../../../shared/absences/shapes.ts'
import { absencesApi } from '../../../shared/absences.ts'
import type { RosterPerson } from '../../../shared/roster/shapes.ts'
import { formatDays } from '../../../shared/words/formats.ts'
import { useReply } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMinute } from '../../ui/now.ts'
import { absenceInWords, absenceStateLabels } from '../labels/absence-labels.ts'
import { fullName } from '../people/avatar.tsx'
import { mayCancel, useCancel } from './use-cancel.ts'

/** An absence of the roster: its days, why, and a button to cancel it. */
export function AbsenceDialog({
  away,
  person,
  onClose,
}: {
  away: Omit<AwayTime, 'state'> & { state: AbsenceState }
  person: RosterPerson['user']
  onClose: () => void
}) {
  const i18n = useI18n()
  const { data } = useReply(absencesApi.list, { query: { from: away.from, to: away.from, userId: person.id } })
  const now = useMinute()
  const { cancel, isPending } = useCancel()
  const absence = data?.absences.find(({ id }) => id === away.id)
  const cancelIt = async () => {
    if (await cancel(away)) onClose()
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={fullName(person)}
      description={formatDays(away.from, away.to, { i18n })}
      footer={
        mayCancel(away, now) ? (
          <Button variant="destructive" pending={isPending} onClick={() => void cancelIt()}>
            {i18n.t('Cancel the absence')}
          </Button>
        ) : (
          <Button onClick={onClose}>{i18n.t('Close')}</Button>
        )
      }
    >
      <p className="font-medium">{absenceInWords(away, i18n)}</p>
      <p className="text-muted">{i18n.t(absenceStateLabels[away.state])}</p>
      {[absence?.note, absence?.reason].filter(Boolean).map((text) => (
        <p key={text} dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      ))}
    </Dialog>
  )
}
