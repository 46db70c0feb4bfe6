import { useMemo } from 'react'
import { type BoardFilter, tagsIn } from '../../../shared/task-query.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useViewer } from '../../api/viewer.ts'
import type { TaskSearch } from '../../task/search-params.ts'

/** The filter to send to the server, from the address and the chosen department. */
export function useFilter(search: TaskSearch): BoardFilter {
  const { q, status, priority, assignee, project, tags, due, dueFrom, dueTo } = search
  const { completedFrom, completedTo, createdFrom, createdTo } = search
  const { kind, place, routine, outcome, occurredFrom, occurredTo } = search
  const { departmentId } = useDepartmentFilter()
  const viewer = useViewer()
  const assigneeId = assignee === 'me' ? viewer.id : assignee
  return useMemo(
    () => ({
      ...{ departmentId, search: q, status, priority, assigneeId, projectId: project },
      ...{ tags: tags === undefined ? undefined : tagsIn(tags), due, dueFrom, dueTo },
      ...{ completedFrom, completedTo, createdFrom, createdTo },
      ...{ kind, place, routineId: routine, outcome, occurredFrom, occurredTo },
    }),
    [
      departmentId,
      q,
      status,
      priority,
      assigneeId,
      project,
      tags,
      due,
      dueFrom,
      dueTo,
      completedFrom,
      completedTo,
      createdFrom,
      createdTo,
      kind,
      place,
      routine,
      outcome,
      occurredFrom,
      occurredTo,
    ],
  )
}
