import { Trans } from '@lingui/react'
import { CircleAlert, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Task } from '../../shared/tasks.ts'
import { taskHref } from '../components/addresses/hrefs.ts'
import { StatusIcon } from '../components/labels/status-icon.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { Ago } from '../components/time/ago.tsx'
import { useI18n } from '../language.ts'
import { useBoardActions } from '../task/board-context.ts'
import { PlaceOf } from '../task/problem-sign.tsx'
import { TaskCounts } from '../task/task-counts.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { OpeningLink } from '../ui/opening-link.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { discardReport, sendReportAgain, type UnsentReport } from './send-queue.ts'

const card = 'relative flex gap-3 rounded-card border border-line bg-surface px-4 py-3 shadow-card'

/** A report that the server has, with its outcome. It opens the task. */
export function ReportItem({ task }: { task: Task }) {
  const { open } = useBoardActions()
  const { assignee, status } = task
  const isTaken = assignee !== null || status === 'in_progress'
  return (
    <li
      className={cx(
        card,
        'transition-colors duration-120 hover:border-control/60 hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent has-[a:focus-visible]:outline-offset-2',
      )}
    >
      <span className="mt-0.75">
        <StatusIcon status={status === 'completed' ? 'completed' : isTaken ? 'in_progress' : 'pending'} />
      </span>
      <div className="min-w-0 flex-1">
        <h2>
          <OpeningLink
            dir="auto"
            href={taskHref(task.id)}
            onOpen={() => open(task.id)}
            className="line-clamp-2 w-full font-medium text-md leading-snug outline-none wrap-anywhere after:absolute after:inset-0 after:rounded-card"
          >
            {task.title}
          </OpeningLink>
        </h2>
        <p className={cx('mt-0.5 text-sm', status === 'completed' ? 'font-medium text-done' : 'text-text')}>
          <Outcome task={task} />
        </p>
        <p className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2.5 text-muted text-sm">
          {task.department && (
            <span dir="auto" className="min-w-0 truncate">
              {task.department.name}
            </span>
          )}
          <PlaceOf task={task} />
          <Ago iso={task.createdAt} />
          <TaskCounts task={task} className="ms-auto" />
        </p>
      </div>
    </li>
  )
}

/** Its assignee and since when, or that it is done. */
function Outcome({ task: { assignee, status, takenAt, completedAt } }: { task: Task }): ReactNode {
  const i18n = useI18n()
  const person = assignee && <bdi>{fullName(assignee)}</bdi>
  if (status === 'completed') {
    const time = completedAt && <Ago iso={completedAt} />
    if (!time) return i18n.t('Done ##a report')
    return person ? (
      <Trans id="Done by {person} {time}" values={{ person, time }} />
    ) : (
      <Trans id="Done {time}" values={{ time }} />
    )
  }
  if (!person) return i18n.t('Nobody has taken it yet')
  return takenAt ? (
    <Trans id="Taken by {person} {time}" values={{ person, time: <Ago iso={takenAt} /> }} />
  ) : (
    <Trans id="Taken by {person}" values={{ person }} />
  )
}

/** A report that the server does not have yet. */
export function UnsentReportItem({ report }: { report: UnsentReport }) {
  const i18n = useI18n()
  const { body, department, state, fault } = report
  return (
    <li className={card}>
      <span className="mt-0.75 inline-flex size-4 items-center justify-center">
        {state === 'sending' ? (
          <Spinner />
        ) : state === 'waiting' ? (
          <CloudOff aria-hidden="true" className="size-4 text-muted" />
        ) : (
          <CircleAlert aria-hidden="true" className="size-4 text-overdue" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="line-clamp-2 font-medium text-md leading-snug wrap-anywhere">
          {body.title}
        </h2>
        <p className={cx('mt-0.5 text-sm', state === 'failed' && 'font-medium text-overdue')}>
          {state === 'sending'
            ? i18n.t('Sending...')
            : state === 'waiting'
              ? i18n.t('Waits for a connection')
              : (fault ?? i18n.t('It could not be sent.'))}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2.5 text-muted text-sm">
          <span dir="auto">{department}</span>
          {body.place && <span dir="auto">{body.place}</span>}
        </p>
        {state !== 'sending' && (
          <div className="mt-2 flex flex-wrap gap-2">
            {state === 'failed' && <Button onClick={() => void sendReportAgain(report)}>{i18n.t('Try again')}</Button>}
            <Button
              variant="ghost"
              aria-label={i18n.t('Remove {change}', { change: body.title })}
              onClick={() => discardReport(report)}
            >
              {i18n.t('Remove')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
