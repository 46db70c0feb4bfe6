import { Trophy } from 'lucide-react'
import { analyticsApi, type Performance as Row } from '../../shared/analytics.ts'
import { formatCount } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { ExportButton } from '../components/files/export.tsx'
import type { ShownList } from '../components/files/save-file.ts'
import { Avatar } from '../components/people/avatar.tsx'
import { useI18n } from '../language.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { formatHours, ratingLabels, ratingOf } from './format.ts'
import { completedTasks, FigureLink, target } from './links.tsx'
import { FigureFailed, MetricCard } from './metric-card.tsx'
import type { RangeChoice, ShownDays } from './search-params.ts'

const HEAD = {
  rank: msg('Rank'),
  person: msg('Person'),
  tasks: msg('Tasks completed'),
  duration: msg('Average duration'),
  rating: msg('Rating'),
}
const tones: Record<ReturnType<typeof ratingOf>, Tone> = { excellent: 'done', good: 'accent', average: 'neutral' }

/** The ten people who completed the most tasks. */
export function PerformanceFigures({ period, days }: { period: RangeChoice; days: ShownDays }) {
  const i18n = useI18n()
  const { departmentId } = useDepartmentFilter()
  const { timeZone } = useViewer()
  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    analyticsApi.performance,
    { query: { ...days.query, departmentId } },
    { keepPrevious: true, total: true },
  )
  const list = (): ShownList<Row & { rank: number }> => ({
    name: `performance-${days.from}-${days.to}`,
    columns: [
      { heading: i18n.t(HEAD.rank), kind: 'number', value: ({ rank }) => rank },
      { heading: i18n.t(HEAD.person), kind: 'text', value: (row) => row.userName },
      { heading: i18n.t(HEAD.tasks), kind: 'number', value: (row) => row.tasksCompleted },
      { heading: i18n.t(HEAD.duration), kind: 'hours', value: (row) => row.avgDurationHours },
      { heading: i18n.t(HEAD.rating), kind: 'text', value: ({ rank }) => i18n.t(ratingLabels[ratingOf(rank)]) },
    ],
    rows: (data ?? []).map((row, at) => ({ ...row, rank: at + 1 })),
  })
  return (
    <MetricCard
      title={i18n.t('Top 10 people')}
      controls={<ExportButton disabled={!data?.length} list={list} />}
      note={i18n.t(
        'Tasks completed {period, select, day {today} week {this week} dates {in these days} other {this month}}. Each one counts for its assignee. A day begins at midnight in {timeZone}. The duration is from creation to completion. The rating follows the rank: Excellent for the first three, Good up to the seventh.',
        { period, timeZone },
      )}
    >
      {data ? (
        data.length > 0 ? (
          <div className={cx('transition-opacity', isPlaceholderData && 'opacity-60 delay-150')}>
            <People rows={data} period={period} days={days} />
          </div>
        ) : (
          <EmptyState icon={Trophy} title={i18n.t('Nothing completed yet')} className="min-h-72 justify-center">
            {i18n.t(
              'Who completes tasks {period, select, day {today} week {this week} dates {in these days} other {this month}} appears here.',
              { period },
            )}
          </EmptyState>
        )
      ) : error ? (
        <FigureFailed
          message={i18n.t('The performance could not be loaded.')}
          onRetry={refetch}
          pending={isFetching}
          className="min-h-72"
        />
      ) : (
        <Loading />
      )}
    </MetricCard>
  )
}

function People({ rows, period, days }: { rows: Row[]; period: RangeChoice; days: ShownDays }) {
  const i18n = useI18n()
  return (
    <table className="w-full text-start">
      <caption className="sr-only">
        {i18n.t(
          'The ten people who completed most, {period, select, day {Today} week {This Week} dates {chosen dates} other {This Month}}',
          { period },
        )}
      </caption>
      <thead>
        <tr className="border-line border-b text-muted text-sm">
          {Object.values(HEAD).map((head, at) => (
            <th
              key={head.id}
              scope="col"
              className={cx(
                'h-9 pe-3 align-bottom font-medium leading-tight last:pe-0 md:align-middle',
                (at === 2 || at === 3) && 'text-end max-md:pe-0',
                at > 2 && 'max-md:hidden',
                at === 4 && 'md:ps-5',
              )}
            >
              {i18n.t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Person key={row.userId} row={row} rank={at + 1} days={days} />
        ))}
      </tbody>
    </table>
  )
}

function Person({ row, rank, days }: { row: Row; rank: number; days: ShownDays }) {
  const i18n = useI18n()
  const tone = tones[ratingOf(rank)]
  const rating = i18n.t(ratingLabels[ratingOf(rank)])
  const tasks = formatCount(row.tasksCompleted, { i18n })
  const average = formatHours(row.avgDurationHours, i18n)
  return (
    <tr className="border-line border-b last:border-0">
      <td className="h-11 w-10 pe-3 text-muted tabular">{rank}</td>
      <th scope="row" className="pe-3 font-medium">
        <span className="flex items-center gap-2.5">
          <Avatar person={row} size="md" className="max-md:hidden" />
          <span className="grid justify-items-start gap-1 py-2 wrap-anywhere md:py-0">
            <span dir="auto" className="line-clamp-2" title={row.userName}>
              {row.userName}
            </span>
            <Badge tone={tone} className="md:hidden">
              {rating}
            </Badge>
          </span>
        </span>
      </th>
      <td className="text-end tabular md:pe-3">
        <FigureLink
          to={completedTasks(days, row.userId)}
          label={i18n.t('{count, plural, one {# completed by {name}} other {# completed by {name}}}', {
            count: row.tasksCompleted,
            name: row.userName,
          })}
          className={target}
        >
          {tasks}
        </FigureLink>
        <span className="block pb-1.5 text-muted text-xs md:hidden">
          {i18n.t('{time} on average', { time: average })}
        </span>
      </td>
      <td className="pe-3 text-end tabular max-md:hidden">{average}</td>
      <td className="w-30 ps-5 max-md:hidden">
        <Badge tone={tone}>{rating}</Badge>
      </td>
    </tr>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <LoadingBars
      words={i18n.t('Loading the performance...')}
      count={10}
      row="flex h-11 items-center gap-3 border-line border-b last:border-0"
      bars={['h-3.5 w-5', 'size-6.5 rounded-full!', 'h-3.5 w-2/5', 'ms-auto h-3.5 w-24']}
      className="pt-9"
    />
  )
}
