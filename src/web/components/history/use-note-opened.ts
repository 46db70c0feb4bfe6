import { useEffect } from 'react'
import { noteOpened, type Opened } from '../../api/recently-opened.ts'
import { useViewer } from '../../api/viewer.ts'

/** Puts the open thing into the list of last opened things, which the command palette shows. */
export function useNoteOpened(kind: Opened['kind'], id: number | string, label: string) {
  const { id: viewerId } = useViewer()
  useEffect(() => noteOpened(viewerId, { kind, id, label }), [viewerId, kind, id, label])
}
