import type { I18n } from '@lingui/core'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DEFAULT_VERSION, type Sop, type SopAudience, sopsApi } from '../../shared/sops.ts'
import { isSameVersion, nextVersion } from '../../shared/version-number.ts'
import { hasStatus, messageOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { useReply } from '../api/queries.ts'
import { upload } from '../api/upload.ts'
import { useLeaving } from '../components/forms/form-dialog.tsx'
import { useI18n } from '../language.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { isPdf, pdfTitle } from './pdf-file.ts'

export interface SopValues {
  title: string
  departmentId: string
  visibleTo: SopAudience
  version: string
  /** The changes in the new file. */
  changeNote: string
}

/** The state of the form for an SOP: its values, the file, and the progress of the upload from 0 to 1. */
export function useSopForm(sop: Sop | undefined, onClose: () => void) {
  const initial: SopValues = {
    title: sop?.title ?? '',
    departmentId: sop?.departmentId ? String(sop.departmentId) : '',
    // The reply of an older server lacks it.
    visibleTo: sop?.visibleTo ?? 'department',
    version: sop?.version ?? DEFAULT_VERSION,
    changeNote: '',
  }
  const i18n = useI18n()
  const form = useForm<SopValues>({ defaultValues: initial })
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number>()
  const uploading = useRef<AbortController>(undefined)
  const earlier = useReply(sopsApi.versions, { params: { id: sop?.id ?? 0 } }, { enabled: sop !== undefined })
  const taken = earlier.data?.map(({ version }) => version) ?? []
  const next = sop && nextVersion(sop.version, taken)
  const leaving = useLeaving(form.formState.isDirty || file !== null, onClose)
  const { getValues, setValue, setFocus } = form
  useEffect(() => {
    if (!sop) setFocus('title')
  }, [sop, setFocus])
  // Closing the dialog cancels the upload.
  useEffect(() => () => uploading.current?.abort(), [])

  /** Takes a file. Its name becomes the title if there is none; an untyped version becomes the next one. */
  const pickFile = (picked: File | null) => {
    setFile(picked)
    if (sop && next) {
      const version = getValues('version').trim()
      if (picked && (version === sop.version || version === '')) setValue('version', next, { shouldDirty: true })
      if (!picked && version === next) setValue('version', sop.version, { shouldDirty: true })
    }
    if (picked && getValues('title').trim() === '') setValue('title', pdfTitle(picked), { shouldDirty: true })
  }

  const submit = form.handleSubmit(async (values) => {
    const fault = faultOf(values, file, !sop, i18n) ?? (sop && versionFault(values, file, sop, taken, i18n))
    if (fault) return toast({ title: i18n.t('Validation Error'), description: fault, destructive: true })
    uploading.current = new AbortController()
    const { signal } = uploading.current
    const files: Record<string, File> = file ? { file } : {}
    const options = { signal, ...(file && { onProgress: setProgress }) }
    try {
      if (sop)
        await upload(
          sopsApi.update,
          { params: { id: sop.id }, form: changedValues(values, initial, file), files },
          options,
        )
      else await upload(sopsApi.create, { form: createdValues(values), files }, options)
      toast({ title: sop ? i18n.t('Procedure updated successfully') : i18n.t('SOP uploaded successfully') })
      leaving.leave()
    } catch (error) {
      const fallback = sop ? i18n.t('Failed to update procedure') : i18n.t('Failed to upload SOP')
      if (!signal.aborted) showFailure(error, fallback, i18n)
    } finally {
      setProgress(undefined)
    }
  })
  return {
    form,
    file,
    pickFile,
    hasNext: next !== null,
    progress,
    cancel: () => uploading.current?.abort(),
    submit,
    leaving,
  }
}

/** The fault of the form. The server checks the file's content. */
function faultOf({ title }: SopValues, file: File | null, isNew: boolean, i18n: I18n) {
  if (title.trim() === '') return i18n.t('Title is required')
  if (!file) return isNew ? i18n.t('Please select a PDF file') : undefined
  if (!isPdf(file)) return i18n.t('Only PDF files are allowed')
  if (file.size > deployment.maxUploadMb * 1024 * 1024)
    return i18n.t('This file is too large. The most is {max} MB.', { max: deployment.maxUploadMb })
}

function showFailure(error: unknown, fallback: string, i18n: I18n) {
  const [issue] = (hasStatus(error, 400) && error.reply?.issues) || []
  if (issue) toast({ title: i18n.t('Validation Error'), description: issue.message, destructive: true })
  else toastError(messageOf(error, fallback))
}

/** The server refuses the same, after the upload. */
function versionFault({ version }: SopValues, file: File | null, sop: Sop, taken: string[], i18n: I18n) {
  const given = version.trim()
  const isPresent = isSameVersion(given, sop.version)
  if (file && (given === '' || isPresent))
    return nextVersion(sop.version, taken) === null ? i18n.t('Give the new file another version') : undefined
  if (!isPresent && taken.some((each) => isSameVersion(each, given)))
    return i18n.t('This procedure has had version {version} already. Choose another one.', { version: given })
}

const createdValues = ({ changeNote: _, ...values }: SopValues): Record<string, string> => values

/** Only changed values, so that other people's changes in other fields stay. A note belongs to a new file. */
const changedValues = (values: SopValues, initial: SopValues, file: File | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== initial[name as keyof SopValues] && (file || name !== 'changeNote'),
    ),
  )
