import { useEffect, useState } from 'react'
import { type Task, tasksApi } from '../../shared/tasks.ts'
import { useReply } from '../api/queries.ts'

/** Milliseconds after the last letter. */
const TYPING_PAUSE = 150
const MAX_RESULTS = 8
/** The longest search that the server takes. */
const MAX_SEARCH_LENGTH = 200

export interface SearchResults {
  tasks: Task[]
  /** `searching` until the typed text has an answer. Meanwhile `tasks` holds the results before. */
  state: 'idle' | 'searching' | 'failed' | 'found'
  retry: () => unknown
}

/** The tasks that match the typed text. It asks the server after a short pause in typing. */
export function useSearchResults(typed: string): SearchResults {
  const words = typed.trim().slice(0, MAX_SEARCH_LENGTH)
  const [query, setQuery] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setQuery(words), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [words])

  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    tasksApi.list,
    { query: { search: query, limit: MAX_RESULTS } },
    { enabled: query !== '', keepPrevious: true },
  )
  const tasks = data?.tasks ?? []
  if (words === '') return { tasks: [], state: 'idle', retry: refetch }
  if (words !== query || isPlaceholderData || (!data && !error)) return { tasks, state: 'searching', retry: refetch }
  if (error) return { tasks: [], state: isFetching ? 'searching' : 'failed', retry: refetch }
  return { tasks, state: 'found', retry: refetch }
}
