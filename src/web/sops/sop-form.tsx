import { Trans } from '@lingui/react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { may } from '../../shared/permissions.ts'
import { MAX_CHANGE_NOTE, type Sop, sopAudiences, sopsApi } from '../../shared/sops.ts'
import { useViewer } from '../api/viewer.ts'
import { DepartmentField } from '../components/choice/department-field.tsx'
import { FormDialog } from '../components/forms/form-dialog.tsx'
import { HistorySection } from '../components/history/history.tsx'
import { sopAudienceLabels } from '../components/labels/sop-audience.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select, Textarea } from '../ui/field.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import { SopFileField } from './file-field.tsx'
import { type SopValues, useSopForm } from './use-sop-form.ts'

/** The form that uploads an SOP, or edits one. */
export function SopForm({ sop, onClose }: { sop?: Sop; onClose: () => void }) {
  const i18n = useI18n()
  const { form, file, pickFile, hasNext, progress, cancel, submit, leaving } = useSopForm(sop, onClose)
  return (
    <FormProvider {...form}>
      <FormDialog
        title={sop ? i18n.t('Edit Procedure') : i18n.t('Upload SOP')}
        submitLabel={sop ? i18n.t('Save') : i18n.t('Upload')}
        pendingLabel={sop && !file ? i18n.t('Saving...') : i18n.t('Uploading...')}
        onSubmit={submit}
        leaving={leaving}
      >
        <SopFields sop={sop} needsVersion={file !== null && !hasNext} />
        <div className="flex flex-col gap-1.5">
          <p aria-hidden="true" className="font-medium text-sm">
            {sop ? (
              <Trans id="New file <0>(optional)</0>" components={{ 0: <span className="text-muted" /> }} />
            ) : (
              <>
                {i18n.t('PDF file')}
                <span className="text-muted"> *</span>
              </>
            )}
          </p>
          <SopFileField label={sop ? i18n.t('New file') : i18n.t('PDF file')} file={file} onPick={pickFile} />
          {sop && <p className="text-muted text-sm">{i18n.t('The current file stays as an earlier version.')}</p>}
        </div>
        {sop && file && <NoteField />}
        {sop && <HistorySection endpoint={sopsApi.history} id={sop.id} />}
        {progress !== undefined && <Progress share={progress} onCancel={cancel} />}
      </FormDialog>
    </FormProvider>
  )
}

/** The changes in a new file: people read them before they confirm. */
function NoteField() {
  const i18n = useI18n()
  const { register } = useFormContext<SopValues>()
  return (
    <Field label={i18n.t('What changed')} hint={i18n.t('Optional. People read it when they confirm the new version.')}>
      <Textarea {...register('changeNote')} maxLength={MAX_CHANGE_NOTE} rows={2} />
    </Field>
  )
}

/** `needsVersion`: the new file needs a version that cannot be guessed. */
function SopFields({ sop, needsVersion }: { sop: Sop | undefined; needsVersion: boolean }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { register, control } = useFormContext<SopValues>()
  const departmentId = useWatch({ control, name: 'departmentId' })
  const mayHold = (departmentId: number | null) => may(viewer, 'sop:create', { departmentId })
  return (
    <>
      <Field label={i18n.t('Title')} required>
        <Input {...register('title')} maxLength={200} autoComplete="off" />
      </Field>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-[1fr_8rem]">
        <DepartmentField may={mayHold} current={sop?.department ?? null} none={i18n.t('Global (all departments)')} />
        <Field label={i18n.t('Version')} {...(needsVersion && { hint: i18n.t('Give the new file another version') })}>
          <Input {...register('version')} maxLength={20} autoComplete="off" />
        </Field>
      </div>
      {departmentId !== '' && (
        <Field
          label={i18n.t('Who may find and read it?')}
          hint={i18n.t('Only the people of its department are asked to confirm it.')}
        >
          <Select {...register('visibleTo')}>
            <SelectOptions values={sopAudiences} labels={sopAudienceLabels} />
          </Select>
        </Field>
      )}
    </>
  )
}

/** The progress of an upload, from 0 to 1. At 1 the server checks the file. */
function Progress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const i18n = useI18n()
  const percent = Math.floor(share * 100)
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <ProgressBar
          label={i18n.t('Upload ##progress of a file')}
          share={share}
          barClass="transition-transform duration-150 ease-out"
        />
        <p className="mt-1.5 text-muted text-sm tabular">
          {percent < 100 ? i18n.t('{percent} %', { percent }) : i18n.t('Checking the file...')}
        </p>
      </div>
      <Button onClick={onCancel}>{i18n.t('Cancel upload')}</Button>
    </div>
  )
}
