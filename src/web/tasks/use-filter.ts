import { useMemo } from 'react'
import type { BoardFilter } from '../../shared/tasks.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import type { TaskSearch } from './search-params.ts'

/** What is asked of the server for what the address says. */
export function useFilter({ q, status, priority, assignee, project }: TaskSearch): BoardFilter {
  const { departmentId } = useDepartmentFilter()
  return useMemo(
    () => ({ departmentId, search: q, status, priority, assigneeId: assignee, projectId: project }),
    [departmentId, q, status, priority, assignee, project],
  )
}
