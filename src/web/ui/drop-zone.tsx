import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from './class-names.ts'

/** A place to drop a file. `children` gets how to open the browser's choice of files; dropping is an extra. */
export function DropZone({
  label,
  accept,
  onFile,
  className,
  children,
}: {
  /** The name of the file, as for a field. */
  label: string
  /** The types of files that the browser offers. */
  accept: string
  onFile: (file: File) => void
  className: string
  children: (choose: () => void) => ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const take = (file: File | undefined) => file && onFile(file)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra, the button serves everybody
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={onDrop}
      className={cx(
        'flex items-center gap-3 rounded-card border-[1.5px] border-control border-dashed px-4 transition-colors duration-120',
        isDraggedOver && 'border-accent! bg-accent-soft',
        className,
      )}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          take(target.files?.[0])
          // So that choosing the same file again is a change.
          target.value = ''
        }}
      />
      {children(() => input.current?.click())}
    </div>
  )
}
