import { departmentsApi } from '../../shared/departments.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'

/** The name of the chosen department; undefined for none. `current` is known also while the list loads. */
export function useDepartmentName(id: string, current?: { id: number; name: string } | null) {
  const viewer = useViewer()
  const { data = [] } = useReply(departmentsApi.list, {})
  return [...data, current, viewer.department].find((known) => String(known?.id) === id)?.name
}
