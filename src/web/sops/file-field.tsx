import { FileText, Upload, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { deployment } from '../api/deployment.ts'
import { useI18n } from '../language.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { formatBytes } from './format-bytes.ts'

/** A place to drop or choose a file. It shows the file that was picked. */
export function FileField({
  label,
  file,
  onPick,
}: {
  label: string
  file: File | null
  onPick: (file: File | null) => void
}) {
  const i18n = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onPick(dropped)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra, the button serves everybody
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
      className={cx(
        'flex min-h-23 items-center justify-center gap-3 rounded-card border border-control border-dashed px-4 py-4 transition-colors duration-120',
        isDraggedOver && 'border-accent bg-accent-soft',
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
            <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
              {file.name}
            </p>
            <p className="text-muted text-sm tabular">{formatBytes(file.size, i18n)}</p>
          </div>
          <IconButton label={i18n.t('Take another file')} onClick={() => onPick(null)}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </>
      ) : (
        <div className="text-center">
          <Button onClick={() => input.current?.click()}>
            <Upload aria-hidden="true" className="size-4" />
            {i18n.t('Choose a PDF')}
          </Button>
          <p className="mt-2 text-muted text-sm">
            <span className="max-md:hidden">{i18n.t('or drop it here.')} </span>
            {i18n.t('At most {max} MB', { max: deployment.maxUploadMb })}
          </p>
        </div>
      )}
    </div>
  )
}
