import { useEffect } from 'react'
import { noteOpened, type Opened } from '../../api/recently-opened.ts'
import { useViewer } from '../../api/viewer.ts'

/** Puts what is open into the list of what was opened last, which the command palette shows. */
export function useNoteOpened(kind: Opened['kind'], id: number | string, label: string) {
  const { id: viewerId } = useViewer()
  useEffect(() => noteOpened(viewerId, { kind, id, label }), [viewerId, kind, id, label])
}
