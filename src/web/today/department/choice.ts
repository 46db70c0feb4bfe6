import type { Viewer } from '../../../shared/auth.ts'
import { departmentsApi } from '../../../shared/departments.ts'
import { may, rankOf } from '../../../shared/permissions.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { createPersonalStore } from '../../store.ts'

/** The department that an administrator has chosen on this device. */
const choice = createPersonalStore<number | null>(null, { name: 'muster.today-department' })

const isAdministrator = ({ role }: Viewer) => rankOf(role) >= rankOf('admin')

/** Whether this person's Today begins with a department: a manager's own, or one that an administrator chooses. */
export const beginsWithDepartment = (viewer: Viewer) =>
  isAdministrator(viewer) || may(viewer, 'department:review', { departmentId: viewer.departmentId })

/** The department that Today begins with, and how to choose another one. */
export function useReviewedDepartment() {
  const viewer = useViewer()
  const mayChoose = isAdministrator(viewer)
  const departments = useReply(departmentsApi.list, {}, { enabled: mayChoose })
  const stored = choice.use()
  const { data = [] } = departments
  const chosen = data.find(({ id }) => id === stored) ?? data.find(({ id }) => id === viewer.departmentId) ?? data[0]
  return {
    /** Undefined while it is not known, or if there is no department. */
    departmentId: mayChoose ? chosen?.id : (viewer.departmentId ?? undefined),
    departments,
    mayChoose: mayChoose && data.length > 1,
    choose: choice.set,
  }
}
