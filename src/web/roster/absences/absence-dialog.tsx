import type { AwayTime } from '../../../shared/absences/shapes.ts'
import { absencesApi } from '../../../shared/absences.ts'
import type { RosterPerson } from '../../../shared/roster/shapes.ts'
import { formatDays } from '../../../shared/words/formats.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { absenceInWords, absenceStateLabels } from '../../components/labels/absence-labels.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { useI18n } from '../../language.ts'
import { ask } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

/** An absence of the roster: its days, why, and a button to cancel it. */
export function AbsenceDialog({
  away,
  person,
  onClose,
}: {
  away: AwayTime
  person: RosterPerson['user']
  onClose: () => void
}) {
  const i18n = useI18n()
  const { data } = useReply(absencesApi.list, { query: { from: away.from, to: away.from, userId: person.id } })
  const { mutateAsync: cancel, isPending } = useCall(absencesApi.cancel)
  const absence = data?.absences.find(({ id }) => id === away.id)
  const cancelIt = async () => {
    const isSure = await ask({
      text: i18n.t('Cancel this absence? Shifts that nobody has taken go back to the person. Days that are over stay.'),
      stay: i18n.t('Keep it'),
      leave: i18n.t('Cancel the absence'),
    })
    if (!isSure) return
    try {
      const { returnedShifts } = await cancel({ params: { id: away.id } })
      toast({
        title: i18n.t('The absence is cancelled'),
        ...(returnedShifts > 0 && {
          description: i18n.t('{count, plural, one {# shift went back} other {# shifts went back}}', {
            count: returnedShifts,
          }),
        }),
      })
      onClose()
    } catch (error) {
      toastError(messageOf(error, i18n.t('The absence could not be saved')))
    }
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={fullName(person)}
      description={formatDays(away.from, away.to, { i18n })}
      footer={
        <Button variant="destructive" pending={isPending} onClick={() => void cancelIt()}>
          {i18n.t('Cancel the absence')}
        </Button>
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
