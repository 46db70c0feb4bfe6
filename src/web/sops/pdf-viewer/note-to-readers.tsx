import { useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { ChangeNote } from './change-note.tsx'

/** A note of more characters may have more lines than there is room for. */
const SHORT = 120

/** The changes in the version that somebody is about to confirm. A long note shows three lines, until it is tapped. */
export function NoteToReaders({ note }: { note: string }) {
  const [isOpen, setOpen] = useState(false)
  if (note.length <= SHORT && !note.includes('\n')) return <ChangeNote note={note} />
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className="block w-full rounded-control text-start hover:bg-hover"
    >
      <ChangeNote note={note} className={cx(isOpen ? 'max-h-[40dvh] overflow-y-auto' : 'line-clamp-3')} />
    </button>
  )
}
