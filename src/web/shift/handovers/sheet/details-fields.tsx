import { useMemo } from 'react'
import { isOnDutyUntil } from '../../../../shared/duty.ts'
import { MAX_HANDOVER_TEXT, type Severity, severities } from '../../../../shared/handovers.ts'
import { formatTime } from '../../../../shared/words/formats.ts'
import { useViewer } from '../../../api/viewer.ts'
import { ChoiceField } from '../../../components/choice/choice-field.tsx'
import { severityLabels } from '../../../components/labels/severity-labels.ts'
import { fullName } from '../../../components/people/avatar.tsx'
import { useShiftPeople } from '../../../components/people/use-shift-people.ts'
import { useReader } from '../../../components/time/use-reader.ts'
import { useI18n } from '../../../language.ts'
import { serverNow } from '../../../server-time.ts'
import { Field, Textarea } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { severityIcons } from '../severity.tsx'
import type { Details } from './draft.ts'
import { useNextPerson } from './next-person.ts'

/** The details of an item for the next shift: how much it matters, the next step, and its receiver. */
export function DetailsFields({
  details,
  departmentId,
  fault,
  onChange,
}: {
  details: Details
  /** The department whose people can receive it. */
  departmentId: number | null
  /** The fault of the next step. */
  fault: string | undefined
  onChange: (changes: Partial<Details>) => void
}) {
  const i18n = useI18n()
  const { severity, next, ifThen, toUserId } = details
  const choices = useReceivers(departmentId)
  return (
    <div className="mt-2.5 flex flex-col gap-3">
      <Segmented<Severity>
        label={i18n.t('How much does it matter?')}
        value={severity}
        onChange={(chosen) => onChange({ severity: chosen })}
        choices={severities.map((value) => ({
          value,
          label: i18n.t(severityLabels[value]),
          icon: severityIcons[value],
        }))}
        className={tones[severity]}
      />
      <Field label={i18n.t('Next step')} {...(fault && { error: fault })} required>
        <Textarea
          rows={1}
          data-fault={fault ? true : undefined}
          value={next}
          maxLength={MAX_HANDOVER_TEXT}
          placeholder={i18n.t('What is to be done next?')}
          onChange={({ target }) => onChange({ next: target.value })}
          className="min-h-11!"
        />
      </Field>
      <Field label={i18n.t('If … then …')}>
        <Textarea
          rows={1}
          value={ifThen}
          maxLength={MAX_HANDOVER_TEXT}
          placeholder={i18n.t('Not needed. For example: if it leaks again, then close the tap.')}
          onChange={({ target }) => onChange({ ifThen: target.value })}
          className="min-h-11!"
        />
      </Field>
      <Field label={i18n.t('Who is it for?')}>
        <ChoiceField
          label={i18n.t('People')}
          choices={choices}
          value={toUserId}
          onChange={(id) => onChange({ toUserId: id })}
        />
      </Field>
    </div>
  )
}

/** The colour of the chosen severity, beside its word and its sign. */
const tones: Record<Severity, string> = {
  watch: '',
  act: '[&_label:has(:checked)_svg]:text-medium',
  urgent: '[&_label:has(:checked)]:text-overdue!',
}

/** Everybody on duty, or one person: those on duty first. Of the person who is planned next it says from when on. */
function useReceivers(departmentId: number | null) {
  const reader = useReader()
  const { i18n } = reader
  const next = useNextPerson(departmentId)
  const viewer = useViewer()
  const { data } = useShiftPeople()
  return useMemo(() => {
    const now = serverNow()
    const people = (data ?? []).filter(
      (person) => person.id !== viewer.id && (departmentId === null || person.department?.id === departmentId),
    )
    return [
      { id: '', label: i18n.t('Everybody on duty') },
      ...people.map((person) => ({
        id: person.id,
        label: isOnDutyUntil(person.onDutyUntil, now)
          ? i18n.t('{name}, on duty', { name: fullName(person) })
          : person.id === next?.user.id
            ? i18n.t('{name}, planned from {time} on', {
                name: fullName(person),
                time: formatTime(next.startTime, reader),
              })
            : fullName(person),
      })),
    ]
  }, [data, reader, i18n, viewer.id, departmentId, next])
}
