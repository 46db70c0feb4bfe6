import { useState } from 'react'
import { CallError, messageOf } from '../../shared/call.ts'
import { type Imported, type ImportPreview, usersApi } from '../../shared/users.ts'
import { progress } from '../api/live.ts'
import { useCall } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { ChooseFile } from './import-file.tsx'
import { Preview } from './import-preview.tsx'
import { Passwords } from './import-result.tsx'

interface Chosen {
  csv: string
  preview: ImportPreview
}

/** Brings in people from a CSV file: chosen, looked through, brought in. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>()
  const [result, setResult] = useState<Imported>()
  const [saved, setSaved] = useState(false)
  const [fault, setFault] = useState<string>()
  const preview = useCall(usersApi.previewImport)
  const bringIn = useCall(usersApi.import)

  const read = async (csv: string) => {
    setFault(undefined)
    try {
      setChosen({ csv, preview: await preview.mutateAsync({ body: { csv } }) })
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  const carryOut = async ({ csv }: Chosen) => {
    progress.set(null)
    try {
      const imported = await bringIn.mutateAsync({ body: { csv } })
      toast({ title: peopleIn(imported.created, 'imported successfully') })
      if (imported.passwords.length > 0) setResult(imported)
      else onClose()
    } catch (error) {
      toastError(messageOf(error, 'Failed to import users'))
      // What has come between the two is shown line by line.
      if (error instanceof CallError && error.status < 500) await read(csv)
    }
  }
  const mayClose = () =>
    !result || saved || confirm('The passwords are shown only now. Close without having copied them?')
  const count = chosen ? chosen.preview.lines.length : 0
  const pending = bringIn.isPending

  if (result) {
    return (
      <Dialog
        open
        size="lg"
        title="Hand out the passwords"
        description={`${peopleIn(result.created, 'can sign in now')}. The passwords that were made up are shown only here, and kept nowhere.`}
        onClose={onClose}
        confirmClose={mayClose}
        footer={
          <Button variant="primary" onClick={() => mayClose() && onClose()}>
            Done
          </Button>
        }
      >
        <Passwords passwords={result.passwords} onSaved={() => setSaved(true)} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      size="lg"
      title="Import users"
      description={
        chosen ? undefined : 'From a CSV file, as spreadsheets save it. You see every line before anything is written.'
      }
      onClose={onClose}
      confirmClose={() => !pending}
      footer={
        chosen && (
          <>
            {pending && <HowFar />}
            <Button onClick={() => setChosen(undefined)} disabled={pending}>
              Choose another file
            </Button>
            <Button
              variant="primary"
              onClick={() => void carryOut(chosen)}
              pending={pending}
              disabled={chosen.preview.faulty > 0}
              className="max-md:flex-1"
            >
              {pending ? 'Importing...' : `Import ${count.toLocaleString('en')} ${count === 1 ? 'user' : 'users'}`}
            </Button>
          </>
        )
      }
    >
      {chosen ? (
        <Preview preview={chosen.preview} />
      ) : (
        <ChooseFile pending={preview.isPending} fault={fault} onFault={setFault} onRead={(csv) => void read(csv)} />
      )}
    </Dialog>
  )
}

/** How many people are prepared, which takes a moment for each password; all of them come in at once, at the end. */
function HowFar() {
  const known = progress.use()
  if (!known) return null
  const { done, total } = known
  return (
    <div className="min-w-0 flex-1 max-md:basis-full">
      <div
        role="progressbar"
        aria-label="Import"
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
        Importing {done.toLocaleString('en')} of {total.toLocaleString('en')} people
      </p>
    </div>
  )
}

const peopleIn = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'user' : 'users'} ${what}`

const faultOf = (error: Error | unknown) =>
  (error instanceof CallError && error.reply?.issues?.[0]?.message) ||
  messageOf(error, 'The file could not be checked.')
