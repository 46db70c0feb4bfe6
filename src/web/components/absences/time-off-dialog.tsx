import { useState } from 'react'
import { absenceFault } from '../../../shared/absences/absence-times.ts'
import { type AbsenceKind, absenceKinds, MAX_ABSENCE_NOTE } from '../../../shared/absences/shapes.ts'
import { absencesApi } from '../../../shared/absences.ts'
import { faultOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { Field, Textarea } from '../../ui/field.tsx'
import { DateInput } from '../../ui/moment-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { useLeaving } from '../forms/form-dialog.tsx'
import { PartOfDay, usePartOfDay, WHOLE_DAY } from '../forms/part-of-day.tsx'
import { PlainFormDialog } from '../forms/plain-form-dialog.tsx'
import { absenceKindLabels } from '../labels/absence-labels.ts'
import { useReader } from '../time/use-reader.ts'

/** Kinds that people ask for. Illness has a button of its own. */
const kinds = absenceKinds.filter((kind) => kind !== 'sick')

/** Asks for time off. */
export function TimeOffDialog({ onClose }: { onClose: () => void }) {
  const { i18n } = useReader()
  const [kind, setKind] = useState<AbsenceKind>('vacation')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const part = usePartOfDay()
  const [note, setNote] = useState('')
  const leaving = useLeaving(note !== '', onClose)
  const { mutateAsync: create, isPending } = useCall(absencesApi.create)
  const isOneDay = from !== '' && from === to
  const times = isOneDay ? part.times : WHOLE_DAY
  const fault = from !== '' && to !== '' ? absenceFault({ from, to, ...times }) : null
  const isFilled = from !== '' && to !== '' && (!isOneDay || part.isFilled)
  const isReady = isFilled && fault === null
  const submit = async () => {
    if (!isReady) return
    try {
      await create({ body: { kind, from, to, ...times, note: note.trim() || null } })
      toast({ title: i18n.t('A manager decides about it') })
      leaving.leave()
    } catch (error) {
      toastError(faultOf(error, i18n.t('It could not be sent')))
    }
  }
  const orderFault = fault?.code === 'order' ? i18n.t('Must be after the beginning') : undefined
  return (
    <PlainFormDialog
      title={i18n.t('Ask for time off')}
      description={i18n.t('Only you and the managers of the department see why you are away.')}
      submitLabel={i18n.t('Ask ##for time off')}
      pending={isPending}
      isReady={isReady}
      onSubmit={submit}
      onClose={leaving.leave}
      askBeforeClose={leaving.askBeforeClose}
    >
      <Segmented
        label={i18n.t('Kind of absence')}
        value={kind}
        onChange={setKind}
        choices={kinds.map((value) => ({ value, label: i18n.t(absenceKindLabels[value]) }))}
        className="flex"
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label={i18n.t('First day')} required>
          <DateInput
            value={from}
            onChange={({ target }) => {
              setFrom(target.value)
              if (to === '' || to < target.value) setTo(target.value)
            }}
          />
        </Field>
        <Field label={i18n.t('Last day')} required {...(fault?.path === 'to' && orderFault && { error: orderFault })}>
          <DateInput value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
      </div>
      {isOneDay && <PartOfDay part={part} aboutEnd={{ error: fault?.path === 'end' ? orderFault : undefined }} />}
      <Field label={i18n.t('Note')}>
        <Textarea value={note} maxLength={MAX_ABSENCE_NOTE} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </PlainFormDialog>
  )
}
