import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { MAX_IMPORT_PEOPLE } from '../../shared/users.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { saveFile } from './save-file.ts'

const MOST_BYTES = 400_000
const TEMPLATE = `First name,Last name,Email,Role,Department,Password\r\nAda,Lovelace,ada@hotel.example,manager,Housekeeping,\r\n`

/** The file to import, chosen or dropped. */
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
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES) return onFault('The file is too large. Divide it into several.')
    try {
      onRead(textOf(await file.arrayBuffer()))
    } catch {
      onFault('The file could not be read.')
    }
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <div className="flex flex-col gap-5">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button is the way for all */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={cx(
          'flex flex-col items-center gap-3 rounded-card border-[1.5px] border-control border-dashed px-4 py-9 text-center transition-colors duration-120',
          over && 'border-accent! bg-accent-soft',
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
            void take(target.files?.[0])
            // The same file once more is a choice too.
            target.value = ''
          }}
        />
        <Button variant="primary" pending={pending} onClick={() => input.current?.click()}>
          {!pending && <FileUp aria-hidden="true" className="size-4" />}
          {pending ? 'Checking...' : 'Choose a CSV file'}
        </Button>
        <p className="text-muted max-md:hidden">or drop it here</p>
      </div>
      {fault && (
        <p role="alert" className="rounded-control bg-overdue-soft px-3.5 py-2.5 font-medium text-overdue">
          {fault}
        </p>
      )}
      <div className="text-muted">
        <p>
          The first line names the columns: <b className="font-semibold text-text">First name</b>,{' '}
          <b className="font-semibold text-text">Last name</b>, <b className="font-semibold text-text">Email</b> and{' '}
          <b className="font-semibold text-text">Department</b>; if you like also{' '}
          <b className="font-semibold text-text">Role</b> (else user) and{' '}
          <b className="font-semibold text-text">Password</b> (else one is made up and shown to you once). Up to{' '}
          {MAX_IMPORT_PEOPLE.toLocaleString('en')} people at once, all or none.
        </p>
        <Button variant="ghost" onClick={() => saveFile('users-template.csv', TEMPLATE)} className="-ml-3 mt-2">
          <Download aria-hidden="true" className="size-4" />
          Download a template
        </Button>
      </div>
    </div>
  )
}

/** Spreadsheets write UTF-8, or the older encoding of western languages. */
function textOf(bytes: ArrayBuffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
