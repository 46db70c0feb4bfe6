import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'

/**
 * The department whose hours the viewer sees. Administrators see all, or the one that is chosen in the header. Managers
 * see only their own; if another one is chosen, `refused` is true. `departmentName` is null for all departments.
 */
export function useTeam() {
  const viewer = useViewer()
  const { chosen, name } = useDepartmentFilter()
  const seesAll = useCan('clock:read-others', { userId: null, departmentId: chosen ?? null })
  const isOwn = chosen === undefined || chosen === viewer.departmentId
  const refused = !seesAll && !isOwn
  const departmentName = refused ? null : seesAll ? name : (viewer.department?.name ?? null)
  return { departmentId: refused ? undefined : chosen, departmentName, refused }
}

/** Shown instead of hours that the viewer may not see. */
export function OtherDepartment() {
  const i18n = useI18n()
  const { department } = useViewer()
  return (
    <p className="text-balance px-4 pt-1 pb-5 text-muted">
      {department
        ? i18n.t('You see the hours of {department}. Choose it, or All Departments, at the top.', {
            department: department.name,
          })
        : i18n.t('You can see the hours of your own department, but you do not belong to one.')}
    </p>
  )
}
