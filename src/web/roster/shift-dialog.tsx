import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import {
  MAX_SHIFT_NOTE,
  MAX_SHIFT_TITLE,
  type ManyShifts,
  type RosterPerson,
  type RosterShift,
  type ShiftTemplate,
} from '../../shared/roster/shapes.ts'
import { MAX_SHIFT_BREAK } from '../../shared/roster/shift-times.ts'
import { ChoiceField } from '../components/choice/choice-field.tsx'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, Input, Textarea } from '../ui/field.tsx'
import { DateInput, TimeInput } from '../ui/moment-input.tsx'
import { toastError } from '../ui/toast.tsx'
import { spanInWords } from './shift-words.ts'

interface Values {
  userId: string
  date: string
  start: string
  end: string
  breakMinutes: string
  title: string
  note: string
  templateId: string
  isPinned: boolean
}

/** The shift that the dialog begins with: one that is there, or a cell for a new one. */
export type DialogShift = { shift: RosterShift } | { userId: string | null; date: string; template?: ShiftTemplate }

const valuesOf = (about: DialogShift): Values => {
  if ('shift' in about) {
    const { userId, date, start, end, breakMinutes, title, note, templateId, plan } = about.shift
    return {
      ...{ userId: userId ?? '', date, start, end, breakMinutes: String(breakMinutes), title: title ?? '' },
      ...{ note: note ?? '', templateId: String(templateId ?? ''), isPinned: plan?.isPinned ?? false },
    }
  }
  const { userId, date, template } = about
  return {
    ...{ userId: userId ?? '', date, start: template?.start ?? '06:00', end: template?.end ?? '14:00' },
    ...{ breakMinutes: String(template?.breakMinutes ?? 30), title: '', note: '', isPinned: false },
    templateId: String(template?.id ?? ''),
  }
}

/** Adds a shift, or changes or removes one. A published copy stays as it is until the next publish. */
export function ShiftDialog({
  about,
  latest,
  departmentId,
  people,
  templates,
  save,
  onClose,
}: {
  about: DialogShift
  /** The shift as it is now: somebody else may have changed it since the dialog was opened. */
  latest?: RosterShift | undefined
  departmentId: number
  people: readonly RosterPerson[]
  templates: readonly ShiftTemplate[]
  save: (edit: ManyShifts) => Promise<readonly RosterShift[] | undefined>
  onClose: () => void
}) {
  const i18n = useI18n()
  const reader = useReader()
  const shift = 'shift' in about ? about.shift : undefined
  const [base] = useState(() => valuesOf(about))
  const form = useForm<Values>({ defaultValues: base })
  const [isRemoving, setIsRemoving] = useState(false)
  const { register, watch, setValue, formState } = form
  const leaving = useLeaving(formState.isDirty, onClose)
  const values = watch()
  const choose = (name: keyof Values) => (value: string) => setValue(name, value, { shouldDirty: true })
  const submit = form.handleSubmit(async (given) => {
    const breakMinutes = Number(given.breakMinutes.trim() || 0)
    if (!Number.isInteger(breakMinutes) || breakMinutes < 0 || breakMinutes > MAX_SHIFT_BREAK)
      return toastError(i18n.t('The break must be a whole number of minutes, at most {max}', { max: MAX_SHIFT_BREAK }))
    if (!given.date || !given.start || !given.end) return toastError(i18n.t('Enter the day and both times'))
    const body = {
      ...{ date: given.date, start: given.start, end: given.end, breakMinutes, isPinned: given.isPinned },
      userId: given.userId || null,
      title: given.title.trim() || null,
      note: given.note.trim() || null,
      templateId: given.templateId === '' ? null : Number(given.templateId),
    }
    if (!shift) {
      if (await save({ create: [{ departmentId, ...body }] })) leaving.leave()
      return
    }
    // Only the changed fields are sent, so that changes of others in other fields stay.
    const names = (Object.keys(given) as (keyof Values)[]).filter((name) => given[name] !== base[name])
    const theirs = latest ? valuesOf({ shift: latest }) : base
    const both = names.filter((name) => theirs[name] !== base[name] && theirs[name] !== given[name])
    if (latest && both.length > 0) {
      const isSure = await ask({
        text: i18n.t('Somebody else has changed this shift meanwhile: {span}. Keep what you entered?', {
          span: spanInWords(latest, reader),
        }),
        stay: i18n.t('Cancel'),
        leave: i18n.t('Keep mine'),
      })
      if (!isSure) return
    }
    const changes = Object.fromEntries(names.map((name) => [name, body[name]]))
    const saved = await save({ update: [{ id: shift.id, ...changes, updatedAt: (latest ?? shift).plan?.updatedAt }] })
    if (saved) leaving.leave()
  })
  const remove = async () => {
    if (!shift || isRemoving) return
    setIsRemoving(true)
    const saved = await save({ remove: [{ id: shift.id, updatedAt: (latest ?? shift).plan?.updatedAt }] })
    setIsRemoving(false)
    if (saved) leaving.leave()
  }
  const members = people.filter(({ hasLeft, user }) => !hasLeft || user.id === values.userId)
  const published = shift?.plan?.published
  const refusal = shift?.plan?.asked?.refusal
  return (
    <FormProvider {...form}>
      <FormDialog
        title={shift ? i18n.t('Planned shift') : i18n.t('New shift')}
        description={
          published && spanInWords(published, reader) !== (shift && spanInWords(shift, reader))
            ? i18n.t('Published: {span}', { span: spanInWords(published, reader) })
            : undefined
        }
        submitLabel={shift?.plan?.isRemoved ? i18n.t('Bring back') : i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
        aside={
          shift &&
          !shift.plan?.isRemoved && (
            <Button variant="ghost" pending={isRemoving} onClick={() => void remove()}>
              {i18n.t('Remove')}
            </Button>
          )
        }
      >
        {refusal && (
          <p dir="auto" className="text-overdue">
            {i18n.t('Refused: {reason}', { reason: refusal })}
          </p>
        )}
        <Field label={i18n.t('Person')}>
          <ChoiceField
            label={i18n.t('Person')}
            value={values.userId}
            onChange={choose('userId')}
            choices={[
              { id: '', label: i18n.t('Nobody: an open shift') },
              ...members.map(({ user }) => ({ id: user.id, label: fullName(user) })),
            ]}
          />
        </Field>
        {templates.length > 0 && (
          <Field label={i18n.t('Template')}>
            <ChoiceField
              label={i18n.t('Template')}
              value={values.templateId}
              onChange={(id) => {
                choose('templateId')(id)
                const template = templates.find((each) => String(each.id) === id)
                if (!template) return
                for (const name of ['start', 'end'] as const) choose(name)(template[name])
                choose('breakMinutes')(String(template.breakMinutes))
              }}
              choices={[
                { id: '', label: i18n.t('None ##shift template') },
                ...templates.map(({ id, name }) => ({ id: String(id), label: name })),
              ]}
            />
          </Field>
        )}
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <Field label={i18n.t('Day')} className="max-md:col-span-2">
            <DateInput value={values.date} onChange={({ target }) => choose('date')(target.value)} />
          </Field>
          <Field label={i18n.t('Start time')}>
            <TimeInput value={values.start} onChange={({ target }) => choose('start')(target.value)} />
          </Field>
          <Field label={i18n.t('End time')}>
            <TimeInput value={values.end} onChange={({ target }) => choose('end')(target.value)} />
          </Field>
          <Field label={i18n.t('Break in minutes')}>
            <Input inputMode="numeric" {...register('breakMinutes')} />
          </Field>
        </div>
        <Field label={i18n.t('Title')}>
          <Input maxLength={MAX_SHIFT_TITLE} {...register('title')} />
        </Field>
        <Field label={i18n.t('Note for the person')}>
          <Textarea maxLength={MAX_SHIFT_NOTE} {...register('note')} />
        </Field>
        <Checkbox
          label={i18n.t('Pin the shift: proposals leave it where it is')}
          showLabel
          checked={values.isPinned}
          onChange={({ target }) => setValue('isPinned', target.checked, { shouldDirty: true })}
        />
      </FormDialog>
    </FormProvider>
  )
}
