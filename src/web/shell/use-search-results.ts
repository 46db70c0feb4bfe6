import { useEffect, useState } from 'react'
import { type Task, tasksApi } from '../../shared/tasks.ts'
import { useReply } from '../api/queries.ts'

const PAUSE = 150
const MOST = 8
/** The longest search that the server takes. */
const LONGEST = 200

export interface SearchResults {
  tasks: Task[]
  /** `searching` while what is typed has no answer yet; what was found before is shown meanwhile. */
  state: 'idle' | 'searching' | 'failed' | 'found'
  retry: () => unknown
}

/** The tasks that the server finds for what is typed, a short pause after the last letter. */
export function useSearchResults(typed: string): SearchResults {
  const words = typed.trim().slice(0, LONGEST)
  const [query, setQuery] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setQuery(words), PAUSE)
    return () => clearTimeout(timer)
  }, [words])

  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    tasksApi.list,
    { query: { search: query, limit: MOST } },
    { enabled: query !== '', keepPrevious: true },
  )
  const tasks = data?.tasks ?? []
  if (words === '') return { tasks: [], state: 'idle', retry: refetch }
  if (words !== query || isPlaceholderData || (!data && !error)) return { tasks, state: 'searching', retry: refetch }
  if (error) return { tasks: [], state: isFetching ? 'searching' : 'failed', retry: refetch }
  return { tasks, state: 'found', retry: refetch }
}
