import { FileText, Upload, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { deployment } from '../api/deployment.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { sizeOf } from './size.ts'

/** A place to drop a file on, or to choose one; shows the one that was taken. */
export function FileField({
  label,
  file,
  onPick,
}: {
  label: string
  file: File | null
  onPick: (file: File | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onPick(dropped)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button is there for all
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex min-h-23 items-center justify-center gap-3 rounded-card border border-control border-dashed px-4 py-4 transition-colors duration-120',
        isOver && 'border-accent bg-accent-soft',
      )}
    >
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onPick(target.files?.[0] ?? null)
          target.value = ''
        }}
      />
      {file ? (
        <>
          <FileText aria-hidden="true" className="size-6 shrink-0 text-accent" />
          <div className="min-w-0 flex-1">
            <p className="line-clamp-2 font-medium wrap-anywhere">{file.name}</p>
            <p className="text-muted text-sm tabular">{sizeOf(file.size)}</p>
          </div>
          <IconButton label="Take another file" onClick={() => onPick(null)}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </>
      ) : (
        <div className="text-center">
          <Button onClick={() => input.current?.click()}>
            <Upload aria-hidden="true" className="size-4" />
            Choose a PDF
          </Button>
          <p className="mt-2 text-muted text-sm">
            <span className="max-md:hidden">or drop it here. </span>At most {deployment.maxUploadMb} MB
          </p>
        </div>
      )}
    </div>
  )
}
