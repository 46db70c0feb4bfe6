import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FormProvider, type Resolver, type UseFormReturn, useForm, useFormContext } from 'react-hook-form'
import {
  MAX_SHIFT_NOTE,
  MAX_SHIFT_TITLE,
  type ManyShifts,
  type RosterPerson,
  type RosterShift,
  type ShiftTemplate,
} from '../../shared/roster/shapes.ts'
import { localReader, shiftSpanOf } from '../../shared/roster/shift-times.ts'
import { wishFinder } from '../../shared/roster/wishes.ts'
import { translate } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { useViewer } from '../api/viewer.ts'
import { ChoiceField } from '../components/choice/choice-field.tsx'
import { EditNotices } from '../components/forms/edit-notices.tsx'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { useEditing } from '../components/forms/use-editing.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { cx } from '../ui/class-names.ts'
import { Field, Input, Textarea } from '../ui/field.tsx'
import { DateInput, TimeInput } from '../ui/moment-input.tsx'
import { useMinute } from '../ui/now.ts'
import { toastError } from '../ui/toast.tsx'
import { FindSomebody } from './find-somebody.tsx'
import {
  type NewShiftPlace,
  newShiftValues,
  type ShiftFormValues,
  shiftBodyOf,
  shiftFaults,
  shiftFormValuesOf,
  shiftGroups,
} from './shift-form-values.ts'
import { spanInWords } from './shift-words.ts'
import { wishInWords } from './wish-words.ts'

/** The shift that the dialog begins with: one that exists, or a cell for a new one. */
export type DialogShift = { shift: RosterShift } | NewShiftPlace

interface DialogParts {
  departmentId: number
  people: readonly RosterPerson[]
  templates: readonly ShiftTemplate[]
  /** Saves changes of the plan. Throws if they are refused. */
  save: (edit: ManyShifts) => Promise<unknown>
  onClose: () => void
}

/** Adds a shift, or changes or removes one. A published copy stays as it is until the next publish. */
export function ShiftDialog({
  about,
  latest,
  read,
  ...parts
}: DialogParts & {
  about: DialogShift
  /** The shift as the page knows it now; undefined for a new one, and for one that is no longer in these days. */
  latest: RosterShift | undefined
  /** Reads the shifts of these days as they are now. */
  read: () => Promise<readonly RosterShift[]>
}) {
  if (!('shift' in about)) return <NewShiftForm place={about} {...parts} />
  return <ShiftForm shift={latest ?? about.shift} isGone={latest === undefined} read={read} {...parts} />
}

function useResolver(): Resolver<ShiftFormValues> {
  const i18n = useI18n()
  return (values) => {
    const faults = Object.entries(shiftFaults(values))
    const errors = faults.map(([name, fault]) => [name, { type: 'validate', message: translate(i18n, fault) }])
    return faults.length > 0 ? { values: {}, errors: Object.fromEntries(errors) } : { values, errors: {} }
  }
}

/** Shows faults that the server reports of the only shift of a call (`update.0.end`) at their fields. */
function useShowFailure() {
  const i18n = useI18n()
  return (form: UseFormReturn<ShiftFormValues>, error: unknown) => {
    const issues = error instanceof CallError ? (error.reply?.issues ?? []) : []
    const known = issues.flatMap(({ path, message }) => {
      const name = path.split('.').at(-1) ?? ''
      return name in form.getValues() ? [{ name: name as keyof ShiftFormValues, message }] : []
    })
    for (const { name, message } of known) form.setError(name, { message })
    if (known.length === 0) toastError(messageOf(error, i18n.t('The plan could not be saved')))
  }
}

function NewShiftForm({ place, ...parts }: DialogParts & { place: NewShiftPlace }) {
  const i18n = useI18n()
  const { departmentId, save, onClose } = parts
  const form = useForm<ShiftFormValues>({ resolver: useResolver(), defaultValues: newShiftValues(place) })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const showFailure = useShowFailure()
  const submit = form.handleSubmit(async (values) => {
    const { isRemoved: _, ...body } = shiftBodyOf(values)
    try {
      await save({ create: [{ departmentId, ...body }] })
      leaving.leave()
    } catch (error) {
      showFailure(form, error)
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('New shift')}
        submitLabel={i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
      >
        <ShiftFields {...parts} />
      </FormDialog>
    </FormProvider>
  )
}

function ShiftForm({
  shift,
  isGone,
  read,
  ...parts
}: DialogParts & { shift: RosterShift; isGone: boolean; read: () => Promise<readonly RosterShift[]> }) {
  const reader = useReader()
  const { i18n } = reader
  const { people, templates, save, onClose } = parts
  const editing = useShiftEditing(shift, read, parts, () => leaving.leave())
  const { form, submit } = editing
  const [isAsking, setIsAsking] = useState(false)
  const leaving = useLeaving(form.formState.isDirty || isAsking, onClose)
  const [isRemoving, setIsRemoving] = useState(false)
  const isRemoved = shift.plan?.isRemoved === true
  const remove = async () => {
    if (isRemoving) return
    setIsRemoving(true)
    try {
      await save({ remove: [{ id: shift.id, updatedAt: shift.plan?.updatedAt }] })
      leaving.leave()
    } catch (error) {
      toastError(messageOf(error, i18n.t('The plan could not be saved')))
    }
    setIsRemoving(false)
  }
  const published = shift.plan?.published
  const refusal = shift.plan?.asked?.refusal
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Planned shift')}
        description={
          published && spanInWords(published, reader) !== spanInWords(shift, reader)
            ? i18n.t('Published: {span}', { span: spanInWords(published, reader) })
            : undefined
        }
        submitLabel={isRemoved ? i18n.t('Bring back') : i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={() => {
          if (isRemoved) form.setValue('isRemoved', false)
          return submit()
        }}
        leaving={leaving}
        aside={
          !isRemoved &&
          !isGone && (
            <Button variant="ghost" pending={isRemoving} onClick={() => void remove()}>
              {i18n.t('Remove')}
            </Button>
          )
        }
      >
        <EditNotices
          editing={editing}
          isGone={isGone}
          changed={i18n.t('Somebody else has changed this shift meanwhile')}
          gone={i18n.t('Somebody has removed this shift meanwhile, or moved it to other days.')}
        />
        {refusal && (
          <p dir="auto" className="text-overdue">
            {i18n.t('Refused: {reason}', { reason: refusal })}
          </p>
        )}
        <GiveAway shift={shift} />
        <ShiftFields people={people} templates={templates} />
        {!isRemoved && !isGone && (
          <FindSomebody
            shiftId={shift.id}
            assigned={form.watch('userId')}
            onAssign={(userId) => form.setValue('userId', userId, { shouldDirty: true })}
            onTyped={setIsAsking}
          />
        )}
      </FormDialog>
    </FormProvider>
  )
}

/** To a planner, of their own shift to come: where they offer or exchange it, as their colleagues do. */
function GiveAway({ shift }: { shift: RosterShift }) {
  const i18n = useI18n()
  const now = useMinute()
  const { id: viewerId } = useViewer()
  const published = shift.plan?.published === undefined ? shift : shift.plan.published
  if (published?.userId !== viewerId || Date.parse(published.startTime) <= now) return null
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 text-muted">
      {i18n.t('This is your own shift.')}
      <Link
        to="/roster"
        search={{ week: published.date, mine: true }}
        className="inline-flex min-h-11 items-center font-medium text-accent hover:underline"
      >
        {i18n.t('Offer or exchange it')}
      </Link>
    </p>
  )
}

function useShiftEditing(
  shift: RosterShift,
  read: () => Promise<readonly RosterShift[]>,
  { people, templates, save }: DialogParts,
  onDone: () => void,
) {
  const reader = useReader()
  const { i18n } = reader
  const groups = useMemo(() => shiftGroups(people, templates, reader), [people, templates, reader])
  return useEditing(shift, {
    groups,
    resolver: useResolver(),
    valuesOf: shiftFormValuesOf,
    bodyOf: shiftBodyOf,
    async read() {
      const found = (await read()).find(({ id }) => id === shift.id)
      // It is in other days now, if anywhere.
      if (!found) throw new CallError({ status: 404, statusText: 'Not Found', text: '' })
      return found
    },
    async send({ isRemoved, ...changes }, { id, plan }) {
      if (plan?.isRemoved && isRemoved === undefined && !(await mayBringBack())) return
      await save({ update: [{ id, ...changes, updatedAt: plan?.updatedAt }] })
    },
    showFailure: useShowFailure(),
    onDone,
  })

  /** Any change brings a removed shift back: somebody who does not know that it was removed is asked. */
  function mayBringBack() {
    return ask({
      text: i18n.t('Somebody else has removed this shift meanwhile. Bring it back with your changes?'),
      stay: i18n.t('Leave it removed'),
      leave: i18n.t('Bring back'),
    })
  }
}

function ShiftFields({ people, templates }: Pick<DialogParts, 'people' | 'templates'>) {
  const reader = useReader()
  const { i18n } = reader
  const { register, watch, setValue, formState } = useFormContext<ShiftFormValues>()
  const values = watch()
  const errorOf = (name: keyof ShiftFormValues) => formState.errors[name]?.message
  const choose = (name: keyof ShiftFormValues) => (value: string) => setValue(name, value, { shouldDirty: true })
  const members = people.filter(({ hasLeft, user }) => !hasLeft || user.id === values.userId)
  return (
    <>
      <Field label={i18n.t('Person')} error={errorOf('userId')} hint={wishHint(values, people, reader)}>
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
        <Field label={i18n.t('Template')} error={errorOf('templateId')}>
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
        <Field label={i18n.t('Day')} error={errorOf('date')} className="max-md:col-span-2">
          <DateInput value={values.date} onChange={({ target }) => choose('date')(target.value)} />
        </Field>
        <Field label={i18n.t('Start time')} error={errorOf('start')}>
          <TimeInput value={values.start} onChange={({ target }) => choose('start')(target.value)} />
        </Field>
        <Field label={i18n.t('End time')} error={errorOf('end')}>
          <TimeInput value={values.end} onChange={({ target }) => choose('end')(target.value)} />
        </Field>
        <Field label={i18n.t('Break in minutes')} error={errorOf('breakMinutes')}>
          <Input inputMode="numeric" {...register('breakMinutes')} />
        </Field>
      </div>
      <Field label={i18n.t('Title')} error={errorOf('title')}>
        <Input maxLength={MAX_SHIFT_TITLE} {...register('title')} />
      </Field>
      <Field label={i18n.t('Note for the person')} error={errorOf('note')}>
        <Textarea maxLength={MAX_SHIFT_NOTE} {...register('note')} />
      </Field>
      <Checkbox
        label={i18n.t('Pin the shift: proposals leave it where it is')}
        showLabel
        checked={values.isPinned}
        onChange={({ target }) => setValue('isPinned', target.checked, { shouldDirty: true })}
      />
    </>
  )
}

/** The wish that the shift would suit or go against, in words, as far as planners have read it. */
function wishHint(values: ShiftFormValues, people: readonly RosterPerson[], reader: Reader) {
  const { timeZone } = reader
  const wishes = people.find(({ user }) => user.id === values.userId)?.wishes ?? []
  if (wishes.length === 0 || Object.keys(shiftFaults(values)).length > 0) return undefined
  const wish = wishFinder(timeZone, localReader(timeZone))(wishes, shiftSpanOf(values, timeZone))
  return wish && <span className={cx(wish.kind === 'unavailable' && 'text-overdue')}>{wishInWords(wish, reader)}</span>
}
