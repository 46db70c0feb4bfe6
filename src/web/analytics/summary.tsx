import { Link, type LinkOptions } from '@tanstack/react-router'
import { Plus, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { analyticsApi, type Period } from '../../shared/analytics.ts'
import { formatCount, formatDays } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { StatusIcon } from '../components/labels/status-icon.tsx'
import { useI18n } from '../language.ts'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { formatHours } from './format.ts'
import { completedTasks, createdTasks, overdueTasks } from './links.tsx'
import { FigureFailed } from './metric-card.tsx'

const HEIGHT = 'min-h-42 md:min-h-24'

/** The period's four figures, each a card that links to its tasks. */
export function SummaryFigures({ period, days }: { period: Period; days: { from: string; to: string } }) {
  const i18n = useI18n()
  const { departmentId } = useDepartmentFilter()
  const { data, error, isPlaceholderData, isFetching, refetch } = useReply(
    analyticsApi.summary,
    { query: { period, departmentId } },
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
  return (
    <section
      aria-label={i18n.t('Summary')}
      aria-busy={!data || isPlaceholderData}
      className={cx(
        'grid grid-cols-2 gap-2 transition-opacity duration-150 max-[17rem]:grid-cols-1 md:grid-cols-4 md:gap-3',
        isPlaceholderData && 'opacity-60 delay-150',
      )}
    >
      <Card
        title={i18n.t('Tasks Completed')}
        metric={data && formatCount(data.totalCompleted, { i18n })}
        sign={<StatusIcon status="completed" />}
        when={dates}
        to={completedTasks(days)}
      />
      <Card
        title={i18n.t('Tasks Created')}
        metric={data && formatCount(data.totalCreated, { i18n })}
        sign={<Plus aria-hidden="true" className="size-3.5 text-muted" />}
        when={dates}
        to={createdTasks(days)}
      />
      <Card
        title={i18n.t('Overdue Tasks')}
        metric={data && formatCount(data.totalOverdue, { i18n })}
        sign={<StatusIcon status="overdue" />}
        when={i18n.t('right now')}
        to={overdueTasks}
        alarming={Boolean(data?.totalOverdue)}
      />
      <Card
        title={i18n.t('Avg. Completion')}
        metric={data && formatHours(data.avgCompletionTime, i18n)}
        sign={<Timer aria-hidden="true" className="size-3.5 text-muted" />}
        when={i18n.t('from creation to completion')}
        to={completedTasks(days)}
      />
    </section>
  )
}

function Card({
  title,
  metric,
  sign,
  when,
  to,
  alarming = false,
}: {
  title: string
  metric: string | undefined
  sign: ReactNode
  when: string
  to: LinkOptions
  alarming?: boolean
}) {
  return (
    <Link
      {...to}
      className={cx(
        card,
        'flex min-h-20 min-w-0 flex-col justify-center px-3 py-2 transition-colors duration-120 hover:border-control/50 hover:bg-hover md:min-h-24 md:px-4 md:py-3',
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
    </Link>
  )
}
