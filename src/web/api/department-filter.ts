import { departmentsApi } from '../../shared/departments.ts'
import { createRememberedStore } from '../store.ts'
import { useReply } from './queries.ts'
import { useCan, useViewer } from './viewer.ts'

const ALL = 'All Departments'

/** Each tab has its own choice, which survives a reload. It names the person, so that nobody else gets it. */
const choice = createRememberedStore<{ viewerId: string; departmentId: number } | null>(
  'muster.department',
  (text) => JSON.parse(text ?? 'null'),
  (chosen) => chosen && JSON.stringify(chosen),
  'sessionStorage',
)

/** Forgets the choice at sign-out. The next person starts with all departments. */
export const clearDepartment = () => choice.set(null)

/**
 * The department whose data is shown. Managers and above choose one, or all. Everyone else sees their own department; the server
 * knows it, so they send no department.
 */
export function useDepartmentFilter() {
  const viewer = useViewer()
  const mayChoose = useCan('department:choose')
  const departments = useReply(departmentsApi.list, {}, { enabled: mayChoose })
  const stored = choice.use()
  const chosen = mayChoose && stored?.viewerId === viewer.id ? stored.departmentId : undefined

  return {
    /** What to send with a read. */
    departmentId: chosen,
    chosen,
    choose: (id: number | undefined) => choice.set(id === undefined ? null : { viewerId: viewer.id, departmentId: id }),
    mayChoose,
    departments,
    label: mayChoose ? chosenLabel() : (viewer.department?.name ?? ALL),
  }

  function chosenLabel() {
    if (chosen === undefined) return ALL
    if (departments.isPending) return '…'
    return departments.data?.find(({ id }) => id === chosen)?.name ?? 'Unknown Department'
  }
}
