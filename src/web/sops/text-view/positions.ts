import { storedText } from '../../store.ts'

/** Where a person was in the texts that they read last in this browser. */

/** A block, by its number on its page. */
export interface ReadingPosition {
  page: number
  block: number
}

type Entry = [sop: number, revision: number, page: number, block: number]

const MAX_POSITIONS = 50
const stored = storedText('muster.procedure-places')

/** It names the person, so that nobody else gets it. */
function entries(viewerId: string): Entry[] {
  try {
    const { viewer, places } = JSON.parse(stored.get() ?? '{}')
    return viewer === viewerId && Array.isArray(places) ? places.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (entry: unknown): entry is Entry =>
  Array.isArray(entry) && entry.length === 4 && entry.every((part) => Number.isSafeInteger(part) && part >= 0)

/** The place in this revision; undefined if it was not read, or only its beginning. */
export function readingPositionOf(viewerId: string, sop: number, revision: number): ReadingPosition | undefined {
  const found = entries(viewerId).find((entry) => entry[0] === sop && entry[1] === revision)
  return found && { page: found[2], block: found[3] }
}

/** Remembers the place in an SOP instead of an earlier one. Undefined forgets it. The last 50 SOPs stay. */
export function rememberPosition(viewerId: string, sop: number, revision: number, place: ReadingPosition | undefined) {
  const others = entries(viewerId).filter((entry) => entry[0] !== sop)
  const own: Entry[] = place ? [[sop, revision, place.page, place.block]] : []
  const all = [...own, ...others].slice(0, MAX_POSITIONS)
  stored.set(all.length > 0 ? JSON.stringify({ viewer: viewerId, places: all }) : null)
}
