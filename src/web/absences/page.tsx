import { CalendarOff, ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { isLive } from '../../shared/absences/shapes.ts'
import { absencesApi } from '../../shared/absences.ts'
import { dateOf } from '../../shared/time/time.ts'
import { formatDays, formatMonth } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { AbsenceButtons } from '../components/absences/absence-buttons.tsx'
import { OwnAbsences } from '../components/absences/own-absences.tsx'
import { WaitingAbsences } from '../components/absences/waiting-absences.tsx'
import { usePeople } from '../components/people/use-people.ts'
import { useReader } from '../components/time/use-reader.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { allQueries, NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { Segmented } from '../ui/segmented.tsx'
import { AbsenceCalendar } from './calendar.tsx'
import { AbsenceList } from './list.tsx'
import { type AbsenceView, periodLater, periodOf } from './periods.ts'
import { useAbsencesSearch } from './search-params.ts'

const AbsenceDialog = lazyPart(() => import('../components/absences/absence-dialog.tsx'), 'AbsenceDialog')
const AddAbsenceDialog = lazyPart(() => import('../components/absences/add-absence-dialog.tsx'), 'AddAbsenceDialog')

/** The absences of a department for people who decide about them, and for everybody else their own. */
export function AbsencesPage() {
  const i18n = useReader().i18n
  const viewer = useViewer()
  const { chosen } = useDepartmentFilter()
  const departmentId = chosen ?? viewer.departmentId
  const decides = useCan('absence:decide', { departmentId })
  const decidesSome = useCan('absence:decide')
  if (departmentId === null && decidesSome)
    return (
      <div className="grid flex-1 place-items-center">
        <EmptyState icon={CalendarOff} title={i18n.t('Choose a department to see its absences')} />
      </div>
    )
  return decides && departmentId !== null ? (
    <DepartmentsAbsences key={departmentId} departmentId={departmentId} />
  ) : (
    <MyAbsences />
  )
}

/** The period that the address names, and the way to another one. */
function usePeriod() {
  const { timeZone } = useReader()
  const now = useMinute()
  const isWide = useMedia(NOT_SMALL)
  const { search, change } = useAbsencesSearch()
  const today = dateOf(now, timeZone)
  const view: AbsenceView = isWide ? (search.view ?? 'year') : 'month'
  const period = periodOf(view, search.day ?? today)
  return { isWide, view, period, today, search, change }
}

type Period = ReturnType<typeof usePeriod>

function PeriodNav({ isWide, view, period, today, change }: Period) {
  const { i18n } = useReader()
  const isCurrent = today >= period.from && today <= period.to
  const titles: Record<AbsenceView, string> = {
    year: period.from.slice(0, 4),
    quarter: formatDays(period.from, period.to, { i18n }),
    month: formatMonth(period.from.slice(0, 7), { i18n }),
  }
  const labels: Record<AbsenceView, string> = {
    year: i18n.t('Year'),
    quarter: i18n.t('Quarter'),
    month: i18n.t('Month'),
  }
  const go = (count: number) => change({ day: periodLater(view, period.from, count) })
  return (
    <>
      <div className="flex min-w-0 items-center gap-1 max-md:w-full">
        <IconButton label={i18n.t('Earlier')} onClick={() => go(-1)}>
          <ChevronLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
        </IconButton>
        <p aria-live="polite" className="tabular min-w-0 flex-1 text-center font-medium md:min-w-42">
          <bdi>{titles[view]}</bdi>
        </p>
        <IconButton label={i18n.t('Later')} onClick={() => go(1)}>
          <ChevronRight aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
        </IconButton>
        {!isCurrent && (
          <Button variant="ghost" onClick={() => change({ day: undefined })}>
            {i18n.t('Today')}
          </Button>
        )}
      </div>
      {isWide && (
        <Segmented
          label={i18n.t('Period')}
          value={view}
          onChange={(next) => change({ view: next === 'year' ? undefined : next })}
          choices={(['year', 'quarter', 'month'] as const).map((value) => ({ value, label: labels[value] }))}
        />
      )}
    </>
  )
}

const frame = 'flex w-full flex-1 flex-col gap-4 px-3.5 pt-3 pb-8 md:px-(--gutter) md:pt-3.5'

/** The people of a department by days, with the requests that wait. */
function DepartmentsAbsences({ departmentId }: { departmentId: number }) {
  const { i18n } = useReader()
  const shown = usePeriod()
  const { period, search, change } = shown
  const [isAdding, setIsAdding] = useState(false)
  const query = useReply(absencesApi.list, { query: { departmentId, ...period } }, { keepPrevious: true })
  const people = usePeople()
  const viewer = useViewer()
  const { departments } = useDepartmentFilter()
  const department =
    departments.data?.find(({ id }) => id === departmentId)?.name ??
    (viewer.department?.id === departmentId ? viewer.department.name : undefined)
  const members = people.data?.filter((person) => person.departmentId === departmentId && person.role !== 'guest')
  const opened = query.data?.absences.find(({ id }) => id === search.absence)
  const open = (id: number) => change({ absence: id }, 'push')
  return (
    <>
      <WaitingAbsences departmentId={departmentId} />
      <div className={frame}>
        <div className="flex flex-wrap items-center gap-2">
          <PeriodNav {...shown} />
          <Button onClick={() => setIsAdding(true)} className="md:ms-auto">
            <Plus aria-hidden="true" className="size-4" />
            {i18n.t('Add an absence')}
          </Button>
        </div>
        {!query.data || !members ? (
          <NotLoaded query={allQueries(query, people)} failure={i18n.t('The absences could not be loaded.')}>
            <LoadingBars bars="h-9 mb-2" count={8} />
          </NotLoaded>
        ) : (
          <>
            {query.data.hasMore && (
              <p role="status" className="text-overdue">
                {i18n.t('There are more absences than are shown. Choose a shorter period.')}
              </p>
            )}
            <AbsenceCalendar
              {...{ department }}
              people={members}
              absences={query.data.absences}
              {...shown}
              onOpen={open}
            />
            {!shown.isWide && <AbsenceList absences={query.data.absences} onOpen={open} />}
          </>
        )}
        <Suspense fallback={null}>
          {isAdding && members && (
            <AddAbsenceDialog
              people={members.map((user) => ({ user, hasLeft: false }))}
              date={shown.today}
              onClose={() => setIsAdding(false)}
            />
          )}
          {opened && (
            <AbsenceDialog away={opened} person={opened.user} onClose={() => change({ absence: undefined })} />
          )}
        </Suspense>
      </div>
    </>
  )
}

/** The viewer's own absences of a period. */
function MyAbsences() {
  const { i18n } = useReader()
  const viewer = useViewer()
  const shown = usePeriod()
  const query = useReply(absencesApi.list, { query: shown.period }, { keepPrevious: true })
  const absences = query.data?.absences
  return (
    <div className={frame}>
      <div className="flex flex-wrap items-center gap-2">
        <PeriodNav {...shown} />
        <span className="max-md:w-full md:ms-auto">
          <AbsenceButtons />
        </span>
      </div>
      {!absences ? (
        <NotLoaded query={query} failure={i18n.t('The absences could not be loaded.')}>
          <LoadingBars bars="h-14 mb-2" count={4} />
        </NotLoaded>
      ) : (
        <>
          <AbsenceCalendar people={[viewer]} absences={absences.filter(({ state }) => isLive(state))} {...shown} />
          {absences.length === 0 ? (
            <EmptyState icon={CalendarOff} title={i18n.t('You have no absence in this time')} />
          ) : (
            <div className="w-full max-w-160">
              <OwnAbsences absences={absences} />
            </div>
          )}
        </>
      )}
    </div>
  )
}
