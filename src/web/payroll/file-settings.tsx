import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { FormProvider, type UseFormReturn, useController } from 'react-hook-form'
import {
  dateForms,
  decimalSigns,
  delimiters,
  encodings,
  fileHeads,
  groupings,
  MAX_PAYROLL_COLUMNS,
  MAX_PAYROLL_TEXT,
  type PayrollField,
  PayrollFile,
  payrollApi,
  payrollFields,
  type StoredPayrollFile,
} from '../../shared/payroll.ts'
import { type PayrollPreset, payrollPresetNames, payrollPresetOf, payrollPresets } from '../../shared/payroll-file.ts'
import type { Message } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall, useReply } from '../api/queries.ts'
import { EditNotices } from '../components/forms/edit-notices.tsx'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { KeptForm } from '../components/forms/kept-typing.ts'
import { SaveBar } from '../components/forms/save-bar.tsx'
import { useEditing } from '../components/forms/use-editing.ts'
import { payrollLabels } from '../components/labels/payroll-labels.ts'
import { describeError, useI18n } from '../language.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { Field, Input, Select } from '../ui/field.tsx'
import { useGuardedClosing } from '../ui/guarded-closing.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { FilePreview } from './file-preview.tsx'
import { type FileValues, fileBodyOf, fileGroups, fileValuesOf } from './file-values.ts'
import { delimiterLabels, encodingLabels, fieldLabels, groupingLabels, headLabels, presetLabels } from './file-words.ts'
import { PayrollLoading } from './loading.tsx'

/** How the file of a run is written, with a preview. */
export function FileSettings() {
  const i18n = useI18n()
  const query = useReply(payrollApi.fileSettings, {})
  return query.data ? (
    <FileForm stored={query.data} />
  ) : (
    <NotLoaded query={query} failure={i18n.t('The settings of the file could not be loaded.')}>
      <PayrollLoading />
    </NotLoaded>
  )
}

const settings = replyOf(payrollApi.fileSettings, {})

function FileForm({ stored }: { stored: StoredPayrollFile }) {
  const i18n = useI18n()
  const { mutateAsync: update } = useCall(payrollApi.updateFileSettings)
  const editing = useEditing<StoredPayrollFile, FileValues, PayrollFile>(stored, {
    groups: fileGroups,
    resolver: zodResolver(PayrollFile) as never,
    valuesOf: fileValuesOf,
    bodyOf: fileBodyOf,
    read: () => queryClient.fetchQuery({ ...settings, staleTime: 0 }),
    async send(changes, version) {
      const body = { ...fileBodyOf(fileValuesOf(version)), ...changes, updatedAt: version.updatedAt }
      queryClient.setQueryData(settings.queryKey, await update({ body }))
      toast({ title: i18n.t('Settings of the file saved') })
    },
    showFailure(form, error) {
      if (!showIssues(form, error)) toastError(messageOf(error, i18n.t('The settings of the file could not be saved')))
    },
    onDone: () => undefined,
  })
  const { form, submit } = editing
  const { isDirty, isSubmitting } = form.formState
  const discard = () => form.reset(fileValuesOf(stored))
  const { askBeforeClose } = useLeaving(isDirty, discard)
  const { question, answer } = useGuardedClosing({ open: isDirty, onClose: discard, askBeforeClose })
  const values = form.watch()
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSubmitting) void submit()
        }}
      >
        <KeptForm place="payroll-file" />
        <EditNotices
          editing={editing}
          isGone={false}
          changed={i18n.t('Somebody else has changed the file for payroll meanwhile')}
          gone=""
        />
        <section className={cx(card, 'flex flex-col gap-4 p-4')}>
          <Preset form={form} />
          <FilePreview file={fileBodyOf(values)} />
        </section>
        <section className={cx(card, 'grid gap-4 p-4 sm:grid-cols-2')}>
          <Choice form={form} name="grouping" choices={groupings} labels={groupingLabels} />
          <Choice form={form} name="head" choices={fileHeads} labels={headLabels} />
          <Choice form={form} name="delimiter" choices={delimiters} labels={delimiterLabels} />
          <Choice form={form} name="decimal" choices={decimalSigns} />
          <Choice form={form} name="dateForm" choices={dateForms} />
          <Choice form={form} name="encoding" choices={encodings} labels={encodingLabels} />
          {values.head.startsWith('datev') && (
            <>
              <Digits form={form} name="consultantNumber" />
              <Digits form={form} name="clientNumber" />
            </>
          )}
        </section>
        <Columns form={form} />
        <SaveBar isSubmitting={isSubmitting} isDirty={isDirty} onDiscard={discard} />
        {question && <QuestionDialog question={question} onAnswer={answer} />}
      </form>
    </FormProvider>
  )
}

type Form = UseFormReturn<FileValues>

/** A preset sets everything but the numbers of DATEV. */
function Preset({ form }: { form: Form }) {
  const i18n = useI18n()
  const preset = payrollPresetOf(fileBodyOf(form.watch()))
  const choose = (name: PayrollPreset) => {
    const { consultantNumber, clientNumber } = form.getValues()
    form.reset({ ...fileValuesOf(payrollPresets[name]), consultantNumber, clientNumber }, { keepDefaultValues: true })
  }
  return (
    <Field
      label={i18n.t('Payroll program')}
      hint={i18n.t('A start. Try it with your payroll program before you rely on it.')}
    >
      <Select
        value={preset ?? ''}
        onChange={({ target }) => choose(target.value as PayrollPreset)}
        className="max-w-72"
      >
        {preset === null && (
          <option value="" disabled>
            {i18n.t('Own values')}
          </option>
        )}
        <SelectOptions values={payrollPresetNames} labels={presetLabels} />
      </Select>
    </Field>
  )
}

/** A choice of a few words, or of signs that stay as they are. */
function Choice<N extends 'grouping' | 'head' | 'delimiter' | 'decimal' | 'dateForm' | 'encoding'>({
  form,
  name,
  choices,
  labels,
}: {
  form: Form
  name: N
  choices: readonly FileValues[N][]
  labels?: Record<FileValues[N], Message>
}) {
  const i18n = useI18n()
  return (
    <Field label={i18n.t(payrollLabels[name][0])} error={form.formState.errors[name]?.message ?? ''}>
      <Select {...form.register(name)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {labels ? i18n.t(labels[choice]) : choice}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Digits({ form, name }: { form: Form; name: 'consultantNumber' | 'clientNumber' }) {
  const i18n = useI18n()
  return (
    <Field label={i18n.t(payrollLabels[name][0])} error={form.formState.errors[name]?.message ?? ''}>
      <Input {...form.register(name)} inputMode="numeric" autoComplete="off" maxLength={10} />
    </Field>
  )
}

/** The columns in their order: the field and the heading of each. */
function Columns({ form }: { form: Form }) {
  const i18n = useI18n()
  const { field } = useController({ control: form.control, name: 'columns' })
  const { errors } = form.formState
  const columns = field.value
  const set = (at: number, part: Partial<FileValues['columns'][number]>) =>
    field.onChange(columns.map((column, index) => (index === at ? { ...column, ...part } : column)))
  const move = (at: number, to: number) => {
    const moved = columns.toSpliced(at, 1)
    field.onChange(moved.toSpliced(to, 0, ...columns.slice(at, at + 1)))
  }
  return (
    <section aria-label={i18n.t('Columns')} className={cx(card, 'flex flex-col gap-3 p-4')}>
      <h2 className="font-semibold">{i18n.t('Columns')}</h2>
      {errors.columns?.message && (
        <p role="alert" className="font-medium text-overdue text-sm">
          {describeError(errors.columns.message, i18n)}
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {columns.map((column, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
            key={at}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 border-line border-t pt-3 first:border-0 first:pt-0"
          >
            <div className="grid gap-2 sm:grid-cols-3">
              <Field label={i18n.t('Column {number}', { number: at + 1 })}>
                <Select
                  value={column.field}
                  onChange={({ target }) => set(at, { field: target.value as PayrollField })}
                >
                  <SelectOptions values={payrollFields} labels={fieldLabels} />
                </Select>
              </Field>
              <Field label={i18n.t('Heading')} error={errors.columns?.[at]?.heading?.message ?? ''}>
                <Input
                  value={column.heading}
                  onChange={({ target }) => set(at, { heading: target.value })}
                  autoComplete="off"
                  maxLength={MAX_PAYROLL_TEXT}
                />
              </Field>
              {column.field === 'text' && (
                <Field label={i18n.t('Text')} error={errors.columns?.[at]?.text?.message ?? ''}>
                  <Input
                    value={column.text}
                    onChange={({ target }) => set(at, { text: target.value })}
                    autoComplete="off"
                    maxLength={MAX_PAYROLL_TEXT}
                  />
                </Field>
              )}
            </div>
            <div className="flex max-sm:flex-col">
              <IconButton
                label={i18n.t('Move column {number} up', { number: at + 1 })}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton
                label={i18n.t('Move column {number} down', { number: at + 1 })}
                disabled={at === columns.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton
                label={i18n.t('Remove column {number}', { number: at + 1 })}
                disabled={columns.length === 1}
                onClick={() => field.onChange(columns.toSpliced(at, 1))}
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      {columns.length < MAX_PAYROLL_COLUMNS && (
        <Button
          className="self-start"
          onClick={() => field.onChange([...columns, { field: 'text', heading: '', text: '' }])}
        >
          <Plus aria-hidden="true" className="size-4" />
          {i18n.t('Add a column')}
        </Button>
      )}
    </section>
  )
}
