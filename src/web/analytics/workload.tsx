import { Trans } from '@lingui/react'
import { ChartBar } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { analyticsApi, type Workload as Row } from '../../shared/analytics.ts'
import { formatCount, formatDecimal } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { ExportButton } from '../components/files/export.tsx'
import type { ShownList } from '../components/files/save-file.ts'
import { shortDepartment } from '../components/people/short-department.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { allTasks, completedTasks, FigureLink, overdueTasks, target } from './links.tsx'
import { FigureFailed, MetricCard } from './metric-card.tsx'
import type { RangeChoice, ShownDays } from './search-params.ts'

const WorkloadChart = lazyPart(() => import('./charts/workload-chart.tsx'), 'WorkloadChart')

/** With more bars than these a chart is hard to read. */
const MAX_DRAWN = 15
const HEAD = {
  department: msg('Department'),
  active: msg('Active ##tasks'),
  overdue: msg('Overdue ##tasks'),
  completed: msg('Completed ##tasks'),
  hours: msg('Hours worked'),
}

/** Tasks and hours of each department, as a chart and a table. */
export function WorkloadFigures({ period, days }: { period: RangeChoice; days: ShownDays }) {
  const i18n = useI18n()
  const { departmentId } = useDepartmentFilter()
  const { timeZone } = useViewer()
  const workload = useReply(
    analyticsApi.workload,
    { query: { ...days.query, departmentId } },
    { keepPrevious: true, total: true },
  )
  const rows = workload.data
  const list = (): ShownList<Row> => ({
    name: `workload-${days.from}-${days.to}`,
    columns: [
      { heading: i18n.t(HEAD.department), kind: 'text', value: (row) => row.departmentName },
      { heading: i18n.t(HEAD.active), kind: 'number', value: (row) => row.active },
      { heading: i18n.t(HEAD.overdue), kind: 'number', value: (row) => row.overdue },
      { heading: i18n.t(HEAD.completed), kind: 'number', value: (row) => row.completed },
      { heading: i18n.t(HEAD.hours), kind: 'number', value: (row) => row.hoursWorked },
    ],
    rows: rows ?? [],
  })
  return (
    <MetricCard
      title={i18n.t('Workload by department')}
      controls={<ExportButton disabled={!rows} list={list} />}
      note={
        (rows ?? workload.error) &&
        i18n.t(
          'Active and overdue tasks are counted as they are now. All tasks that are not completed are active. Completed tasks and worked hours are those of {period, select, day {today} week {this week} dates {these days} other {this month}}, with sessions that are still running. A day begins at midnight in {timeZone}.',
          { period, timeZone },
        )
      }
    >
      {rows ? (
        <div className={cx('grid gap-4 transition-opacity', workload.isPlaceholderData && 'opacity-60 delay-150')}>
          {rows.some((row) => tasksOf(row) > 0) ? (
            <Chart rows={rows} />
          ) : (
            <EmptyState
              icon={ChartBar}
              title={i18n.t(
                'Nothing open, and nothing completed {period, select, day {today} week {this week} dates {in these days} other {this month}}',
                { period },
              )}
            >
              {i18n.t('The tasks of each department appear here side by side.')}
            </EmptyState>
          )}
          <WorkloadTable rows={rows} period={period} days={days} />
        </div>
      ) : workload.error ? (
        <FigureFailed
          message={i18n.t('The workload could not be loaded.')}
          onRetry={workload.refetch}
          pending={workload.isFetching}
          className="min-h-84"
        />
      ) : (
        <Loading height={420} />
      )}
    </MetricCard>
  )
}

const tasksOf = ({ active, completed }: Row) => active + completed

/** Draws the departments with the most tasks. The table has them all. */
function Chart({ rows }: { rows: Row[] }) {
  const i18n = useI18n()
  const isCut = rows.length > MAX_DRAWN
  const busiest = new Set(rows.toSorted((a, b) => tasksOf(b) - tasksOf(a)).slice(0, MAX_DRAWN))
  const drawn = rows.filter((row) => busiest.has(row))
  const height = 36 + drawn.length * 46
  return (
    <div>
      <Legend />
      <Suspense fallback={<Loading height={height} />}>
        <div style={{ minHeight: height }}>
          <WorkloadChart rows={drawn} />
        </div>
      </Suspense>
      {isCut && (
        <p className="pt-1 text-muted text-sm">
          {i18n.t(
            '{count, plural, one {The # department with the most tasks.} other {The # departments with the most tasks.}} All are in the table.',
            { count: MAX_DRAWN },
          )}
        </p>
      )}
    </div>
  )
}

function Loading({ height }: { height: number }) {
  const i18n = useI18n()
  return (
    <div role="status" style={{ height }}>
      <span className="sr-only">{i18n.t('Loading the workload...')}</span>
      <Skeleton className="h-full w-full" />
    </div>
  )
}

function Legend() {
  const i18n = useI18n()
  return (
    <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Sign className="bg-progress">{i18n.t('Active, not overdue')}</Sign>
      <Sign className="bg-[repeating-linear-gradient(135deg,var(--overdue)_0_2px,transparent_2px_4px)] outline outline-overdue">
        {i18n.t('Overdue ##tasks')}
      </Sign>
      <Sign className="bg-done">{i18n.t('Completed ##tasks')}</Sign>
    </ul>
  )
}

const Sign = ({ className, children }: { className: string; children: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    <span className={cx('size-2.5 rounded-[3px] forced-color-adjust-none [print-color-adjust:exact]', className)} />
    {children}
  </li>
)

const cell = 'h-10 ps-1.5 text-end tabular md:ps-3'

function WorkloadTable({ rows, period, days }: { rows: Row[]; period: RangeChoice; days: ShownDays }) {
  const i18n = useI18n()
  const sum = (metric: 'active' | 'overdue' | 'completed' | 'hoursWorked') =>
    rows.reduce((all, row) => all + row[metric], 0)
  return (
    <div className="relative -mx-3.5 overflow-x-auto px-3.5 md:mx-0 md:px-0">
      <table className="w-full text-start max-md:text-sm">
        <caption className="sr-only">
          {i18n.t(
            'Workload by department, {period, select, day {Today} week {This Week} dates {chosen dates} other {This Month}}',
            {
              period,
            },
          )}
        </caption>
        <thead>
          <tr className="border-line border-b text-muted text-xs md:text-sm">
            {Object.values(HEAD).map((head, at) => (
              <th
                key={head.id}
                scope="col"
                className={cx('h-9 font-medium leading-tight', at > 0 && 'ps-1.5 text-end md:ps-3')}
              >
                {head === HEAD.hours ? (
                  <Trans id="Hours<0> worked</0>" components={{ 0: <span className="max-md:sr-only" /> }} />
                ) : (
                  i18n.t(head)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <WorkloadRow key={row.departmentId} row={row} days={days} />
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className="h-10 font-semibold">
                {i18n.t('All ##departments')}
              </th>
              <td className={cell}>{formatCount(sum('active'), { i18n })}</td>
              <td className={cell}>{formatCount(sum('overdue'), { i18n })}</td>
              <td className={cell}>{formatCount(sum('completed'), { i18n })}</td>
              <td className={cell}>{formatDecimal(sum('hoursWorked'), { i18n })}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function WorkloadRow({ row, days }: { row: Row; days: ShownDays }) {
  const i18n = useI18n()
  const { departmentId: id, departmentName: name } = row
  const notSmall = useMedia(NOT_SMALL)
  // Tasks without a department get no link: the department filter has no such choice.
  const linked = (to: Parameters<typeof FigureLink>[0]['to'], text: string, label: string) =>
    id === null ? (
      text
    ) : (
      <FigureLink to={to} department={id} label={label} className={target}>
        {text}
      </FigureLink>
    )
  return (
    <tr className="border-line border-b">
      <th scope="row" className="h-10 min-w-24 font-medium wrap-anywhere touch:h-11">
        {linked(allTasks, notSmall ? name : shortDepartment(name), name)}
      </th>
      <td className={cell}>{formatCount(row.active, { i18n })}</td>
      <td className={cx(cell, row.overdue > 0 && 'text-overdue')}>
        {linked(
          overdueTasks,
          formatCount(row.overdue, { i18n }),
          i18n.t('{count, plural, one {# overdue of {department}} other {# overdue of {department}}}', {
            count: row.overdue,
            department: name,
          }),
        )}
      </td>
      <td className={cell}>
        {linked(
          completedTasks(days),
          formatCount(row.completed, { i18n }),
          i18n.t('{count, plural, one {# completed of {department}} other {# completed of {department}}}', {
            count: row.completed,
            department: name,
          }),
        )}
      </td>
      <td className={cell}>{formatDecimal(row.hoursWorked, { i18n })}</td>
    </tr>
  )
}
