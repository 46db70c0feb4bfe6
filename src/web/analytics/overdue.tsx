import { Trans } from '@lingui/react'
import { PartyPopper } from 'lucide-react'
import { analyticsApi, MAX_OVERDUE_TASKS, type OverdueTask } from '../../shared/analytics.ts'
import { msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { ExportButton } from '../components/files/export.tsx'
import type { ShownList } from '../components/files/save-file.ts'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { FigureLink, overdueTask, overdueTasks } from './links.tsx'
import { FigureFailed, MetricCard } from './metric-card.tsx'

const HEAD = {
  task: msg('Task'),
  department: msg('Department'),
  assignee: msg('Assignee'),
  due: msg('Due date'),
  days: msg('Days overdue'),
}

/** The overdue tasks, oldest due date first. */
export function Overdue() {
  const i18n = useI18n()
  const { departmentId } = useDepartmentFilter()
  const { timeZone } = useViewer()
  const notSmall = useMedia(NOT_SMALL)
  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    analyticsApi.overdue,
    { query: { departmentId } },
    { keepPrevious: true },
  )
  const list = (): ShownList<OverdueTask> => ({
    name: 'overdue-tasks',
    columns: [
      { heading: i18n.t(HEAD.task), kind: 'text', value: (task) => task.title },
      { heading: i18n.t(HEAD.department), kind: 'text', value: (task) => task.departmentName },
      { heading: i18n.t(HEAD.assignee), kind: 'text', value: (task) => task.assigneeName },
      { heading: i18n.t(HEAD.due), kind: 'instant', value: (task) => task.dueDate },
      { heading: i18n.t(HEAD.days), kind: 'number', value: (task) => task.daysOverdue },
    ],
    rows: data ?? [],
  })
  const isCut = data?.length === MAX_OVERDUE_TASKS
  const Rows = notSmall ? OverdueTable : OverdueCards
  return (
    <MetricCard
      title={i18n.t('Overdue tasks')}
      controls={<ExportButton disabled={!data?.length} list={list} />}
      note={
        (data ?? error) && (
          <>
            {isCut &&
              `${i18n.t('{count, plural, one {This is the task that has been overdue for longest.} other {These are the # tasks that have been overdue for longest.}}', { count: MAX_OVERDUE_TASKS })} `}
            {i18n.t('All tasks that are overdue now, in any period. A day begins at midnight in {timeZone}.', {
              timeZone,
            })}{' '}
            <FigureLink to={overdueTasks}>{i18n.t('All overdue tasks')}</FigureLink>
          </>
        )
      }
    >
      {data ? (
        data.length > 0 ? (
          <div className={cx('transition-opacity', isPlaceholderData && 'opacity-60 delay-150')}>
            <Rows tasks={data} />
          </div>
        ) : (
          <EmptyState
            icon={PartyPopper}
            title={i18n.t('No overdue tasks! Great job!')}
            className="min-h-72 justify-center"
          />
        )
      ) : error ? (
        <FigureFailed
          message={i18n.t('The overdue tasks could not be loaded.')}
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

/** How long ago a task was due, as a figure. */
const formatLate = (days: number, i18n: Reader['i18n']) =>
  days === 0 ? i18n.t('Today') : i18n.t('{days, plural, one {# day} other {# days}}', { days })

function OverdueTable({ tasks }: { tasks: OverdueTask[] }) {
  const i18n = useI18n()
  return (
    <table className="w-full table-fixed text-start">
      <caption className="sr-only">{i18n.t('Overdue tasks, the oldest first')}</caption>
      <thead>
        <tr className="border-line border-b text-muted text-sm">
          {Object.values(HEAD).map((head, at) => (
            <th
              key={head.id}
              scope="col"
              className={cx(
                'h-9 pe-4 font-medium leading-tight last:pe-0',
                at === 0 && 'w-1/3 lg:w-2/5',
                at === 3 && 'w-28 lg:w-30',
                at === 4 && 'w-24 lg:w-30',
                at === 4 && 'text-end',
              )}
            >
              {i18n.t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <tr key={task.id} className="border-line border-b last:border-0">
            <th scope="row" className="h-10 py-1.5 pe-4 font-medium" title={task.title}>
              <FigureLink to={overdueTask(task.id)} className="no-underline! hover:underline!">
                <span dir="auto" className="line-clamp-2 wrap-anywhere">
                  {task.title}
                </span>
              </FigureLink>
            </th>
            <td className="py-1.5 pe-4">
              <Name name={task.departmentName} none={i18n.t('No department')} />
            </td>
            <td className="py-1.5 pe-4">
              <Name name={task.assigneeName} none={i18n.t('Unassigned')} />
            </td>
            <td className="tabular pe-4">
              {task.dueDate ? <When iso={task.dueDate} /> : <None label={i18n.t('No due date')} />}
            </td>
            <td className="tabular text-end font-medium text-overdue">
              {task.dueDate ? formatLate(task.daysOverdue, i18n) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Name = ({ name, none }: { name: string | null; none: string }) => (
  <span dir="auto" className="line-clamp-2 wrap-anywhere" title={name ?? undefined}>
    {name ?? <None label={none} />}
  </span>
)

const None = ({ label }: { label: string }) => <span className="text-muted">{label}</span>

function OverdueCards({ tasks }: { tasks: OverdueTask[] }) {
  const i18n = useI18n()
  return (
    <ul className="-mx-1">
      {tasks.map((task) => (
        <li key={task.id} className="relative border-line border-b px-1 py-2.5 last:border-0">
          <FigureLink to={overdueTask(task.id)} className="no-underline! after:absolute after:inset-0">
            <span dir="auto" className="line-clamp-2 font-medium text-md wrap-anywhere">
              {task.title}
            </span>
          </FigureLink>
          <p className="mt-1 flex flex-wrap gap-x-2 text-muted text-sm">
            <span className="font-medium text-overdue">
              {!task.dueDate
                ? i18n.t('Overdue')
                : task.daysOverdue === 0
                  ? i18n.t('Today')
                  : i18n.t('{days, plural, one {# day overdue} other {# days overdue}}', { days: task.daysOverdue })}
            </span>
            {task.dueDate && (
              <span>
                <Trans id="due {date}" values={{ date: <When iso={task.dueDate} /> }} />
              </span>
            )}
            <span dir="auto" className="max-w-full truncate">
              {task.departmentName ?? i18n.t('No department')}
            </span>
            <span dir="auto" className="max-w-full truncate">
              {task.assigneeName ?? i18n.t('Unassigned')}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <LoadingBars
      words={i18n.t('Loading the overdue tasks...')}
      count={8}
      row="flex h-10 items-center gap-6 border-line border-b last:border-0 max-md:h-16"
      bars={['h-3.5 w-2/5', 'h-3.5 w-1/6 max-md:hidden', 'h-3.5 w-1/6 max-md:hidden', 'ms-auto h-3.5 w-16']}
      className="md:pt-9"
    />
  )
}
