import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { droppedFiles } from './dropped-files.ts'

/**
 * A place to drop a file, or several and whole folders. `children` gets how to open the browser's choice of files;
 * dropping is an extra.
 */
export function DropZone({
  label,
  accept,
  onFile,
  onFiles,
  className,
  children,
}: {
  /** The name of the file, as for a field. */
  label: string
  /** The types of files that the browser offers. */
  accept: string
  onFile?: (file: File) => void
  /** Takes several at once. */
  onFiles?: (files: File[]) => void
  className: string
  children: (choose: () => void) => ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  const take = (files: File[]) => {
    const [first] = files
    if (!first) return
    onFile?.(first)
    onFiles?.(files)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    if (onFiles) void droppedFiles(event.dataTransfer).then(take)
    else take([...event.dataTransfer.files])
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
        multiple={onFiles !== undefined}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          // So that choosing the same file again is a change.
          target.value = ''
        }}
      />
      {children(() => input.current?.click())}
    </div>
  )
}
