import { zodResolver } from '@hookform/resolvers/zod'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Controller, FormProvider, type UseFormReturn, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { clockApi } from '../../shared/clock.ts'
import type { ClockSession } from '../../shared/clock-session.ts'
import { MAX_BREAKS } from '../../shared/clocking.ts'
import type { PersonWithPicture } from '../../shared/fields.ts'
import type { Which } from '../../shared/time/repeated-times.ts'
import { formatSpan } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { WhichTime } from '../components/time/which-time.tsx'
import { serverNow } from '../server-time.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, Textarea } from '../ui/field.tsx'
import { DateInput, TimeInput } from '../ui/moment-input.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { type Around, breakMeanings } from './break-values.ts'
import {
  addedHoursOf,
  aroundBreaks,
  type CorrectionValues,
  correctedBreaks,
  correctionForm,
  correctionOf,
  emptyValues,
  timesOf,
  valuesOf,
} from './correction-values.ts'

/** Corrects a person's session, or adds hours on a day. The person is notified who did it and why. */
export function CorrectionDialog({
  session: opened,
  day = '',
  person,
  onClose,
}: {
  /** The session to correct; null adds hours. */
  session: ClockSession | null
  /** The day that the form for added hours starts with (YYYY-MM-DD). */
  day?: string | undefined
  person: PersonWithPicture
  onClose: () => void
}) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const form = useForm<CorrectionValues>({
    resolver: zodResolver(correctionForm(opened, timeZone, serverNow)),
    defaultValues: opened ? valuesOf(opened, timeZone) : emptyValues(day),
  })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { mutateAsync: correct } = useCall(clockApi.correct)
  const { mutateAsync: add } = useCall(clockApi.add)
  const { mutateAsync: setBreaks } = useCall(clockApi.setBreaks)
  // The times may be corrected already when the breaks are refused.
  const [version, setVersion] = useState(opened?.updatedAt)

  async function correctAll(session: ClockSession, values: CorrectionValues) {
    const params = { id: session.id }
    const times = { ...correctionOf(values, session, timeZone, serverNow()), updatedAt: version }
    const breaks = correctedBreaks(values, session, timeZone, serverNow())
    const changesTimes = times.startTime !== undefined || times.endTime !== undefined
    let updatedAt = version
    if (changesTimes || !breaks) updatedAt = (await correct({ params, body: times })).updatedAt
    setVersion(updatedAt)
    if (breaks) await setBreaks({ params, body: { breaks, reason: values.reason, updatedAt } })
  }

  const submit = form.handleSubmit(async (values) => {
    try {
      if (opened) await correctAll(opened, values)
      else await add({ params: { id: person.id }, body: addedHoursOf(values, timeZone, serverNow()) })
      toast({
        title: opened ? i18n.t('Hours corrected') : i18n.t('Hours added'),
        description: i18n.t('{name} was notified.', { name: fullName(person) }),
      })
      leaving.leave()
    } catch (error) {
      if (showFaults(form, error, i18n)) return
      toastError(messageOf(error, opened ? i18n.t('Failed to correct hours') : i18n.t('Failed to add hours')))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={opened ? i18n.t('Correct hours') : i18n.t('Add hours')}
        submitLabel={opened ? i18n.t('Save correction') : i18n.t('Add hours')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
        keptAs={opened ? `hours ${opened.id}` : `hours of ${person.id}`}
      >
        <CorrectionFields form={form} session={opened} person={person} />
      </FormDialog>
    </FormProvider>
  )
}

function CorrectionFields({
  form,
  session,
  person,
}: {
  form: UseFormReturn<CorrectionValues>
  session: ClockSession | null
  person: PersonWithPicture
}) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const { register, formState, control, setValue } = form
  const { errors } = formState
  const runs = session?.endTime === null
  const values = useWatch({ control }) as CorrectionValues
  const { starts, ends } = timesOf(values, session, timeZone, serverNow())
  const choose = (field: 'startWhich' | 'endWhich') => (which: Which) =>
    setValue(field, which, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <>
      <p className="text-muted">
        <span className="font-semibold text-text">{fullName(person)}</span>
        {session && <span className="tabular">, {formatSpan(session.startTime, session.endTime, reader)}</span>}
      </p>
      {errors.root?.message && (
        <p role="alert" className="rounded-control bg-overdue-soft px-3 py-2 font-medium text-overdue">
          {errors.root.message}
        </p>
      )}
      <div className="grid grid-cols-2 gap-x-4 gap-y-5">
        <Field label={i18n.t('Start date')} error={errors.startDate?.message} required>
          <DateInput {...register('startDate')} />
        </Field>
        <Field label={i18n.t('Start time')} error={errors.startClock?.message} required>
          <TimeInput {...register('startClock')} />
        </Field>
        <WhichTime
          instants={starts}
          value={values.startWhich}
          onChange={choose('startWhich')}
          error={errors.startWhich?.message}
          className="col-span-2"
        />
        <Field label={i18n.t('End date')} error={errors.endDate?.message} required={!runs}>
          <DateInput {...register('endDate')} />
        </Field>
        <Field
          label={i18n.t('End time')}
          error={errors.endClock?.message}
          hint={runs ? i18n.t('Empty: still clocked in') : undefined}
          required={!runs}
        >
          <TimeInput {...register('endClock')} />
        </Field>
        <WhichTime
          instants={ends}
          value={values.endWhich}
          onChange={choose('endWhich')}
          error={errors.endWhich?.message}
          className="col-span-2"
        />
      </div>
      {session && <BreakRows form={form} around={aroundBreaks(values, session, timeZone, serverNow())} />}
      <Field
        label={i18n.t('Reason')}
        error={errors.reason?.message}
        hint={i18n.t('{name} can read it.', { name: person.firstName })}
        required
      >
        <Textarea {...register('reason')} rows={2} />
      </Field>
    </>
  )
}

/** The breaks of the session, each with its times. */
function BreakRows({
  form: { control, register, formState, setValue },
  around,
}: {
  form: UseFormReturn<CorrectionValues>
  around: Around
}) {
  const { i18n, timeZone } = useReader()
  const { fields, append, remove } = useFieldArray({ control, name: 'breaks' })
  const values = useWatch({ control, name: 'breaks' })
  const faults = formState.errors.breaks
  const whichOf = (at: number, field: 'startWhich' | 'endWhich', instants: readonly string[]) => (
    <WhichTime
      instants={instants}
      value={values[at]?.[field]}
      onChange={(which) =>
        setValue(`breaks.${at}.${field}`, which, { shouldDirty: true, shouldValidate: formState.isSubmitted })
      }
      error={faults?.[at]?.[field]?.message}
      className="col-span-full mt-2"
    />
  )
  const meanings = values.map((one) => breakMeanings(one, around, timeZone))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium">{i18n.t('Breaks')}</legend>
      {fields.map((field, at) => (
        <div
          key={field.id}
          className="grid grid-cols-2 items-end gap-x-4 gap-y-1 sm:grid-cols-[1fr_1fr_auto_auto] sm:gap-x-3"
        >
          <Field label={i18n.t('From ##time')} error={faults?.[at]?.start?.message}>
            <TimeInput {...register(`breaks.${at}.start`)} />
          </Field>
          <Field label={i18n.t('To ##time')} error={faults?.[at]?.end?.message}>
            <TimeInput {...register(`breaks.${at}.end`)} />
          </Field>
          <Controller
            control={control}
            name={`breaks.${at}.isPaid`}
            render={({ field: { value, onChange } }) => (
              <Checkbox
                checked={value}
                onChange={({ target }) => onChange(target.checked)}
                label={i18n.t('Paid ##break')}
                showLabel
                className="h-8.5 touch:h-11"
              />
            )}
          />
          <IconButton
            className="justify-self-end"
            label={i18n.t('Remove break {number}', { number: at + 1 })}
            onClick={() => remove(at)}
          >
            <X aria-hidden="true" className="size-4" />
          </IconButton>
          {whichOf(at, 'startWhich', meanings[at]?.starts ?? [])}
          {whichOf(at, 'endWhich', meanings[at]?.ends ?? [])}
        </div>
      ))}
      {fields.length < MAX_BREAKS && (
        <Button className="self-start" onClick={() => append({ start: '', end: '', isPaid: false })}>
          <Plus aria-hidden="true" className="size-4" />
          {i18n.t('Add a break')}
        </Button>
      )}
    </fieldset>
  )
}

/** The form field of each field that the server finds wrong. */
const formFields: Record<string, keyof CorrectionValues> = {
  startTime: 'startClock',
  endTime: 'endClock',
  reason: 'reason',
}

/** The form field of "breaks.0.startTime", in the form's order. */
function breakField(path: string) {
  const [, at, name] = /^breaks\.(\d+)\.(startTime|endTime)$/.exec(path) ?? []
  return at === undefined ? undefined : (`breaks.${Number(at)}.${name === 'startTime' ? 'start' : 'end'}` as const)
}

/** Shows the server's errors at their form fields. Returns false when they belong to no field. */
function showFaults(form: UseFormReturn<CorrectionValues>, error: unknown, i18n: Reader['i18n']) {
  if (!(error instanceof CallError) || ![400, 409].includes(error.status) || !error.reply) return false
  const { code, message, issues = [] } = error.reply
  if (error.status === 409) {
    form.setError('root', {
      message: code === 'edited_meanwhile' ? i18n.t('{message}. Close this and open it again.', { message }) : message,
    })
    return true
  }
  const fieldOf = (path: string) => formFields[path] ?? breakField(path)
  const shown = issues.filter(({ path }) => fieldOf(path))
  for (const { path, message } of shown) form.setError(fieldOf(path) ?? 'reason', { message })
  return shown.length > 0
}
