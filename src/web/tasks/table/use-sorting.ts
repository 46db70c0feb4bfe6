import { useCallback } from 'react'
import type { TaskSort } from '../../../shared/tasks.ts'
import { useTaskSearch } from '../filters/search-params.ts'

export interface Sorting {
  sort: TaskSort
  order: 'asc' | 'desc'
  /** The same again turns the order round; another one begins ascending. */
  sortBy: (by: TaskSort) => void
}

/** What the address says of the table's order; the newest first when it says nothing. */
export function useSorting(): Sorting {
  const { search, change } = useTaskSearch()
  const { sort = 'createdAt', order = sort === 'createdAt' ? 'desc' : 'asc' } = search
  const sortBy = useCallback(
    (by: TaskSort) => change({ sort: by, order: by === sort && order === 'asc' ? 'desc' : 'asc' }),
    [change, sort, order],
  )
  return { sort, order, sortBy }
}
