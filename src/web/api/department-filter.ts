import { departmentsApi } from '../../shared/departments.ts'
import { createRememberedStore } from '../store.ts'
import { useReply } from './queries.ts'
import { useCan, useViewer } from './viewer.ts'

const ALL = 'All Departments'

/** Of this tab, so that it outlives a reload, and of one person. */
const choice = createRememberedStore<{ viewerId: string; departmentId: number } | null>(
  'muster.department',
  (text) => JSON.parse(text ?? 'null'),
  (chosen) => chosen && JSON.stringify(chosen),
  'sessionStorage',
)

/** At sign-out: the next one to sign in starts with all departments. */
export const clearDepartment = () => choice.set(null)

/**
 * The department whose things are shown. Managers and above choose one, or none for all; everyone else is fixed to their own,
 * which the server knows: they send nothing.
 */
export function useDepartmentFilter() {
  const viewer = useViewer()
  const mayChoose = useCan('department:choose')
  const departments = useReply(departmentsApi.list, {}, { enabled: mayChoose })
  const cached = choice.use()
  const chosen = mayChoose && cached?.viewerId === viewer.id ? cached.departmentId : undefined

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
