import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { MAX_IMPORT_PEOPLE } from '../../shared/users.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { saveFile } from './save-file.ts'

const MAX_BYTES = 400_000
const TEMPLATE = `First name,Last name,Email,Role,Department,Password\r\nAda,Lovelace,ada@hotel.example,manager,Housekeeping,\r\n`

/** Lets the person choose the file to import, or drop it. `onRead` gets its text. */
export function ChooseFile({
  pending,
  fault,
  onFault,
  onRead,
}: {
  pending: boolean
  fault: string | undefined
  onFault: (fault: string) => void
  onRead: (csv: string) => void
}) {
  const readFile = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_BYTES) return onFault('The file is too large. Divide it into several.')
    try {
      onRead(textOf(await file.arrayBuffer()))
    } catch {
      onFault('The file could not be read.')
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <DropZone pending={pending} onFile={(file) => void readFile(file)} />
      {fault && (
        <p role="alert" className="rounded-control bg-overdue-soft px-3.5 py-2.5 font-medium text-overdue">
          {fault}
        </p>
      )}
      <FormatHelp />
    </div>
  )
}

function DropZone({ pending, onFile }: { pending: boolean; onFile: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    onFile(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button works for everyone
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={onDrop}
      className={cx(
        'flex flex-col items-center gap-3 rounded-card border-[1.5px] border-control border-dashed px-4 py-9 text-center transition-colors duration-120',
        isDraggedOver && 'border-accent! bg-accent-soft',
      )}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label="CSV file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          onFile(target.files?.[0])
          // So that choosing the same file again is a change.
          target.value = ''
        }}
      />
      <Button variant="primary" pending={pending} onClick={() => input.current?.click()}>
        {!pending && <FileUp aria-hidden="true" className="size-4" />}
        {pending ? 'Checking...' : 'Choose a CSV file'}
      </Button>
      <p className="text-muted max-md:hidden">or drop it here</p>
    </div>
  )
}

/** Says what the file must look like, and offers a template. */
const FormatHelp = () => (
  <div className="text-muted">
    <p>
      The first line names the columns: <b className="font-semibold text-text">First name</b>,{' '}
      <b className="font-semibold text-text">Last name</b>, <b className="font-semibold text-text">Email</b> and{' '}
      <b className="font-semibold text-text">Department</b>; if you like also{' '}
      <b className="font-semibold text-text">Role</b> (else user) and{' '}
      <b className="font-semibold text-text">Password</b> (else one is made up and shown to you once). Up to{' '}
      {MAX_IMPORT_PEOPLE.toLocaleString('en')} people at once, all or none.
    </p>
    <Button variant="ghost" onClick={() => saveFile('users-template.csv', TEMPLATE)} className="-ms-3 mt-2">
      <Download aria-hidden="true" className="size-4" />
      Download a template
    </Button>
  </div>
)

/** Decodes the file. Spreadsheets write UTF-8, or the older encoding of western languages. */
function textOf(bytes: ArrayBuffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
