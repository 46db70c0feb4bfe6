import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, FormProvider, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import {
  holidayChoices,
  MAX_WAGE_CODE,
  MAX_WAGE_NAME,
  NewWageType,
  type WageType,
  wageSources,
  wageTypesApi,
} from '../../shared/wage-types.ts'
import { formatWeekdayName } from '../../shared/words/formats.ts'
import { hasStatus, messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall } from '../api/queries.ts'
import { CheckOption } from '../components/choice/check-option.tsx'
import { DepartmentField } from '../components/choice/department-field.tsx'
import { EditNotices } from '../components/forms/edit-notices.tsx'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { MessageDialog } from '../components/forms/message-dialog.tsx'
import { useEditing } from '../components/forms/use-editing.ts'
import { HistorySection } from '../components/history/history.tsx'
import { holidayLabels, payrollLabels, wageSourceLabels } from '../components/labels/payroll-labels.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Field, Input, Select } from '../ui/field.tsx'
import { TimeInput } from '../ui/moment-input.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { isWork, type WageTypeValues, wageTypeBodyOf, wageTypeGroups, wageTypeValuesOf } from './wage-type-values.ts'

/** The dialog in the address: a new wage type, or the one with this id. */
export function WageTypeDialog({
  id,
  wageTypes,
  onClose,
}: {
  id: number
  wageTypes: WageType[] | undefined
  onClose: () => void
}) {
  const i18n = useI18n()
  const found = wageTypes?.find((wageType) => wageType.id === id)
  // Set once, so that nothing typed is lost when the wage type is deleted meanwhile.
  const [opened, setOpened] = useState<WageType>()
  if (!opened && found) setOpened(found)
  if (id === 0) return <NewForm onClose={onClose} />
  if (opened) return <EditForm wageType={found ?? opened} isGone={found === undefined} onClose={onClose} />
  if (!wageTypes) return null
  return (
    <MessageDialog title={i18n.t('Edit wage type')} onClose={onClose}>
      {i18n.t('There is no such wage type any more.')}
    </MessageDialog>
  )
}

/** Checks the values as they are sent: the names of the fields are the same. */
const resolver: Resolver<WageTypeValues> = async (values, context, options) => {
  const checked = await zodResolver(NewWageType)(wageTypeBodyOf(values), context, options as never)
  return (Object.keys(checked.errors).length > 0 ? checked : { values, errors: {} }) as never
}

/** The field at which a conflict with another wage type is shown. */
const conflictFields: Record<string, 'code' | 'source'> = { code_taken: 'code', counted_already: 'source' }

function showFailure(form: UseFormReturn<WageTypeValues>, error: unknown, fallback: string) {
  const field = hasStatus(error, 409) ? conflictFields[error.reply?.code ?? ''] : undefined
  if (field) {
    form.setError(field, { message: messageOf(error, fallback) })
    form.setFocus(field)
  } else if (!showIssues(form, error)) toastError(messageOf(error, fallback))
}

function NewForm({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const form = useForm<WageTypeValues>({ resolver, defaultValues: wageTypeValuesOf() })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const { mutateAsync: create } = useCall(wageTypesApi.create)
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const submit = form.handleSubmit(async (values) => {
    try {
      await create({ body: wageTypeBodyOf(values) })
      toast({ title: i18n.t('Wage type added') })
      leaving.leave()
    } catch (error) {
      showFailure(form, error, i18n.t('The wage type could not be saved'))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('New wage type')}
        submitLabel={i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
        keptAs="wage-type"
      >
        <Fields form={form} />
      </FormDialog>
    </FormProvider>
  )
}

function EditForm({ wageType, isGone, onClose }: { wageType: WageType; isGone: boolean; onClose: () => void }) {
  const i18n = useI18n()
  const { mutateAsync: update } = useCall(wageTypesApi.update)
  const params = { id: wageType.id }
  const editing = useEditing(wageType, {
    groups: wageTypeGroups,
    resolver,
    valuesOf: wageTypeValuesOf,
    bodyOf: wageTypeBodyOf,
    async read() {
      const { wageTypes } = await queryClient.fetchQuery({ ...replyOf(wageTypesApi.list, {}), staleTime: 0 })
      return wageTypes.find(({ id }) => id === wageType.id) ?? wageType
    },
    async send(changes, version) {
      const body = { ...wageTypeBodyOf(wageTypeValuesOf(version)), ...changes, updatedAt: version.updatedAt }
      await update({ params, body })
      toast({ title: i18n.t('Wage type changed') })
    },
    showFailure: (form, error) => showFailure(form, error, i18n.t('The wage type could not be saved')),
    onDone: () => leaving.leave(),
  })
  const { form, submit } = editing
  const leaving = useLeaving(form.formState.isDirty, onClose)
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('Edit wage type')}
        submitLabel={i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
        keptAs={`wage-type ${wageType.id}`}
        below={<HistorySection endpoint={wageTypesApi.history} id={wageType.id} />}
      >
        <EditNotices
          editing={editing}
          isGone={isGone}
          changed={i18n.t('Somebody else has changed this wage type meanwhile')}
          gone={i18n.t('Somebody has deleted this wage type meanwhile.')}
        />
        <Fields form={form} />
      </FormDialog>
    </FormProvider>
  )
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]

function Fields({ form }: { form: UseFormReturn<WageTypeValues> }) {
  const reader = useReader()
  const { i18n } = reader
  const { errors } = form.formState
  const source = form.watch('source')
  const errorOf = (name: keyof WageTypeValues) => errors[name]?.message ?? ''
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Field label={i18n.t(payrollLabels.wageCode[0])} error={errorOf('code')} required>
          <Input {...form.register('code')} autoComplete="off" maxLength={MAX_WAGE_CODE} />
        </Field>
        <Field label={i18n.t('Name')} error={errorOf('name')} required>
          <Input {...form.register('name')} autoComplete="off" maxLength={MAX_WAGE_NAME} />
        </Field>
      </div>
      <Field label={i18n.t(payrollLabels.source[0])} error={errorOf('source')}>
        <Select {...form.register('source')}>
          <SelectOptions values={wageSources} labels={wageSourceLabels} />
        </Select>
      </Field>
      {isWork({ source }) && (
        <fieldset className="flex flex-col gap-5">
          <legend className="mb-2 text-pretty text-muted text-sm">
            {i18n.t('With a condition its minutes come on top of the others. Leave everything as it is to count all.')}
          </legend>
          <div className="grid grid-cols-2 gap-4">
            <Field label={i18n.t(payrollLabels.windowStart[0])} error={errorOf('windowStart')}>
              <Controller control={form.control} name="windowStart" render={({ field }) => <TimeInput {...field} />} />
            </Field>
            <Field label={i18n.t(payrollLabels.windowEnd[0])} error={errorOf('windowEnd')}>
              <Controller control={form.control} name="windowEnd" render={({ field }) => <TimeInput {...field} />} />
            </Field>
          </div>
          <fieldset>
            <legend className="mb-1 font-medium text-sm">{i18n.t(payrollLabels.weekdays[0])}</legend>
            <div className="flex flex-wrap gap-x-5">
              {weekdays.map((day) => (
                <CheckOption key={day} value={String(day)} {...form.register('weekdays')}>
                  {formatWeekdayName(day, reader, 'short')}
                </CheckOption>
              ))}
            </div>
          </fieldset>
          <Field label={i18n.t(payrollLabels.holidays[0])} error={errorOf('holidays')}>
            <Select {...form.register('holidays')}>
              <SelectOptions values={holidayChoices} labels={holidayLabels} />
            </Select>
          </Field>
          <CheckOption {...form.register('overContract')}>{i18n.t(payrollLabels.overContract[0])}</CheckOption>
        </fieldset>
      )}
      <DepartmentField
        hint={i18n.t('Of several without a condition, the one of the own department counts.')}
        may={() => true}
        none={i18n.t('All departments')}
      />
    </>
  )
}
