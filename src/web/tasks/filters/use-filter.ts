import { useMemo } from 'react'
import type { BoardFilter } from '../../../shared/tasks.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import type { TaskSearch } from './search-params.ts'

/** The filter to send to the server, from the address and the chosen department. */
export function useFilter(search: TaskSearch): BoardFilter {
  const { q, status, priority, assignee, project, completedFrom, completedTo, createdFrom, createdTo } = search
  const { departmentId } = useDepartmentFilter()
  return useMemo(
    () => ({
      ...{ departmentId, search: q, status, priority, assigneeId: assignee, projectId: project },
      ...{ completedFrom, completedTo, createdFrom, createdTo },
    }),
    [departmentId, q, status, priority, assignee, project, completedFrom, completedTo, createdFrom, createdTo],
  )
}
