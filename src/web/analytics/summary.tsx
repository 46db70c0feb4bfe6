import { Link, type LinkOptions } from '@tanstack/react-router'
import { Plus, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { analyticsApi, type EarlierSummary, type Summary } from '../../shared/analytics.ts'
import { formatCount, formatDays } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { StatusIcon } from '../components/labels/status-icon.tsx'
import { useI18n } from '../language.ts'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ComparedWith } from './compared-with.tsx'
import { Difference, type MeasureName } from './difference.tsx'
import { formatHours } from './format.ts'
import { completedTasks, createdTasks, overdueTasks } from './links.tsx'
import { FigureFailed } from './metric-card.tsx'
import type { ShownDays } from './search-params.ts'

const HEIGHT = 'min-h-42 md:min-h-24'

/** The period's four figures, each a card that links to its tasks. */
export function SummaryFigures({ days, now }: { days: ShownDays; now: number }) {
  const i18n = useI18n()
  const { departmentId } = useDepartmentFilter()
  const { data, error, isPlaceholderData, isFetching, refetch } = useReply(
    analyticsApi.summary,
    { query: { ...days.query, departmentId } },
    { keepPrevious: true, total: true },
  )
  if (!data && error) {
    return (
      <section aria-label={i18n.t('Summary')} className={card}>
        <FigureFailed
          message={i18n.t('The figures could not be loaded.')}
          onRetry={refetch}
          pending={isFetching}
          className={HEIGHT}
        />
      </section>
    )
  }
  const dates = formatDays(days.from, days.to, { i18n })
  const beside = (figure: keyof EarlierSummary, measure: MeasureName, worse?: 'more') =>
    data && <Beside summary={data} figure={figure} measure={measure} worse={worse} />
  return (
    <section
      aria-label={i18n.t('Summary')}
      aria-busy={!data || isPlaceholderData}
      className={cx(
        'grid grid-cols-2 gap-2 transition-opacity duration-150 max-[17rem]:grid-cols-1 md:grid-cols-4 md:gap-3 print:grid-cols-4 print:gap-2',
        isPlaceholderData && 'opacity-60 delay-150',
      )}
    >
      <Card
        title={i18n.t('Tasks Completed')}
        metric={data && formatCount(data.totalCompleted, { i18n })}
        sign={<StatusIcon status="completed" />}
        when={dates}
        to={completedTasks(days)}
        beside={beside('totalCompleted', 'count')}
      />
      <Card
        title={i18n.t('Tasks Created')}
        metric={data && formatCount(data.totalCreated, { i18n })}
        sign={<Plus aria-hidden="true" className="size-3.5 text-muted" />}
        when={dates}
        to={createdTasks(days)}
        beside={beside('totalCreated', 'count')}
      />
      <Card
        title={i18n.t('Overdue Tasks')}
        metric={data && formatCount(data.totalOverdue, { i18n })}
        sign={<StatusIcon status="overdue" />}
        when={i18n.t('right now')}
        to={overdueTasks}
        beside={beside('totalOverdue', 'count', 'more')}
        alarming={Boolean(data?.totalOverdue)}
      />
      <Card
        title={i18n.t('Avg. Completion')}
        metric={data && formatHours(data.avgCompletionTime, i18n)}
        sign={<Timer aria-hidden="true" className="size-3.5 text-muted" />}
        when={i18n.t('from creation to completion')}
        to={completedTasks(days)}
        beside={beside('avgCompletionTime', 'hours', 'more')}
      />
      {data?.before && <ComparedWith days={days} now={now} className="col-span-full" />}
    </section>
  )
}

/** Whether anything was counted on these days. A new house has no year before. */
const isSomething = ({ totalCompleted, totalCreated }: EarlierSummary) => totalCompleted + totalCreated > 0

/** The same figure of the days before and of a year before, with the differences in words. */
function Beside({
  summary,
  figure,
  measure,
  worse,
}: {
  summary: Summary
  figure: keyof EarlierSummary
  measure: MeasureName
  worse: 'more' | undefined
}) {
  const i18n = useI18n()
  const { before, yearBefore } = summary
  const rows = [
    { name: i18n.t('Before ##days'), figures: before },
    { name: i18n.t('A year before'), figures: yearBefore },
  ].flatMap(({ name, figures }) => {
    const earlier = figures?.[figure]
    return figures && earlier !== undefined && isSomething(figures) ? [{ name, earlier }] : []
  })
  if (rows.length === 0) return null
  return (
    <span className={cx('mt-1.5 grid gap-x-2 border-line border-t pt-1 text-sm', rows.length > 1 && 'grid-cols-2')}>
      {rows.map(({ name, earlier }) => (
        <span key={name} className="min-w-0">
          <span className="block text-muted text-xs">{name}</span>
          <Difference measure={measure} now={summary[figure]} earlier={earlier} worse={worse} />
        </span>
      ))}
    </span>
  )
}

function Card({
  title,
  metric,
  sign,
  when,
  to,
  beside,
  alarming = false,
}: {
  title: string
  metric: string | undefined
  sign: ReactNode
  when: string
  to: LinkOptions
  /** The same figure of other days. */
  beside?: ReactNode
  alarming?: boolean
}) {
  return (
    <Link
      {...to}
      className={cx(
        card,
        'flex min-h-20 min-w-0 flex-col px-3 py-2 transition-colors duration-120 hover:border-control/50 hover:bg-hover md:min-h-24 md:px-4 md:py-3 print:px-2.5 print:py-1.5',
      )}
    >
      <span className="flex items-center gap-1.75 font-medium text-sm">
        {sign}
        <span className="truncate">{title}</span>
      </span>
      <span
        className={cx(
          'tabular mt-0.5 flex h-7 items-center truncate font-semibold text-2xl tracking-[-0.02em] md:mt-1 md:h-8 md:text-3xl',
          alarming && 'text-overdue',
        )}
      >
        {metric ?? <Skeleton className="h-6 w-12" />}
      </span>
      <bdi className="truncate text-muted text-xs">{when}</bdi>
      {beside}
    </Link>
  )
}
