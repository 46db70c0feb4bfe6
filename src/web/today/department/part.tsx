import { Suspense, useEffect } from 'react'
import { todayDepartmentApi } from '../../../shared/today-department.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { lazyAhead } from '../../ui/on-demand.ts'
import { beginsWithDepartment, useReviewedDepartment } from './choice.ts'
import { DepartmentLoading } from './loading.tsx'

/** Its code loads while its data is read. It is for managers, and stands on no other first screen. */
const { Component: DepartmentContent, load } = lazyAhead(() =>
  import('./content.tsx').then((module) => module.DepartmentContent),
)

/** The first part of a manager's Today: what went wrong in the department, what waits there, and who is on duty. */
export const DepartmentPart = () => (beginsWithDepartment(useViewer()) ? <OfDepartment /> : null)

function OfDepartment() {
  const i18n = useI18n()
  const { departmentId, departments } = useReviewedDepartment()
  useEffect(() => void load().catch(() => undefined), [])
  if (departmentId !== undefined) return <Department key={departmentId} departmentId={departmentId} />
  // A house without departments has none to read about.
  if (departments.data) return null
  return (
    <NotLoaded query={departments} failure={i18n.t('The departments could not be loaded.')} className="py-3!">
      <DepartmentLoading />
    </NotLoaded>
  )
}

function Department({ departmentId }: { departmentId: number }) {
  const i18n = useI18n()
  const query = useReply(todayDepartmentApi.read, { query: { departmentId } })
  const { data } = query
  if (!data)
    return (
      <NotLoaded query={query} failure={i18n.t('The department could not be loaded.')} className="py-3!">
        <DepartmentLoading />
      </NotLoaded>
    )
  return (
    <Suspense fallback={<DepartmentLoading />}>
      <DepartmentContent day={data} />
    </Suspense>
  )
}
