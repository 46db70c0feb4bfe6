import { CalendarClock } from 'lucide-react'
import { Suspense } from 'react'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { MyWeek } from './my-week.tsx'
import { useRosterSearch } from './search-params.ts'

const Planner = lazyPart(() => import('./planner.tsx'), 'Planner')

/** The roster of a department for people who plan it, and for everybody their own week and the department's. */
export function RosterPage() {
  const i18n = useI18n()
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const departmentId = chosen ?? viewer.departmentId
  const plans = useCan('roster:plan', { departmentId })
  const plansSome = useCan('roster:plan')
  const mayRead = useCan('roster:read', { departmentId })
  const { search, change } = useRosterSearch()
  if (departmentId === null)
    return (
      <div className="grid flex-1 place-items-center">
        <EmptyState icon={CalendarClock} title={i18n.t('Choose a department to see its roster')} />
      </div>
    )
  const showsDepartment = plansSome ? !search.mine : mayRead && search.department
  const showDepartment = (isShown: boolean) =>
    change(plansSome ? { mine: isShown ? undefined : true } : { department: isShown ? true : undefined })
  return (
    <Suspense fallback={null}>
      {showsDepartment ? (
        <Planner key={departmentId} departmentId={departmentId} plans={plans} onMine={() => showDepartment(false)} />
      ) : (
        <>
          {mayRead && (
            <p className="px-3.5 pt-3 md:px-(--gutter) md:pt-3.5">
              <Button onClick={() => showDepartment(true)}>
                <CalendarClock aria-hidden="true" className="size-4.5" />
                {i18n.t('Roster of the department')}
              </Button>
            </p>
          )}
          <MyWeek />
        </>
      )}
    </Suspense>
  )
}
