import { useCallback } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { may } from '../../shared/permissions.ts'
import type { Person } from '../../shared/person.ts'
import { kinds, type Reminder } from '../../shared/reminders.ts'
import { msg } from '../../shared/words/message.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { DepartmentField } from '../components/choice/department-field.tsx'
import { PersonPicker } from '../components/people/person-picker.tsx'
import { useI18n } from '../language.ts'
import { Field, Input, Textarea } from '../ui/field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { frequencies, type ReminderFormValues } from './form-values.ts'
import { kindStyles } from './kinds.ts'
import { OnceFields } from './once-fields.tsx'
import { RuleFields } from './rule-fields.tsx'

/** The receivers of a meeting, by the kind of its reminder. */
const invitedLabels = {
  personal: msg('One person'),
  department: msg('A department'),
  general: msg('Everyone'),
}
const frequencyLabels = { once: msg('One-time'), recurring: msg('Recurring') }

/** Every field of a reminder. `reminder` is the one being edited. `meeting`: it is a new one for a meeting. */
export function ReminderFields({ reminder, meeting = false }: { reminder?: Reminder; meeting?: boolean }) {
  const i18n = useI18n()
  const { register, control, formState, watch } = useFormContext<ReminderFormValues>()
  const { errors } = formState
  const [kind, frequency] = watch(['kind', 'frequency'])
  const offered = useKinds(reminder)
  return (
    <>
      <Field label={i18n.t('Title')} error={errors.title?.message} required>
        <Input {...register('title')} autoComplete="off" />
      </Field>
      <Field label={i18n.t('Description')} error={errors.description?.message}>
        <Textarea {...register('description')} rows={2} />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-5 empty:hidden md:grid-cols-[auto_minmax(0,1fr)]">
        {offered.length > 1 && (
          <Controller
            control={control}
            name="kind"
            render={({ field: { value, onChange } }) => (
              <Choice label={meeting ? i18n.t('Who is invited?') : i18n.t('Type')}>
                <Segmented
                  label={meeting ? i18n.t('Who is invited?') : i18n.t('Type')}
                  value={value}
                  onChange={onChange}
                  choices={offered.map((choice) => ({
                    value: choice,
                    label: i18n.t(meeting ? invitedLabels[choice] : kindStyles[choice].label),
                  }))}
                  className="self-start max-md:w-full"
                />
              </Choice>
            )}
          />
        )}
        {kind === 'personal' && <RecipientField reminder={reminder} />}
        {kind === 'department' && <InvitedDepartment reminder={reminder} />}
      </div>
      <Controller
        control={control}
        name="frequency"
        render={({ field: { value, onChange } }) => (
          <Choice label={i18n.t('Frequency')}>
            <Segmented
              label={i18n.t('Frequency')}
              value={value}
              onChange={onChange}
              choices={frequencies.map((choice) => ({ value: choice, label: i18n.t(frequencyLabels[choice]) }))}
              className="self-start max-md:w-full"
            />
          </Choice>
        )}
      />
      {frequency === 'once' ? <OnceFields /> : <RuleFields />}
    </>
  )
}

/** A label above a group of radio buttons. The group has its own name for screen readers. */
const Choice = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="flex flex-col gap-1.5">
    <span aria-hidden="true" className="text-sm font-medium">
      {label}
    </span>
    {children}
  </div>
)

/** The kinds that the viewer may choose, and the reminder's own kind. */
function useKinds(reminder: Reminder | undefined) {
  const viewer = useViewer()
  const { departmentId } = viewer
  const mayChoose = {
    personal: true,
    department: may(viewer, 'reminder:department', { departmentId }) || reminder?.departmentId != null,
    general: may(viewer, 'reminder:general', {}),
  }
  return kinds.filter((kind) => mayChoose[kind])
}

function RecipientField({ reminder }: { reminder: Reminder | undefined }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { control, formState } = useFormContext<ReminderFormValues>()
  const mayChoose = useCan('reminder:personal-others')
  const mayRemind = useCallback(
    (person: Person) => person.id !== viewer.id && may(viewer, 'reminder:personal-others', person),
    [viewer],
  )
  if (!mayChoose) return null
  return (
    <Controller
      control={control}
      name="userId"
      render={({ field: { value, onChange } }) => (
        <Field label={i18n.t('For ##a person')} error={formState.errors.userId?.message}>
          <PersonPicker
            value={value}
            onChange={onChange}
            none={i18n.t('Myself')}
            nonePerson={viewer}
            may={mayRemind}
            current={reminder?.user && reminder.user.id !== viewer.id ? reminder.user : null}
          />
        </Field>
      )}
    />
  )
}

function InvitedDepartment({ reminder }: { reminder: Reminder | undefined }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const mayHold = (departmentId: number | null) =>
    departmentId !== null && may(viewer, 'reminder:department', { departmentId })
  const current = reminder?.department ?? (mayHold(viewer.departmentId) ? viewer.department : null)
  return <DepartmentField may={mayHold} current={current} none={i18n.t('Choose a department')} />
}
