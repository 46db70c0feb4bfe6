import { CalendarClock } from 'lucide-react'
import { Suspense } from 'react'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { MyWeek } from './my-week.tsx'

const Planner = lazyPart(() => import('./planner.tsx'), 'Planner')

/** The roster of a department for people who plan it, and for everybody their own week and the department's. */
export function RosterPage() {
  const i18n = useI18n()
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const departmentId = chosen ?? viewer.departmentId
  const plans = useCan('roster:plan', { departmentId })
  const plansSome = useCan('roster:plan')
  if (departmentId === null)
    return (
      <div className="grid flex-1 place-items-center">
        <EmptyState icon={CalendarClock} title={i18n.t('Choose a department to see its roster')} />
      </div>
    )
  return (
    <Suspense fallback={null}>
      {plansSome ? <Planner key={departmentId} departmentId={departmentId} plans={plans} /> : <MyWeek />}
    </Suspense>
  )
}
