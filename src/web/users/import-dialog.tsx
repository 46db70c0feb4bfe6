import { useState } from 'react'
import { CallError, messageOf } from '../../shared/call.ts'
import { type Imported, type ImportPreview, usersApi } from '../../shared/users.ts'
import { progress } from '../api/live.ts'
import { useCall } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { ChooseFile } from './import-file.tsx'
import { Preview } from './import-preview.tsx'
import { Passwords } from './import-result.tsx'

interface CheckedFile {
  csv: string
  preview: ImportPreview
}

/** Imports people from a CSV file: choose the file, check its preview, import, and hand out the passwords. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const { file, result, fault, setFault, isChecking, isImporting, check, runImport, chooseAnother } = useImport(onClose)
  const [saved, setSaved] = useState(false)
  if (result) {
    const mayClose = () =>
      saved || confirm(i18n.t('The passwords are shown only now. Close without having copied them?'))
    return (
      <Dialog
        open
        size="lg"
        title={i18n.t('Hand out the passwords')}
        description={i18n.t(
          '{count, plural, one {# user can sign in now.} other {# users can sign in now.}} The passwords that were made up are shown only here, and kept nowhere.',
          { count: result.created },
        )}
        onClose={onClose}
        confirmClose={mayClose}
        footer={
          <Button variant="primary" onClick={() => mayClose() && onClose()}>
            {i18n.t('Done ##button that closes')}
          </Button>
        }
      >
        <Passwords passwords={result.passwords} onSaved={() => setSaved(true)} />
      </Dialog>
    )
  }
  const actions = { pending: isImporting, onChooseAnother: chooseAnother, onImport: () => void runImport() }
  return (
    <Dialog
      open
      size="lg"
      title={i18n.t('Import users')}
      description={
        file
          ? undefined
          : i18n.t('From a CSV file, as spreadsheets save it. You see every line before anything is written.')
      }
      onClose={onClose}
      confirmClose={() => !isImporting}
      footer={file && <PreviewActions preview={file.preview} {...actions} />}
    >
      {file ? (
        <Preview preview={file.preview} />
      ) : (
        <ChooseFile pending={isChecking} fault={fault} onFault={setFault} onRead={(csv) => void check(csv)} />
      )}
    </Dialog>
  )
}

/** The state of the import and its calls. `onClose` is called after an import without passwords to hand out. */
function useImport(onClose: () => void) {
  const i18n = useI18n()
  const [file, setFile] = useState<CheckedFile>()
  const [result, setResult] = useState<Imported>()
  const [fault, setFault] = useState<string>()
  const preview = useCall(usersApi.previewImport)
  const importUsers = useCall(usersApi.import)

  const check = async (csv: string) => {
    setFault(undefined)
    try {
      setFile({ csv, preview: await preview.mutateAsync({ body: { csv } }) })
    } catch (error) {
      setFault(faultOf(error, i18n.t('The file could not be checked.')))
    }
  }
  const runImport = async () => {
    if (!file) return
    progress.set(null)
    try {
      const imported = await importUsers.mutateAsync({ body: { csv: file.csv } })
      toast({
        title: i18n.t('{count, plural, one {# user imported successfully} other {# users imported successfully}}', {
          count: imported.created,
        }),
      })
      if (imported.passwords.length > 0) setResult(imported)
      else onClose()
    } catch (error) {
      toastError(messageOf(error, i18n.t('Failed to import users')))
      // The data may have changed since the preview. A new preview shows the faults line by line.
      if (error instanceof CallError && error.status < 500) await check(file.csv)
    }
  }
  const chooseAnother = () => setFile(undefined)
  const pending = { isChecking: preview.isPending, isImporting: importUsers.isPending }
  return { file, result, fault, setFault, check, runImport, chooseAnother, ...pending }
}

function PreviewActions({
  preview: { lines, faulty },
  pending,
  onChooseAnother,
  onImport,
}: {
  preview: ImportPreview
  pending: boolean
  onChooseAnother: () => void
  onImport: () => void
}) {
  const i18n = useI18n()
  return (
    <>
      {pending && <ImportProgress />}
      <Button onClick={onChooseAnother} disabled={pending}>
        {i18n.t('Choose another file')}
      </Button>
      <Button variant="primary" onClick={onImport} pending={pending} disabled={faulty > 0} className="max-md:flex-1">
        {pending
          ? i18n.t('Importing...')
          : i18n.t('{count, plural, one {Import # user} other {Import # users}}', { count: lines.length })}
      </Button>
    </>
  )
}

/** Shows how many people are prepared. Each password takes a moment; the people are written all at once at the end. */
function ImportProgress() {
  const i18n = useI18n()
  const state = progress.use()
  if (!state) return null
  const { done, total } = state
  return (
    <div className="min-w-0 flex-1 max-md:basis-full">
      <div
        role="progressbar"
        aria-label={i18n.t('Import ##progress of people')}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        className="h-1.5 overflow-hidden rounded-full bg-control/25"
      >
        <div
          className="h-full bg-accent transition-[width] duration-150"
          style={{ width: `${(100 * done) / total}%` }}
        />
      </div>
      <p className="mt-1.5 text-muted text-sm tabular">
        {i18n.t(
          '{total, plural, one {Importing {done, number} of # person} other {Importing {done, number} of # people}}',
          { done, total },
        )}
      </p>
    </div>
  )
}

const faultOf = (error: unknown, fallback: string) =>
  (error instanceof CallError && error.reply?.issues?.[0]?.message) || messageOf(error, fallback)
