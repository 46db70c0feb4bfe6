import { useMemo } from 'react'
import { placesApi } from '../../../shared/places.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'

/**
 * The names of known places, with signs or typed by people. People without the right to report problems get
 * none.
 */
export function usePlaceNames(): readonly string[] {
  const enabled = useCan('task:report')
  const signs = useReply(placesApi.list, {}, { enabled }).data?.places
  const typed = useReply(placesApi.typed, {}, { enabled }).data?.names
  return useMemo(() => {
    const names = [...(signs ?? []).map(({ name }) => name), ...(typed ?? [])]
    // Two spellings of a place are the same if only case differs.
    return names
      .filter((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === at)
      .toSorted()
  }, [signs, typed])
}
