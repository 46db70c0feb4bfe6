import { Trans } from '@lingui/react'
import type { Status } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { FinishMark } from '../../components/forms/finish-check.tsx'
import { PriorityIcon, priorityLabels } from '../../components/labels/priority-icon.tsx'
import { StatusIcon, statusLabels } from '../../components/labels/status-icon.tsx'
import { Avatar, fullName, NoAvatar } from '../../components/people/avatar.tsx'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { CardClaim, useMayClaim } from '../../task/claim-button.tsx'
import { hasWindow, isExpected, nobodyLabel, RoutineSign, WindowOf } from '../../task/occurrence.tsx'
import { useIsLate } from '../../task/overdue.ts'
import { PlaceOf, ProblemSign } from '../../task/problem-sign.tsx'
import { TaskCounts } from '../../task/task-counts.tsx'
import { cx } from '../../ui/class-names.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

const MAX_TAGS = 2

/** `frame.html` has these classes of a card, too. */
export const cardClass =
  'rounded-[10px] border border-line bg-surface px-3 pt-2.5 pb-2.25 shadow-card touch:px-3.5 touch:pt-3.25 touch:pb-3'
export const titleClass =
  'line-clamp-3 text-pretty text-base leading-[1.36] font-medium tracking-[-0.005em] wrap-anywhere touch:text-[15.5px]'

/** Where the check stands: its ring before the title's first line, its edge of touch around that. */
export const checkPlace = 'absolute -top-0.75 inset-s-px touch:top-px touch:inset-s-0.75'
/** The space for it before the title. */
export const besideCheck = 'ps-7.5 touch:ps-8'

/** The row of details below a card's title. `hasCheck`: the first icon stands below the card's check. */
export function CardMeta({ task, column, hasCheck }: { task: Task; column: Status; hasCheck: boolean }) {
  const i18n = useI18n()
  const late = useIsLate(task)
  const mayClaim = useMayClaim(task)
  // Tasks of all statuses stand together where they stand by person.
  const isByPerson = useBoardActions().chooseAssignee !== undefined
  return (
    // Parts that do not fit, such as the button beside a long window of time, go to a second line.
    <div className="mt-2.25 flex min-h-5.5 flex-wrap items-center gap-2 text-muted text-xs tabular touch:text-base">
      <span className={cx('inline-flex', hasCheck && 'w-5.5 shrink-0 justify-center touch:w-6')}>
        <PriorityIcon priority={task.priority} />
        <span className="sr-only">
          {i18n.t('Priority {priority}', { priority: i18n.t(priorityLabels[task.priority]) })}
        </span>
      </span>
      <ProblemSign task={task} />
      {(column === 'overdue' || isByPerson) && task.status !== 'overdue' && <StoredStatus status={task.status} />}
      {(task.dueDate || hasWindow(task)) && (
        <span
          className={cx(
            'inline-flex shrink-0 items-center gap-1 whitespace-nowrap',
            late && 'font-semibold text-overdue',
          )}
        >
          <RoutineSign task={task} />
          <span>
            {hasWindow(task) ? (
              <WindowOf task={task} late={late} />
            ) : (
              task.dueDate && <DueDay iso={task.dueDate} late={late} />
            )}
          </span>
        </span>
      )}
      {/* A tag that does not fit wraps to a hidden second line; so does the first one with room for two letters. */}
      <span className="-ms-1.5 flex h-5 min-w-0 flex-1 flex-wrap gap-1.5 content-start overflow-hidden before:h-5 before:content-['']">
        <PlaceOf task={task} className="h-5 max-w-[max(2.75rem,100%-0.375rem)]" />
        {task.tags.slice(0, MAX_TAGS).map((tag) => (
          <span
            key={tag}
            dir="auto"
            className="h-5 max-w-[max(2.75rem,100%-0.375rem)] truncate rounded-full bg-sunken px-1.75 text-[11.5px]/5 normal-nums"
          >
            {tag}
          </span>
        ))}
        {!task.assignee && isExpected(task) && (
          <span className="h-5 truncate ps-1.5 leading-5">{i18n.t('Anybody on duty')}</span>
        )}
      </span>
      <TaskCounts task={task} />
      {mayClaim ? <Claim task={task} /> : <Assignee task={task} />}
    </div>
  )
}

/** A due date. A screen reader names it as such. */
const DueDay = ({ iso, late }: { iso: string; late: boolean }) => {
  const components = { 0: <span className="sr-only" />, 1: <When iso={iso} as="day" /> }
  return late ? (
    <Trans id="<0>Overdue, was due </0><1/>" components={components} />
  ) : (
    <Trans id="<0>Due </0><1/>" components={components} />
  )
}

/** The stored status of a task that the Overdue column, or the lane of a person, shows. */
function StoredStatus({ status }: { status: Status }) {
  const i18n = useI18n()
  const label = i18n.t(statusLabels[status])
  return (
    <Tooltip label={label}>
      <span className="inline-flex">
        <StatusIcon status={status} />
        <span className="sr-only">{label}</span>
      </span>
    </Tooltip>
  )
}

/** In view for problems; for other tasks, with a pointer, when the card is pointed at or has the focus. */
const Claim = ({ task }: { task: Task }) =>
  task.kind === 'problem' ? (
    <CardClaim task={task} className="-me-1 ms-auto" />
  ) : (
    <span className="relative ms-auto inline-flex shrink-0 items-center">
      <NoAvatar className="touch:hidden" />
      <CardClaim
        task={task}
        className="absolute! -inset-e-1 opacity-0 focus-visible:opacity-100 group-focus-within/card:opacity-100 group-hover/card:opacity-100 touch:static! touch:-me-1 touch:opacity-100"
      />
    </span>
  )

function Assignee({ task, task: { assignee } }: { task: Task }) {
  const i18n = useI18n()
  const name = assignee ? fullName(assignee) : i18n.t(nobodyLabel(task))
  return (
    <Tooltip label={name}>
      <span className="ms-auto inline-flex">
        {assignee ? <Avatar person={assignee} /> : <NoAvatar />}
        <span className="sr-only">{assignee ? i18n.t('Assigned to {name}', { name }) : name}</span>
      </span>
    </Tooltip>
  )
}

/** A card without its buttons, as it is shown while it is dragged. */
export const CardFace = ({ task, column }: { task: Task; column: Status }) => (
  <div className={cx(cardClass, 'relative')}>
    <p dir="auto" className={cx(titleClass, besideCheck, 'touch:me-7')}>
      {task.title}
    </p>
    <CardMeta task={task} column={column} hasCheck />
    <span className={cx('grid size-11 place-items-center', checkPlace)}>
      <FinishMark finished={task.status === 'completed'} />
    </span>
  </div>
)
