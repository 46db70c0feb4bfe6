import type { Task } from '../../shared/tasks.ts'
import { taskHref } from '../components/addresses/hrefs.ts'
import { StatusIcon, statusLabels } from '../components/labels/status-icon.tsx'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { useBoardActions } from '../task/board-context.ts'
import { ClaimButton, useMayClaim } from '../task/claim-button.tsx'
import { useIsLate } from '../task/overdue.ts'
import { ProblemSign } from '../task/problem-sign.tsx'
import { TaskCounts } from '../task/task-counts.tsx'
import { cx } from '../ui/class-names.ts'
import { OpeningLink } from '../ui/opening-link.tsx'

/** A task at a place: it opens the task, and offers to take it. */
export function PlaceTask({ task }: { task: Task }) {
  const i18n = useI18n()
  const { open } = useBoardActions()
  const mayClaim = useMayClaim(task)
  const isLate = useIsLate(task)
  const { assignee, dueDate, title } = task
  const status = isLate ? 'overdue' : task.status
  return (
    <li className="relative flex min-h-16 items-center gap-3 rounded-card border border-line bg-surface py-2 pe-2 ps-4 shadow-card transition-colors duration-120 hover:border-control/60 hover:bg-hover has-[[data-opens]:focus-visible]:outline-2 has-[[data-opens]:focus-visible]:outline-accent has-[[data-opens]:focus-visible]:outline-offset-2">
      <div className="min-w-0 flex-1">
        <h3>
          <OpeningLink
            data-opens
            dir="auto"
            href={taskHref(task.id)}
            onOpen={() => open(task.id)}
            className="line-clamp-2 w-full font-medium text-md leading-snug outline-none wrap-anywhere after:absolute after:inset-0 after:rounded-card"
          >
            {title}
          </OpeningLink>
        </h3>
        <p className="tabular mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2 text-muted text-sm">
          <ProblemSign task={task} />
          <span className={cx('inline-flex items-center gap-1.5', isLate && 'font-semibold text-overdue')}>
            <StatusIcon status={status} />
            {i18n.t(statusLabels[status])}
          </span>
          {dueDate && <When iso={dueDate} as="day" />}
          {assignee && (
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <Avatar person={assignee} />
              <span dir="auto" className="truncate">
                {fullName(assignee)}
              </span>
            </span>
          )}
          <TaskCounts task={task} className="ms-auto" />
        </p>
      </div>
      {mayClaim && <ClaimButton task={task} className="relative z-10 px-4!" />}
    </li>
  )
}
