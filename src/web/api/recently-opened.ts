import { storedText } from '../store.ts'

/** A thing that somebody opened. The label is its name at that time. */
export interface Opened {
  kind: 'task' | 'sop' | 'project' | 'person' | 'reminder' | 'place'
  id: number | string
  label: string
}

const MAX_OPENED = 20

/** Names the person, so that nobody else gets it. */
const stored = storedText('muster.opened')

/** Forgets everything at sign-out. */
export const clearRecentlyOpened = () => stored.set(null)

/** The things that this person opened last in this browser, the latest first. */
export function recentlyOpened(viewerId: string): Opened[] {
  try {
    const { viewer, opened } = JSON.parse(stored.get() ?? '{}')
    return viewer === viewerId && Array.isArray(opened) ? opened.slice(0, MAX_OPENED) : []
  } catch {
    return []
  }
}

/** Remembers that this person has opened something. */
export function noteOpened(viewerId: string, { kind, id, label }: Opened) {
  const others = recentlyOpened(viewerId).filter((other) => other.kind !== kind || other.id !== id)
  const opened = [{ kind, id, label }, ...others].slice(0, MAX_OPENED)
  stored.set(JSON.stringify({ viewer: viewerId, opened }))
}
