import { useCallback } from 'react'
import type { TaskSort } from '../../../shared/task-query.ts'
import { useTaskSearch } from '../../task/search-params.ts'

export interface TableSorting {
  sort: TaskSort
  order: 'asc' | 'desc'
  /** Sorts by a column. The same column again reverses the order. Another one begins ascending. */
  sortBy: (by: TaskSort) => void
}

/** The table's order, from the address. Without one, the newest tasks come first. */
export function useSorting(): TableSorting {
  const { search, change } = useTaskSearch()
  const { sort = 'createdAt', order = sort === 'createdAt' ? 'desc' : 'asc' } = search
  const sortBy = useCallback(
    (by: TaskSort) => change({ sort: by, order: by === sort && order === 'asc' ? 'desc' : 'asc' }),
    [change, sort, order],
  )
  return { sort, order, sortBy }
}
