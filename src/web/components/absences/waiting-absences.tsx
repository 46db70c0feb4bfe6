import { useState } from 'react'
import { type Absence, MAX_ABSENCE_REASON } from '../../../shared/absences/shapes.ts'
import { absencesApi } from '../../../shared/absences.ts'
import { formatDays } from '../../../shared/words/formats.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { card } from '../../ui/card.ts'
import { cx } from '../../ui/class-names.ts'
import { Field, Textarea } from '../../ui/field.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { useLeaving } from '../forms/form-dialog.tsx'
import { PlainFormDialog } from '../forms/plain-form-dialog.tsx'
import { absenceInWords } from '../labels/absence-labels.ts'
import { fullName } from '../people/avatar.tsx'
import { type ShiftInTheWay, shiftsInTheWay } from './shifts-in-the-way.ts'
import { VacateList } from './vacate-list.tsx'

/** The decision that needs more words: a refusal with its reason, or an approval with the shifts of that time. */
type Open = { absence: Absence; shifts: readonly ShiftInTheWay[] | null }

/** Absences of a department that wait for a decision. */
export function WaitingAbsences({ departmentId }: { departmentId: number }) {
  const i18n = useI18n()
  const { data } = useReply(absencesApi.requests, { query: { departmentId } })
  const { mutateAsync: decide, isPending } = useCall(absencesApi.decide)
  const [open, setOpen] = useState<Open>()
  const failed = (error: unknown) => toastError(messageOf(error, i18n.t('The absence could not be saved')))
  const approve = async (absence: Absence) => {
    try {
      await decide({ params: { id: absence.id }, body: { approve: true } })
    } catch (error) {
      const shifts = shiftsInTheWay(error, i18n)
      if (shifts) setOpen({ absence, shifts })
      else failed(error)
    }
  }
  const requests = data?.requests ?? []
  if (requests.length === 0 && !open) return null
  return (
    <section aria-label={i18n.t('Absences that wait for a decision')} className="px-3.5 pt-3 md:px-(--gutter)">
      <h2 className="font-semibold">{i18n.t('Absences that wait for a decision')}</h2>
      <ul className="mt-2 grid max-h-96 gap-3 overflow-y-auto lg:grid-cols-2">
        {requests.map(({ absence, shifts, mayDecide }) => (
          <li key={absence.id} className={cx(card, 'p-4')}>
            <p className="font-medium">
              <bdi>{fullName(absence.user)}</bdi> · {absenceInWords(absence, i18n)}
            </p>
            <p className="tabular">{formatDays(absence.from, absence.to, { i18n })}</p>
            {absence.note && (
              <p dir="auto" className="whitespace-pre-line text-muted wrap-anywhere">
                {absence.note}
              </p>
            )}
            <p className="text-muted text-sm">
              {shifts === 0
                ? i18n.t('No shifts at that time')
                : i18n.t('{count, plural, one {# shift at that time} other {# shifts at that time}}', {
                    count: shifts,
                  })}
            </p>
            {mayDecide ? (
              <div className="mt-3 grid grid-cols-2 gap-2">
                <Button
                  variant="primary"
                  className="h-12"
                  disabled={isPending}
                  aria-label={i18n.t('Approve the absence of {name}', { name: fullName(absence.user) })}
                  onClick={() => void approve(absence)}
                >
                  {i18n.t('Approve ##an absence')}
                </Button>
                <Button
                  className="h-12"
                  disabled={isPending}
                  aria-label={i18n.t('Refuse the absence of {name}', { name: fullName(absence.user) })}
                  onClick={() => setOpen({ absence, shifts: null })}
                >
                  {i18n.t('Refuse ##an absence')}
                </Button>
              </div>
            ) : (
              <p className="mt-3 text-muted text-sm">{i18n.t('Another manager decides about your own absence.')}</p>
            )}
          </li>
        ))}
      </ul>
      {open && <DecisionDialog {...open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function DecisionDialog({ absence, shifts, onClose }: Open & { onClose: () => void }) {
  const i18n = useI18n()
  const { mutateAsync: decide, isPending } = useCall(absencesApi.decide)
  const [reason, setReason] = useState('')
  const approves = shifts !== null
  const leaving = useLeaving(reason.trim() !== '', onClose)
  const submit = async () => {
    try {
      const body = { approve: approves, ...(approves && { vacate: true }), ...(reason.trim() && { reason }) }
      const { openedShifts } = await decide({ params: { id: absence.id }, body })
      if (openedShifts > 0)
        toast({
          title: i18n.t('{count, plural, one {# shift is open now} other {# shifts are open now}}', {
            count: openedShifts,
          }),
        })
      leaving.leave()
    } catch (error) {
      toastError(messageOf(error, i18n.t('The absence could not be saved')))
    }
  }
  return (
    <PlainFormDialog
      size="sm"
      title={approves ? i18n.t('Approve the absence') : i18n.t('Refuse the absence')}
      description={`${fullName(absence.user)}, ${formatDays(absence.from, absence.to, { i18n })}`}
      submitLabel={approves ? i18n.t('Approve and open the shifts') : i18n.t('Refuse ##an absence')}
      pending={isPending}
      onSubmit={() => void submit()}
      askBeforeClose={leaving.askBeforeClose}
      onClose={leaving.leave}
    >
      {approves && <VacateList shifts={shifts} />}
      <Field label={approves ? i18n.t('A word about it') : i18n.t('Why not?')} hint={i18n.t('The person reads it.')}>
        <Textarea
          value={reason}
          rows={2}
          maxLength={MAX_ABSENCE_REASON}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </PlainFormDialog>
  )
}
