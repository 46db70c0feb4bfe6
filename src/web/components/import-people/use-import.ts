import { useState } from 'react'
import type { ImportPreview, LineCorrection } from '../../../shared/import-people.ts'
import type { Role } from '../../../shared/permissions.ts'
import { type Imported, usersApi } from '../../../shared/users.ts'
import { CallError, faultOf, messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { progress } from '../../live/live.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { type Assigned, rememberColumns, rememberedColumns } from './remembered-columns.ts'

interface CheckedFile {
  csv: string
  /** Somebody's choice; undefined as long as the headings decide. */
  columns: Assigned | undefined
  /** Somebody's corrections of lines. */
  corrections: readonly LineCorrection[]
  /** Departments that are meant by names in the file. */
  departments: readonly MeantDepartment[]
  /** Roles that are meant by names in the file. */
  roles: readonly MeantRole[]
  preview: ImportPreview
}

export interface MeantDepartment {
  name: string
  departmentId: number
}

export interface MeantRole {
  name: string
  role: Role
}

type Changes = Partial<Pick<CheckedFile, 'columns' | 'corrections' | 'departments' | 'roles'>>

const bodyOf = ({ csv, columns, corrections, departments, roles }: Omit<CheckedFile, 'preview'>) => ({
  csv,
  ...(columns && { columns }),
  ...(corrections.length > 0 && { corrections: [...corrections] }),
  ...(departments.length > 0 && { departments: [...departments] }),
  ...(roles.length > 0 && { roles: [...roles] }),
})

/** The state of the import and its calls. `onClose` is called after an import without links to hand out. */
export function useImport(onClose: () => void) {
  const i18n = useI18n()
  const [file, setFile] = useState<CheckedFile>()
  const [result, setResult] = useState<Imported>()
  const [fault, setFault] = useState<string>()
  const preview = useCall(usersApi.previewImport)
  const importUsers = useCall(usersApi.import)

  const read = async (csv: string, changes: Changes = {}): Promise<CheckedFile> => {
    const next = { csv, columns: undefined, corrections: [], departments: [], roles: [], ...changes }
    return { ...next, preview: await preview.mutateAsync({ body: bodyOf(next) }) }
  }
  const check = async (csv: string) => {
    setFault(undefined)
    try {
      const found = await read(csv)
      const remembered = rememberedColumns(found.preview.columns)
      setFile(remembered ? await read(csv, { columns: remembered }) : found)
    } catch (error) {
      setFault(faultOf(error, i18n.t('The file could not be checked.')))
    }
  }
  const assign = async (columns: Assigned) => {
    if (!file) return
    const next = await change({ columns })
    if (next) rememberColumns(next.preview.columns, columns)
  }
  /** Reads the file again with somebody's changes. */
  const change = async (changes: Changes) => {
    if (!file) return undefined
    try {
      const next = await read(file.csv, { ...file, ...changes })
      setFile(next)
      return next
    } catch (error) {
      toastError(messageOf(error, i18n.t('The file could not be checked.')))
      return undefined
    }
  }
  const correct = (correction: LineCorrection) => {
    const others = file?.corrections.filter(({ line }) => line !== correction.line) ?? []
    const earlier = file?.corrections.find(({ line }) => line === correction.line)
    return change({ corrections: [...others, { ...earlier, ...correction }] })
  }
  const mean = (department: MeantDepartment) => {
    const others = file?.departments.filter(({ name }) => name !== department.name) ?? []
    return change({ departments: [...others, department] })
  }
  const meanRole = (role: MeantRole) => {
    const others = file?.roles.filter(({ name }) => name !== role.name) ?? []
    return change({ roles: [...others, role] })
  }
  const runImport = async () => {
    if (!file) return
    progress.set(null)
    const { preview: shown, ...sent } = file
    const leaveOut = shown.lines.filter(({ faults }) => faults.length > 0).map(({ line }) => line)
    try {
      const imported = await importUsers.mutateAsync({
        body: { ...bodyOf(sent), ...(leaveOut.length > 0 && { leaveOut }) },
      })
      toast({
        title: i18n.t('{count, plural, one {# user imported successfully} other {# users imported successfully}}', {
          count: imported.created,
        }),
        ...(leaveOut.length > 0 && {
          description: i18n.t(
            '{count, plural, one {# line with an error was left out} other {# lines with errors were left out}}',
            {
              count: leaveOut.length,
            },
          ),
        }),
      })
      if (imported.invitations.length > 0) setResult(imported)
      else onClose()
    } catch (error) {
      toastError(messageOf(error, i18n.t('Failed to import users')))
      // The data may have changed since the preview. A new preview shows the faults line by line.
      if (error instanceof CallError && error.status < 500) await read(sent.csv, sent).then(setFile, () => undefined)
    }
  }
  const chooseAnother = () => setFile(undefined)
  const pending = { isChecking: preview.isPending, isImporting: importUsers.isPending }
  return { file, result, fault, setFault, check, assign, correct, mean, meanRole, runImport, chooseAnother, ...pending }
}
