import { type Found, searchApi } from '../../shared/search.ts'
import { MAX_SEARCH_LENGTH } from '../../shared/words/search-length.ts'
import { useReply } from '../api/queries.ts'
import { useConnection } from '../live/connection.ts'
import { useSettled } from '../ui/use-settled.ts'

/** Milliseconds after the last letter. */
const TYPING_PAUSE = 150

export interface PaletteResults {
  found: Found | undefined
  /** `searching` until the typed text has an answer; `found` holds the earlier results. `offline`: no server. */
  state: 'idle' | 'searching' | 'failed' | 'found' | 'offline'
  retry: () => unknown
}

/** The typed text's matches. Asks the server once after a pause in typing; late answers are cancelled. */
export function useSearchResults(typed: string): PaletteResults {
  const words = typed.trim().slice(0, MAX_SEARCH_LENGTH)
  const query = useSettled(words, TYPING_PAUSE)
  const { away } = useConnection()
  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    searchApi.everything,
    { query: { q: query } },
    { enabled: query !== '' && !away, keepPrevious: true },
  )
  if (words === '') return { found: undefined, state: 'idle', retry: refetch }
  if (away) return { found: undefined, state: 'offline', retry: refetch }
  if (words !== query || isPlaceholderData || (!data && !error))
    return { found: data, state: 'searching', retry: refetch }
  if (error) return { found: undefined, state: isFetching ? 'searching' : 'failed', retry: refetch }
  return { found: data, state: 'found', retry: refetch }
}
