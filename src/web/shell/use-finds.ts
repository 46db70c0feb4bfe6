import { useEffect, useState } from 'react'
import { type Task, tasksApi } from '../../shared/tasks.ts'
import { useReply } from '../api/queries.ts'

const PAUSE = 150
const MOST = 8
/** The longest search that the server takes. */
const LONGEST = 200

export interface Finds {
  tasks: Task[]
  /** `searching` while what is typed has no answer yet; what was found before is shown meanwhile. */
  state: 'idle' | 'searching' | 'failed' | 'found'
  retry: () => unknown
}

/** The tasks that the server finds for what is typed, a short pause after the last letter. */
export function useFinds(typed: string): Finds {
  const words = typed.trim().slice(0, LONGEST)
  const [asked, setAsked] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), PAUSE)
    return () => clearTimeout(timer)
  }, [words])

  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    tasksApi.list,
    { query: { search: asked, limit: MOST } },
    { enabled: asked !== '', keepPrevious: true },
  )
  const tasks = data?.tasks ?? []
  if (words === '') return { tasks: [], state: 'idle', retry: refetch }
  if (words !== asked || isPlaceholderData || (!data && !error)) return { tasks, state: 'searching', retry: refetch }
  if (error) return { tasks: [], state: isFetching ? 'searching' : 'failed', retry: refetch }
  return { tasks, state: 'found', retry: refetch }
}
