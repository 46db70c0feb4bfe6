import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Entries of the history for which places are kept, each with a place for every name; the oldest are forgotten first. */
const MOST = 50
const positions = new Map<string, Map<string, unknown>>()

const entryOf = ({ state, href }: ParsedLocation) => state.__TSR_key ?? href

/**
 * Where somebody was in a part of the screen when they left this entry of the history, for showing the same as they come back;
 * undefined when they have not been here. `place` is asked for it as the entry is left. For parts that grow by more than
 * scrolling; where only the scroll position counts, the router's own restoration does.
 */
export function useRestoredPosition<P>(name: string, place: () => P): P | undefined {
  const router = useRouter()
  const [before] = useState(() => positions.get(entryOf(router.latestLocation))?.get(name) as P | undefined)
  const latest = useRef(place)
  latest.current = place
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation }) => {
        if (fromLocation) remember(entryOf(fromLocation), name, latest.current())
      }),
    [router, name],
  )
  return before
}

function remember(entry: string, name: string, place: unknown) {
  const places = positions.get(entry) ?? new Map<string, unknown>()
  positions.delete(entry)
  positions.set(entry, places.set(name, place))
  const [oldest] = positions.keys()
  if (positions.size > MOST && oldest) positions.delete(oldest)
}
