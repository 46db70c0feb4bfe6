import { departmentsApi } from '../../shared/departments.ts'
import { useI18n } from '../language.ts'
import { createPersonalStore } from '../store.ts'
import { useReply } from './queries.ts'
import { useCan, useViewer } from './viewer.ts'

/** Each tab has its own choice, which survives a reload. It names the person, so that nobody else gets it. */
const choice = createPersonalStore<{ viewerId: string; departmentId: number } | null>(null, {
  name: 'muster.department',
  storage: 'sessionStorage',
})

/**
 * The department whose data is shown. Managers and above choose one, or all. Everyone else sees their own department;
 * the server knows it, so they send no department.
 */
export function useDepartmentFilter() {
  const viewer = useViewer()
  const i18n = useI18n()
  const mayChoose = useCan('department:choose')
  const departments = useReply(departmentsApi.list, {}, { enabled: mayChoose })
  const stored = choice.use()
  const chosen = mayChoose && stored?.viewerId === viewer.id ? stored.departmentId : undefined

  const name = mayChoose ? chosenName() : (viewer.department?.name ?? null)

  return {
    /** The value to send with a read. */
    departmentId: chosen,
    chosen,
    choose: (id: number | undefined) => choice.set(id === undefined ? null : { viewerId: viewer.id, departmentId: id }),
    mayChoose,
    departments,
    /** The name of the department; null for all of them. */
    name,
    label: name ?? i18n.t('All Departments'),
  }

  function chosenName() {
    if (chosen === undefined) return null
    if (departments.isPending) return '…'
    return departments.data?.find(({ id }) => id === chosen)?.name ?? i18n.t('Unknown Department')
  }
}
