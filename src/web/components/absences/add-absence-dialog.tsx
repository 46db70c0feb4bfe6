import { useState } from 'react'
import { type AbsenceKind, absenceKinds, MAX_ABSENCE_NOTE } from '../../../shared/absences/shapes.ts'
import { absencesApi } from '../../../shared/absences.ts'
import type { RosterPerson } from '../../../shared/roster/shapes.ts'
import { faultOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Field, Textarea } from '../../ui/field.tsx'
import { DateInput } from '../../ui/moment-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { ChoiceField } from '../choice/choice-field.tsx'
import { useLeaving } from '../forms/form-dialog.tsx'
import { PartOfDay, usePartOfDay, WHOLE_DAY } from '../forms/part-of-day.tsx'
import { PlainFormDialog } from '../forms/plain-form-dialog.tsx'
import { absenceKindLabels } from '../labels/absence-labels.ts'
import { fullName } from '../people/avatar.tsx'
import { type ShiftInTheWay, shiftsInTheWay } from './shifts-in-the-way.ts'
import { VacateList } from './vacate-list.tsx'

/** Adds an absence for a person of the department. It counts at once, and says first which shifts become open. */
export function AddAbsenceDialog({
  people,
  date,
  onClose,
}: {
  people: readonly RosterPerson[]
  /** The first day, to begin with. */
  date: string
  onClose: () => void
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { mutateAsync: add, isPending } = useCall(absencesApi.create)
  const [userId, setUserId] = useState('')
  const [kind, setKind] = useState<AbsenceKind>('vacation')
  const [days, setDays] = useState({ from: date, to: date })
  const part = usePartOfDay()
  const [note, setNote] = useState('')
  const [fault, setFault] = useState<string>()
  const isOneDay = days.from === days.to
  const absence = { userId, kind, ...days, ...(isOneDay ? part.times : WHOLE_DAY) }
  const about = JSON.stringify(absence)
  const [inTheWay, setInTheWay] = useState<{ about: string; shifts: readonly ShiftInTheWay[] }>()
  // They are the shifts at the time that was sent.
  const shifts = inTheWay?.about === about ? inTheWay.shifts : undefined
  const isTyped = userId !== '' || note.trim() !== ''
  const leaving = useLeaving(isTyped && !isPending, onClose)
  const submit = async () => {
    if (!userId) return setFault(i18n.t('Choose a person'))
    setFault(undefined)
    try {
      const { openedShifts } = await add({
        body: { ...absence, note: note.trim() || null, ...(shifts && { vacate: true }) },
      })
      toast({
        title: i18n.t('The absence is saved'),
        ...(openedShifts > 0 && {
          description: i18n.t('{count, plural, one {# shift is open now} other {# shifts are open now}}', {
            count: openedShifts,
          }),
        }),
      })
      leaving.leave()
    } catch (error) {
      const found = shiftsInTheWay(error, i18n)
      if (found) setInTheWay({ about, shifts: found })
      else setFault(faultOf(error, i18n.t('The absence could not be saved')))
    }
  }
  return (
    <PlainFormDialog
      title={i18n.t('Add an absence')}
      submitLabel={shifts ? i18n.t('Save and open the shifts') : i18n.t('Save')}
      pending={isPending}
      isReady={!isOneDay || part.isFilled}
      onSubmit={() => void submit()}
      askBeforeClose={leaving.askBeforeClose}
      onClose={leaving.leave}
    >
      <Field label={i18n.t('Person')} required {...(fault && { error: fault })}>
        <ChoiceField
          label={i18n.t('Person')}
          value={userId}
          onChange={setUserId}
          choices={[
            { id: '', label: '' },
            // An absence of one's own is asked for in "My week".
            ...people
              .filter(({ hasLeft, user }) => !hasLeft && user.id !== viewer.id)
              .map(({ user }) => ({ id: user.id, label: fullName(user) })),
          ]}
        />
      </Field>
      <Segmented
        label={i18n.t('Kind of absence')}
        value={kind}
        onChange={setKind}
        choices={absenceKinds.map((value) => ({ value, label: i18n.t(absenceKindLabels[value]) }))}
        className="max-sm:flex"
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label={i18n.t('First day')} required>
          <DateInput
            value={days.from}
            onChange={({ target }) => {
              const from = target.value
              setDays(({ to }) => ({ from, to: to < from ? from : to }))
            }}
          />
        </Field>
        <Field label={i18n.t('Last day')} required>
          <DateInput value={days.to} onChange={({ target }) => setDays(({ from }) => ({ from, to: target.value }))} />
        </Field>
      </div>
      {isOneDay && <PartOfDay part={part} />}
      <Field label={i18n.t('Note')} hint={i18n.t('The person and the managers of the department read it.')}>
        <Textarea value={note} rows={2} maxLength={MAX_ABSENCE_NOTE} onChange={({ target }) => setNote(target.value)} />
      </Field>
      {shifts && <VacateList shifts={shifts} />}
    </PlainFormDialog>
  )
}
