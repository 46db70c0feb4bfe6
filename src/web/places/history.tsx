import { type PlaceHistory, placesApi } from '../../shared/places.ts'
import type { Task } from '../../shared/tasks.ts'
import { formatMonth } from '../../shared/words/formats.ts'
import { useReply } from '../api/queries.ts'
import { taskHref } from '../components/addresses/hrefs.ts'
import { Earlier } from '../components/history/earlier.tsx'
import { StatusIcon, statusLabels } from '../components/labels/status-icon.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { useBoardActions } from '../task/board-context.ts'
import { useIsLate } from '../task/overdue.ts'
import { ProblemSign } from '../task/problem-sign.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { OpeningLink } from '../ui/opening-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** A place's history, for managers: the figures of twelve months, then each task with its times. */
export function History({ code }: { code: string }) {
  const i18n = useI18n()
  const query = useReply(placesApi.history, { params: { code }, query: {} })
  const { data } = query
  return (
    <section aria-labelledby="history-here" className="flex flex-col gap-3">
      <h2 id="history-here" className="px-1 font-semibold text-muted text-sm">
        {i18n.t('What happened here')}
      </h2>
      {data ? (
        <>
          <Figures history={data} />
          <Page page={data} code={code} />
        </>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The history of this place could not be loaded.')}>
          <Skeleton className="h-36 rounded-card!" />
        </NotLoaded>
      )}
    </section>
  )
}

function Figures({ history: { problems, months } }: { history: PlaceHistory }) {
  const i18n = useI18n()
  const { reported, minutesToTaken, minutesToDone } = problems
  if (reported === 0) return <p className="px-1 text-muted">{i18n.t('No problem was reported here for a year.')}</p>
  const most = Math.max(...months.map((month) => month.reported))
  const facts = [
    i18n.t('{count, plural, one {# problem in twelve months} other {# problems in twelve months}}', {
      count: reported,
    }),
    ...(minutesToTaken === null
      ? []
      : [i18n.t('half of them taken within {duration}', { duration: formatMinutes(minutesToTaken, i18n) })]),
    ...(minutesToDone === null
      ? []
      : [i18n.t('half of them done within {duration}', { duration: formatMinutes(minutesToDone, i18n) })]),
  ]
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3 shadow-card">
      <ul className="tabular flex flex-wrap gap-x-4 gap-y-0.5">
        {facts.map((fact, at) => (
          <li key={fact} className={at === 0 ? 'font-semibold' : 'text-muted'}>
            {fact}
          </li>
        ))}
      </ul>
      <ol aria-label={i18n.t('Problems of each month')} className="mt-3 flex h-16 items-end gap-1">
        {months.map((month) => (
          <li key={month.month} className="flex h-full min-w-0 flex-1 flex-col justify-end gap-1">
            <span className="sr-only">{`${formatMonth(month.month, { i18n })}: ${month.reported}`}</span>
            <span
              aria-hidden="true"
              title={`${formatMonth(month.month, { i18n })}: ${month.reported}`}
              style={{ height: `${(month.reported / most) * 100}%` }}
              className="min-h-0.5 rounded-t-sm bg-accent/70"
            />
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="mt-1 flex justify-between text-muted text-xs">
        <span>{formatMonth(months[0]?.month ?? '', { i18n })}</span>
        <span>{formatMonth(months.at(-1)?.month ?? '', { i18n })}</span>
      </p>
    </div>
  )
}

function Page({ page: { tasks, next }, code }: { page: Pick<PlaceHistory, 'tasks' | 'next'>; code: string }) {
  const i18n = useI18n()
  return (
    <>
      <ul className="flex flex-col gap-2">
        {tasks.map((task) => (
          <HistoryItem key={task.id} task={task} />
        ))}
      </ul>
      {next !== null && (
        <Earlier
          key={next}
          endpoint={placesApi.history}
          args={{ params: { code }, query: { before: next } }}
          label={i18n.t('Show earlier ones')}
        >
          {(page) => <Page page={page} code={code} />}
        </Earlier>
      )}
    </>
  )
}

const minutesFrom = (from: string, to: string) => Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))

/** A task with its times: when it was reported or made, how long until it was taken and done, and how late. */
function HistoryItem({ task }: { task: Task }) {
  const i18n = useI18n()
  const { open } = useBoardActions()
  const isOverdue = useIsLate(task)
  const { assignee, completedAt, createdAt, dueDate, takenAt, title } = task
  const status = isOverdue ? 'overdue' : task.status
  const isLate = completedAt !== null && dueDate !== null && minutesFrom(dueDate, completedAt) > 0
  const duration = (from: string, to: string) => formatMinutes(minutesFrom(from, to), i18n)
  return (
    <li className="relative flex gap-3 rounded-card border border-line bg-surface px-4 py-2.5 shadow-card transition-colors duration-120 hover:border-control/60 hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent has-[a:focus-visible]:outline-offset-2">
      <span className="mt-0.75">
        <StatusIcon status={status} />
      </span>
      <div className="min-w-0 flex-1">
        <h3>
          <OpeningLink
            dir="auto"
            href={taskHref(task.id)}
            onOpen={() => open(task.id)}
            className="line-clamp-2 w-full font-medium text-md leading-snug outline-none wrap-anywhere after:absolute after:inset-0 after:rounded-card"
          >
            {title}
          </OpeningLink>
        </h3>
        <p className="tabular mt-0.5 flex min-w-0 flex-wrap gap-x-3 text-muted text-sm">
          <ProblemSign task={task} />
          <When iso={createdAt} as="moment" />
          {takenAt && completedAt !== takenAt && (
            <span>{i18n.t('taken after {duration}', { duration: duration(createdAt, takenAt) })}</span>
          )}
          {completedAt ? (
            <span>{i18n.t('done after {duration}', { duration: duration(createdAt, completedAt) })}</span>
          ) : (
            <span>{i18n.t(statusLabels[status])}</span>
          )}
          {isLate && (
            <span className="font-semibold text-overdue">
              {i18n.t('{duration} late', { duration: duration(dueDate, completedAt) })}
            </span>
          )}
          {assignee && (
            <span dir="auto" className="min-w-0 truncate">
              {fullName(assignee)}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
