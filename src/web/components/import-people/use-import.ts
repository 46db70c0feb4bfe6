import { useState } from 'react'
import { CallError, faultOf, messageOf } from '../../../shared/call.ts'
import { type Imported, type ImportPreview, usersApi } from '../../../shared/users.ts'
import { progress } from '../../api/live.ts'
import { useCall } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { type Assigned, rememberColumns, rememberedColumns } from './remembered-columns.ts'

interface CheckedFile {
  csv: string
  /** What somebody has chosen; undefined as long as the headings decide. */
  columns: Assigned | undefined
  preview: ImportPreview
}

/** The state of the import and its calls. `onClose` is called after an import without links to hand out. */
export function useImport(onClose: () => void) {
  const i18n = useI18n()
  const [file, setFile] = useState<CheckedFile>()
  const [result, setResult] = useState<Imported>()
  const [fault, setFault] = useState<string>()
  const preview = useCall(usersApi.previewImport)
  const importUsers = useCall(usersApi.import)

  const read = async (csv: string, columns?: Assigned): Promise<CheckedFile> => {
    const next = await preview.mutateAsync({ body: { csv, ...(columns && { columns }) } })
    return { csv, columns, preview: next }
  }
  const check = async (csv: string) => {
    setFault(undefined)
    try {
      const found = await read(csv)
      const remembered = rememberedColumns(found.preview.columns)
      setFile(remembered ? await read(csv, remembered) : found)
    } catch (error) {
      setFault(faultOf(error, i18n.t('The file could not be checked.')))
    }
  }
  const assign = async (columns: Assigned) => {
    if (!file) return
    try {
      const next = await read(file.csv, columns)
      setFile(next)
      rememberColumns(next.preview.columns, columns)
    } catch (error) {
      toastError(messageOf(error, i18n.t('The file could not be checked.')))
    }
  }
  const runImport = async () => {
    if (!file) return
    progress.set(null)
    const { csv, columns } = file
    try {
      const imported = await importUsers.mutateAsync({ body: { csv, ...(columns && { columns }) } })
      toast({
        title: i18n.t('{count, plural, one {# user imported successfully} other {# users imported successfully}}', {
          count: imported.created,
        }),
      })
      if (imported.invitations.length > 0) setResult(imported)
      else onClose()
    } catch (error) {
      toastError(messageOf(error, i18n.t('Failed to import users')))
      // The data may have changed since the preview. A new preview shows the faults line by line.
      if (error instanceof CallError && error.status < 500) await read(csv, columns).then(setFile, () => undefined)
    }
  }
  const chooseAnother = () => setFile(undefined)
  const pending = { isChecking: preview.isPending, isImporting: importUsers.isPending }
  return { file, result, fault, setFault, check, assign, runImport, chooseAnother, ...pending }
}
