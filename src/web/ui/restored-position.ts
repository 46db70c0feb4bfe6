import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** So many entries of the history have their positions stored, by name. The oldest entry is removed first. */
const MAX_ENTRIES = 50
const positions = new Map<string, Map<string, unknown>>()

const entryOf = ({ state, href }: ParsedLocation) => state.__TSR_key ?? href

/**
 * The position in a part of the screen when the person left this entry of the history; undefined on the first visit.
 * `readPosition` is called when the entry is left. It is for parts whose content grows. If only the scroll position
 * matters, the router restores it.
 */
export function useRestoredPosition<P>(name: string, readPosition: () => P): P | undefined {
  const router = useRouter()
  const [before] = useState(() => positions.get(entryOf(router.latestLocation))?.get(name) as P | undefined)
  const latest = useRef(readPosition)
  latest.current = readPosition
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation }) => {
        if (fromLocation) remember(entryOf(fromLocation), name, latest.current())
      }),
    [router, name],
  )
  return before
}

function remember(entry: string, name: string, position: unknown) {
  const byName = positions.get(entry) ?? new Map<string, unknown>()
  positions.delete(entry)
  positions.set(entry, byName.set(name, position))
  const [oldest] = positions.keys()
  if (positions.size > MAX_ENTRIES && oldest) positions.delete(oldest)
}
