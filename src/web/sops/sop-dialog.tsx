import { useEffect, useRef, useState } from 'react'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { CallError, messageOf } from '../../shared/call.ts'
import { may } from '../../shared/permissions.ts'
import { DEFAULT_VERSION, type Sop, sopsApi } from '../../shared/sops.ts'
import { deployment } from '../api/deployment.ts'
import { useReply } from '../api/queries.ts'
import { upload } from '../api/upload.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { DepartmentPicker } from '../components/department-picker.tsx'
import { FormDialog, useLeaving } from '../components/form-dialog.tsx'
import { HistorySection } from '../components/history.tsx'
import { MessageDialog, OpeningDialog } from '../components/message-dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { FileField } from './file-field.tsx'
import { Progress } from './progress.tsx'

interface SopValues {
  title: string
  departmentId: string
  version: string
}

/** The dialog that the address opens: an upload, or the SOP with this id. */
export function SopDialog({ id, onClose }: { id?: number; onClose: () => void }) {
  const mayUpload = useCan('sop:create')
  if (id !== undefined) return <ExistingOne id={id} onClose={onClose} />
  if (!mayUpload)
    return (
      <MessageDialog title="SOP" onClose={onClose}>
        You may not upload SOPs. Ask a manager.
      </MessageDialog>
    )
  return <SopForm onClose={onClose} />
}

function ExistingOne({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useReply(sopsApi.get, { params: { id } })
  const viewer = useViewer()
  const [opened, setOpened] = useState<Sop>()
  // Decided once, so that nothing typed is lost when the SOP goes meanwhile.
  if (!opened && data && may(viewer, 'sop:update', data)) setOpened(data)
  if (opened) return <SopForm sop={opened} onClose={onClose} />
  if (data)
    return (
      <MessageDialog title="SOP" onClose={onClose}>
        You may not edit this SOP.
      </MessageDialog>
    )
  if (error instanceof CallError && error.status === 404)
    return (
      <MessageDialog title="SOP" onClose={onClose}>
        This SOP does not exist, or you may not see it.
      </MessageDialog>
    )
  return (
    <OpeningDialog
      title="Edit SOP"
      subject="SOP"
      fields={['h-9', 'h-9', 'h-23']}
      failed={Boolean(error)}
      onRetry={refetch}
      retrying={isFetching}
      onClose={onClose}
    />
  )
}

const complain = (description: string) => toast({ title: 'Validation Error', description, destructive: true })

/** What is wrong with the form, in the specified words; the file's content is the server's business. */
function faultOf({ title }: SopValues, file: File | null, isNew: boolean) {
  if (title.trim() === '') return 'Title is required'
  if (!file) return isNew ? 'Please select a PDF file' : undefined
  if (file.type !== 'application/pdf') return 'Only PDF files are allowed'
  if (file.size > deployment.maxUploadMb * 1024 * 1024)
    return `This file is too large. The most is ${deployment.maxUploadMb} MB.`
}

function SopForm({ sop, onClose }: { sop?: Sop; onClose: () => void }) {
  const viewer = useViewer()
  const initial: SopValues = {
    title: sop?.title ?? '',
    departmentId: sop?.departmentId ? String(sop.departmentId) : '',
    version: sop?.version ?? DEFAULT_VERSION,
  }
  const form = useForm<SopValues>({ defaultValues: initial })
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number>()
  const cancelled = useRef<AbortController>(undefined)
  const leaving = useLeaving(form.formState.isDirty || file !== null, onClose)
  const { register, control, getValues, setValue, setFocus } = form
  useEffect(() => {
    if (!sop) setFocus('title')
  }, [sop, setFocus])
  // Leaving the dialog ends what it was doing.
  useEffect(() => () => cancelled.current?.abort(), [])

  const pick = (picked: File | null) => {
    setFile(picked)
    if (picked && getValues('title').trim() === '') {
      const name = picked.name
        .replace(/\.pdf$/i, '')
        .replace(/[-_\s]+/g, ' ')
        .trim()
      setValue('title', name.slice(0, 200), { shouldDirty: true })
    }
  }
  const submit = form.handleSubmit(async (values) => {
    const fault = faultOf(values, file, !sop)
    if (fault) return complain(fault)
    cancelled.current = new AbortController()
    const how = { signal: cancelled.current.signal, ...(file && { onProgress: setProgress }) }
    const fields = sop ? changed(values, initial) : { ...values }
    try {
      if (sop) await upload(sopsApi.update, { params: { id: sop.id }, form: fields, file }, how)
      else await upload(sopsApi.create, { form: fields, file }, how)
      toast({ title: `SOP ${sop ? 'updated' : 'uploaded'} successfully` })
      leaving.leave()
    } catch (error) {
      if (cancelled.current.signal.aborted) return
      const description = messageOf(error, `Failed to ${sop ? 'update' : 'upload'} SOP`)
      const isField = error instanceof CallError && error.status === 400 && error.reply?.issues
      toast({ title: isField ? 'Validation Error' : 'Error', description: plain(description), destructive: true })
    } finally {
      setProgress(undefined)
    }
  })
  const mayHold = (departmentId: number | null) => may(viewer, 'sop:create', { departmentId })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={sop ? 'Edit SOP' : 'Upload SOP'}
        submitLabel={sop ? 'Save' : 'Upload'}
        pendingLabel={sop && !file ? 'Saving...' : 'Uploading...'}
        onSubmit={submit}
        leaving={leaving}
      >
        <Field label="Title" required>
          <Input {...register('title')} maxLength={200} autoComplete="off" />
        </Field>
        <div className="grid gap-x-4 gap-y-5 md:grid-cols-[1fr_8rem]">
          <Controller
            control={control}
            name="departmentId"
            render={({ field }) => (
              <Field label="Department">
                <DepartmentPicker
                  {...field}
                  may={mayHold}
                  current={sop?.department ?? null}
                  none="Global (all departments)"
                />
              </Field>
            )}
          />
          <Field label="Version">
            <Input {...register('version')} maxLength={20} autoComplete="off" />
          </Field>
        </div>
        <div className="flex flex-col gap-1.5">
          <p aria-hidden="true" className="font-[550] text-sm">
            {sop ? 'New file' : 'PDF file'}
            <span className="text-muted">{sop ? ' (optional)' : ' *'}</span>
          </p>
          <FileField label={sop ? 'New file' : 'PDF file'} file={file} onPick={pick} />
          {sop && <p className="text-muted text-sm">The file there is now stays as an earlier version.</p>}
        </div>
        {sop && <HistorySection endpoint={sopsApi.history} id={sop.id} />}
        {progress !== undefined && <Progress share={progress} onCancel={() => cancelled.current?.abort()} />}
      </FormDialog>
    </FormProvider>
  )
}

/** The server names the field before what is wrong with it. */
const plain = (message: string) => message.replace(/^\w+: /, '')

/** Only what differs, so that what others changed meanwhile stays theirs. */
const changed = (values: SopValues, initial: SopValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== initial[name as keyof SopValues]))
