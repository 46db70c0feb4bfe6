import { useNavigate } from '@tanstack/react-router'
import { ChartColumn, Table2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { analyticsApi, type TrendMetric, type TrendPoint, trendMetrics } from '../../shared/analytics.ts'
import { dateOf } from '../../shared/time/time.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { ExportButton } from '../components/files/export.tsx'
import type { ShownList } from '../components/files/save-file.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { metricLabels, metricUnits } from './format.ts'
import { completedTasks } from './links.tsx'
import { FigureFailed, MetricCard } from './metric-card.tsx'
import { type RangeChoice, type ShownDays, useAnalyticsSearch } from './search-params.ts'
import { TrendTable } from './trend-table.tsx'

const TrendChart = lazyPart(() => import('./charts/trend-chart.tsx'), 'TrendChart')

const HEIGHT = 'h-70 md:h-84'

const notes: Record<TrendMetric, Message> = {
  tasks: msg('How many tasks were completed on each of the last 30 days.'),
  duration: msg('How many hours tasks took on average, from creation to completion, on each of the last 30 days.'),
  overdue: msg(
    'How many tasks were overdue at the end of each of the last 30 days. Today counts the tasks that are overdue now, and those that somebody has marked as overdue.',
  ),
}

/** The same of chosen dates. */
const notesOfDates: Record<TrendMetric, Message> = {
  tasks: msg('How many tasks were completed on each of these days.'),
  duration: msg('How many hours tasks took on average, from creation to completion, on each of these days.'),
  overdue: msg('How many tasks were overdue at the end of each of these days.'),
}

/** The texts for 30 days without anything to count. */
const empty: Record<TrendMetric, { title: Message; hint: Message }> = {
  tasks: {
    title: msg('Nothing completed in the last 30 days'),
    hint: msg('Each completed task counts for the day on which it was done.'),
  },
  duration: {
    title: msg('Nothing completed in the last 30 days'),
    hint: msg('How long tasks take shows as soon as some are completed.'),
  },
  overdue: {
    title: msg('Nothing overdue in the last 30 days'),
    hint: msg('No task was open past its due date at the end of a day.'),
  },
}

/** One figure on each of the last 30 days, or of the chosen dates, as a chart or a table. */
export function Trends({ now, choice, days }: { now: number; choice: RangeChoice; days: ShownDays }) {
  const i18n = useI18n()
  const { metric, change } = useAnalyticsSearch()
  const { departmentId } = useDepartmentFilter()
  const { timeZone } = useViewer()
  const [asTable, setAsTable] = useState(false)
  const isChosen = choice === 'dates'
  const dates = isChosen ? { from: days.from, to: days.to } : {}
  const trend = useReply(
    analyticsApi.trends,
    { query: { metric, ...dates, departmentId } },
    { keepPrevious: true, total: true },
  )
  const today = dateOf(now, timeZone)
  const list = (): ShownList<TrendPoint> => ({
    name: `trend-${metric}-${isChosen ? `${days.from}-${days.to}` : today}`,
    columns: [
      { heading: i18n.t('Date'), kind: 'date', value: ({ date }) => date },
      { heading: i18n.t(metricUnits[metric]), kind: 'number', value: ({ value }) => value },
    ],
    rows: trend.data ?? [],
  })
  return (
    <MetricCard
      title={isChosen ? i18n.t('Day by day') : i18n.t('The last 30 days')}
      note={`${i18n.t((isChosen ? notesOfDates : notes)[metric])} ${i18n.t('Days begin at midnight in {timeZone}.', { timeZone })}`}
      controls={
        <>
          <Segmented
            label={i18n.t('Metric')}
            value={metric}
            onChange={(next) => change({ metric: next })}
            choices={trendMetrics.map((value) => ({ value, label: i18n.t(metricLabels[value]) }))}
            className="max-md:order-1 max-md:w-full max-md:[&_label]:px-1! max-md:[&_label]:text-xs md:max-xl:[&_label]:px-2!"
          />
          <Segmented
            label={i18n.t('Show as')}
            value={asTable ? 'table' : 'chart'}
            onChange={(next) => setAsTable(next === 'table')}
            choices={[
              { value: 'chart', label: i18n.t('Chart'), icon: ChartColumn },
              { value: 'table', label: i18n.t('Table'), icon: Table2 },
            ]}
            compact
            className="md:max-xl:[&_label]:px-2.5! max-[22rem]:[&_label]:px-2!"
          />
          <ExportButton disabled={!trend.data} list={list} />
        </>
      }
    >
      {trend.data ? (
        <div className={cx('transition-opacity', trend.isPlaceholderData && 'opacity-60 delay-150')}>
          <Trend metric={metric} points={trend.data} today={today} asTable={asTable} isChosen={isChosen} />
        </div>
      ) : trend.error ? (
        <FigureFailed
          message={i18n.t('The trend could not be loaded.')}
          onRetry={trend.refetch}
          pending={trend.isFetching}
          className={HEIGHT}
        />
      ) : (
        <>
          <Unit metric={metric} />
          <ChartLoading />
        </>
      )}
    </MetricCard>
  )
}

function Trend({
  metric,
  points,
  today,
  asTable,
  isChosen,
}: {
  metric: TrendMetric
  points: TrendPoint[]
  today: string
  asTable: boolean
  isChosen: boolean
}) {
  const i18n = useI18n()
  const navigate = useNavigate()
  if (!asTable && points.every(({ value }) => value === 0)) {
    return (
      <>
        <Unit metric={metric} />
        <EmptyState
          icon={ChartColumn}
          title={isChosen ? i18n.t('Nothing to count in these days') : i18n.t(empty[metric].title)}
          className={cx('justify-center py-0!', HEIGHT)}
        >
          {i18n.t(empty[metric].hint)}
        </EmptyState>
      </>
    )
  }
  if (asTable) return <TrendTable metric={metric} points={points} today={today} />
  const open = (date: string) => void navigate(completedTasks({ from: date, to: date }))
  return (
    <>
      <Unit metric={metric} />
      <Suspense fallback={<ChartLoading />}>
        <div className={HEIGHT}>
          <TrendChart metric={metric} points={points} today={today} onOpen={metric === 'overdue' ? undefined : open} />
        </div>
      </Suspense>
      <div className="sr-only">
        <TrendTable metric={metric} points={points} today={today} plain />
      </div>
    </>
  )
}

/** The unit, above the chart's axis. */
function Unit({ metric }: { metric: TrendMetric }) {
  const i18n = useI18n()
  return (
    <p aria-hidden="true" className="mb-1 text-muted text-xs">
      {i18n.t(metricUnits[metric])}
    </p>
  )
}

/** Heights of the skeleton's bars, in percent. */
const BARS = [46, 62, 38, 70, 55, 30, 24, 58, 66, 42, 74, 60, 34, 28, 50]

function ChartLoading() {
  const i18n = useI18n()
  return (
    <div role="status" className={cx('flex items-end gap-[1.5%] ps-11', HEIGHT)}>
      <span className="sr-only">{i18n.t('Loading the chart...')}</span>
      {times(BARS.length, (at) => (
        <Skeleton style={{ height: `${BARS[at]}%` }} className="flex-1 rounded-b-none!" />
      ))}
    </div>
  )
}
