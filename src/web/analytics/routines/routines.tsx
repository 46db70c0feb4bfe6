import { CalendarSync } from 'lucide-react'
import { analyticsRoutinesApi, MAX_ROUTINES_COMPARED, type RoutineFigures } from '../../../shared/analytics-routines.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { card } from '../../ui/card.ts'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RoutinesLoading } from '../figures-loading.tsx'
import { type Days, FigureLink, routineOf, routinesScreen } from '../links.tsx'
import { FigureFailed, MetricCard } from '../metric-card.tsx'
import type { RangeChoice, ShownDays } from '../search-params.ts'
import { Causes, MostFrequentCause } from './causes.tsx'
import { HeatMap } from './heat-map.tsx'
import { type OutcomeRow, Outcomes, OutcomeTable, shownOutcomes } from './outcomes.tsx'
import { ProblemAnalytics } from './problems.tsx'

/** The outcomes of occurrences that opened within a period, and people's waits for reported problems. */
export function Routines({ period, days }: { period: RangeChoice; days: ShownDays }) {
  const i18n = useI18n()
  const { departmentId } = useDepartmentFilter()
  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    analyticsRoutinesApi.routines,
    { query: { ...days.query, departmentId } },
    { keepPrevious: true, total: true },
  )
  return (
    <div className="grid gap-3 md:gap-4">
      {data ? (
        <div className={cx('grid gap-3 transition-opacity md:gap-4', isPlaceholderData && 'opacity-60 delay-150')}>
          <Figures figures={data} period={period} days={days} />
        </div>
      ) : error ? (
        <div className={card}>
          <FigureFailed
            message={i18n.t('The figures of routines could not be loaded.')}
            onRetry={refetch}
            pending={isFetching}
            className="min-h-72"
          />
        </div>
      ) : (
        <RoutinesLoading />
      )}
      <ProblemAnalytics period={period} days={days} />
    </div>
  )
}

function Figures({ figures, period, days }: { figures: RoutineFigures; period: RangeChoice; days: Days }) {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  const { hasRoutines, total, departments, routines, routineCount, hours, causes } = figures
  const counted = shownOutcomes.reduce((sum, outcome) => sum + total[outcome], 0)
  if (counted === 0) {
    return (
      <MetricCard title={i18n.t('What became of routines')} note={null}>
        {hasRoutines ? (
          <EmptyState
            icon={CalendarSync}
            title={i18n.t(
              'No routine has been done or missed {period, select, day {today} week {this week} dates {in these days} other {this month}}',
              { period },
            )}
          >
            {i18n.t('Each time counts as soon as it is done, missed or skipped.')}
          </EmptyState>
        ) : (
          <EmptyState
            icon={CalendarSync}
            title={i18n.t('There are no routines yet.')}
            action={<FigureLink to={routinesScreen}>{i18n.t('Go to routines')}</FigureLink>}
          />
        )}
      </MetricCard>
    )
  }
  return (
    <>
      <MetricCard
        title={i18n.t('What became of routines')}
        note={i18n.t(
          'These are the occurrences that opened {period, select, day {today} week {this week} dates {in these days} other {this month}} and are not open any more. A day begins at midnight in {timeZone}. “Done in time” compares those done in time with all that were done, done late or missed.',
          { period, timeZone },
        )}
      >
        <Outcomes counts={total} days={days} />
      </MetricCard>
      <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-[3fr_2fr]">
        <MetricCard title={i18n.t('Routines by department')} note={null}>
          <OutcomeTable
            caption={i18n.t('What became of routines, by department')}
            first={i18n.t('Department')}
            rows={departments.map(departmentRow)}
            days={days}
          />
        </MetricCard>
        <MetricCard
          title={i18n.t('Why routines were missed')}
          note={i18n.t('The clock sessions say who was on duty. A clock-in that arrives late can change a cause.')}
        >
          <Causes counts={causes} />
        </MetricCard>
      </div>
      <MetricCard
        title={i18n.t('When routines were missed')}
        note={i18n.t('By weekday and by the hour in which they opened, in {timeZone}.', { timeZone })}
      >
        <HeatMap hours={hours} />
      </MetricCard>
      <MetricCard
        title={i18n.t('Each routine, the worst first')}
        note={
          routineCount > routines.length &&
          i18n.t(
            '{all, plural, one {These are the {count} of # routine that were missed most.} other {These are the {count} of # routines that were missed most.}}',
            {
              count: MAX_ROUTINES_COMPARED,
              all: routineCount,
            },
          )
        }
      >
        <OutcomeTable
          caption={i18n.t('What became of each routine, the worst first')}
          first={i18n.t('Routine')}
          rows={routines.map(routineRow)}
          days={days}
        />
      </MetricCard>
    </>
  )
}

const departmentRow = ({
  departmentId,
  departmentName,
  ...counts
}: RoutineFigures['departments'][number]): OutcomeRow => ({
  key: departmentId ?? 0,
  name: departmentName,
  head: <span dir="auto">{departmentName}</span>,
  counts,
  whose: departmentId === null ? undefined : { department: departmentId },
})

const routineRow = ({
  routineId,
  title,
  isDeleted,
  cause,
  ...counts
}: RoutineFigures['routines'][number]): OutcomeRow => ({
  key: routineId ?? 0,
  name: title,
  head: (
    <>
      {routineId === null || isDeleted ? (
        <span dir="auto">{title}</span>
      ) : (
        <FigureLink to={routineOf(routineId)} className="no-underline! hover:underline!">
          <span dir="auto">{title}</span>
        </FigureLink>
      )}
      {cause && routineId !== null && <MostFrequentCause cause={cause} routine={routineId} name={title} />}
    </>
  ),
  counts,
  whose: routineId === null ? undefined : { routine: routineId },
})
