import { Link, type LinkOptions } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { dashboardApi, type Metrics as Values } from '../../shared/dashboard.ts'
import { dateOf } from '../../shared/time/time.ts'
import { formatCount } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { StatusIcon } from '../components/labels/status-icon.tsx'
import { useMidnight } from '../components/time/use-midnight.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const EVERYWHERE = msg('Across all departments')

/** Four figures of everything that the viewer may see, or of the chosen department. */
export function MetricCards() {
  const { departmentId } = useDepartmentFilter()
  const { data, error, isPlaceholderData, isFetching, refetch } = useReply(
    dashboardApi.metrics,
    { query: { departmentId } },
    { keepPrevious: true, total: true },
  )
  const i18n = useI18n()
  const mayManageUsers = useCan('user:manage')
  const { timeZone } = useViewer()
  const [today, setToday] = useState(() => dateOf(serverNow(), timeZone))
  // At midnight "completed today" starts again at zero.
  useMidnight(() => {
    setToday(dateOf(serverNow(), timeZone))
    void refetch()
  })

  if (!data && error) {
    return (
      <section
        aria-label={i18n.t('Figures')}
        className={cx(
          place,
          card,
          'grid min-h-42 place-items-center md:max-xl:min-h-24 xl:min-h-51.25 min-[112rem]:min-h-24',
        )}
      >
        <FailedState
          message={i18n.t('The figures could not be loaded.')}
          onRetry={refetch}
          pending={isFetching}
          className="gap-3! py-3!"
        />
      </section>
    )
  }
  return (
    <section
      aria-label={i18n.t('Figures')}
      aria-busy={!data || isPlaceholderData}
      className={cx(
        place,
        'grid grid-cols-2 gap-2 transition-opacity duration-150 max-[17rem]:grid-cols-1 md:gap-3 md:max-xl:grid-cols-4 min-[112rem]:grid-cols-4',
        isPlaceholderData && 'opacity-60 delay-150',
      )}
    >
      <Metric
        title={i18n.t('Active tasks')}
        metric={data?.activeTasks}
        sign={<StatusIcon status="in_progress" />}
        to={{ to: '/tasks' }}
      />
      <Metric
        title={i18n.t('Completed Today')}
        metric={data?.completedToday}
        sign={<StatusIcon status="completed" />}
        to={{ to: '/tasks', search: { status: 'completed', completedFrom: today, completedTo: today } }}
      />
      <Metric
        title={i18n.t('Overdue tasks')}
        metric={data?.overdueTasks}
        sign={<StatusIcon status="overdue" />}
        to={{ to: '/tasks', search: { status: 'overdue' } }}
        alarming
      />
      <Metric
        title={i18n.t('Team Members')}
        metric={data?.teamMembers}
        sign={<Users aria-hidden="true" className="size-3.5 text-muted" />}
        to={mayManageUsers ? { to: '/admin/users' } : undefined}
      />
    </section>
  )
}

const place = 'col-span-2 xl:col-span-1'

/** One figure. It links to the list behind it if the viewer may see that. */
function Metric({
  title,
  metric,
  sign,
  to,
  alarming = false,
}: {
  title: string
  metric: Values[keyof Values] | undefined
  sign: ReactNode
  to: LinkOptions | undefined
  /** Shows any figure above zero in red. */
  alarming?: boolean
}) {
  const i18n = useI18n()
  const { name } = useDepartmentFilter()
  const content = (
    <>
      <span className="flex items-center gap-1.75 font-medium text-sm leading-5">
        {sign}
        <span className="line-clamp-2 wrap-anywhere">{title}</span>
      </span>
      <span
        className={cx(
          'tabular mt-0.5 flex h-7 items-center truncate font-semibold text-2xl tracking-[-0.02em] md:mt-1 md:h-8 md:text-3xl',
          alarming && metric ? 'text-overdue' : metric === 0 && 'text-muted',
        )}
      >
        {metric === undefined ? <Skeleton className="h-6 w-12" /> : formatCount(metric, { i18n })}
      </span>
      <span className="line-clamp-2 text-pretty text-muted text-xs">
        {name === null ? i18n.t(EVERYWHERE) : <bdi>{name}</bdi>}
      </span>
    </>
  )
  const shape = cx(card, 'flex min-w-0 flex-col justify-center px-3 py-2 md:px-4 md:py-3')
  if (!to) return <div className={shape}>{content}</div>
  return (
    <Link {...to} className={cx(shape, 'transition-colors duration-120 hover:border-control/50 hover:bg-hover')}>
      {content}
    </Link>
  )
}
