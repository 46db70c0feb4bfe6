import { Trans } from '@lingui/react'
import { memo } from 'react'
import type { Task } from '../../../shared/tasks.ts'
import { taskHref } from '../../components/addresses/hrefs.ts'
import { OutcomeOf } from '../../components/labels/outcome.tsx'
import { PriorityIcon, priorityLabels } from '../../components/labels/priority-icon.tsx'
import { StatusIcon, statusLabels } from '../../components/labels/status-icon.tsx'
import { Avatar, fullName, NoAvatar } from '../../components/people/avatar.tsx'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { CardClaim, useMayClaim } from '../../task/claim-button.tsx'
import { hasWindow, nobodyLabel, RoutineSign, useMayChange, WindowOf } from '../../task/occurrence.tsx'
import { useIsLate } from '../../task/overdue.ts'
import { PlaceOf, ProblemSign } from '../../task/problem-sign.tsx'
import { TaskCounts } from '../../task/task-counts.tsx'
import { cx } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CardCheck } from '../board/finish-check.tsx'
import { RowFrame, type RowProps, SelectCell } from './row.tsx'
import { RowActions } from './row-actions.tsx'

/** Pixels, with the gap to the next card. */
export const CARD_HEIGHT = 98

/** A task as a card of the table, on phones. All cards have the same height, so that each one's position is known. */
export const CardRow = memo(function CardRow(row: RowProps) {
  const { task, selectable, selected, active } = row
  const mayFinish = useMayChange('task:set-status', task)
  return (
    <RowFrame
      {...row}
      height={CARD_HEIGHT}
      className={cx(
        'inset-x-3.5! grid h-22.5 items-center rounded-[10px] border shadow-card',
        selectable ? 'grid-cols-[2.75rem_minmax(0,1fr)_2.75rem]' : 'grid-cols-[0.875rem_minmax(0,1fr)_2.75rem]',
        selected ? 'border-accent/50 bg-accent-soft' : 'border-line bg-surface',
      )}
    >
      {task ? (
        <>
          <SelectCell task={task} selectable={selectable} selected={selected} active={active} />
          <Face task={task} hasCheck={mayFinish} tabIndex={active ? 0 : -1} />
          <td data-row-action className="self-start">
            <RowActions quick={false} task={task} tabIndex={active ? 0 : -1} />
            {mayFinish && <CardCheck task={task} tabIndex={active ? 0 : -1} />}
          </td>
        </>
      ) : (
        <td className="col-start-2 grid gap-3">
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="h-3 w-1/2" />
        </td>
      )}
    </RowFrame>
  )
})

/** `hasCheck`: the corner behind it holds the check. */
function Face({ task, hasCheck, tabIndex }: { task: Task; hasCheck: boolean; tabIndex: number }) {
  const i18n = useI18n()
  const late = useIsLate(task)
  const mayClaim = useMayClaim(task)
  const status = late ? 'overdue' : task.status
  const { assignee, comments, dueDate, photos, priority, stepsTotal, title } = task
  // Without the words of its status there is room for other facts.
  const hasIconAlone = mayClaim || hasWindow(task) || comments + photos + stepsTotal > 0
  return (
    <td className="grid min-w-0 content-between gap-1.5 self-stretch py-2.25">
      <a
        href={taskHref(task.id)}
        draggable={false}
        tabIndex={-1}
        dir="auto"
        className="line-clamp-2 font-medium text-[15.5px]/[1.3] wrap-anywhere"
      >
        {title}
      </a>
      <div className="flex h-5.5 min-w-0 items-center gap-2.5 whitespace-nowrap text-muted text-sm tabular">
        {task.closedAt && task.outcome ? (
          <OutcomeOf outcome={task.outcome} className="inline-flex items-center gap-1.5" />
        ) : (
          <>
            <StatusIcon status={status} />
            <span className={hasIconAlone ? 'sr-only' : '-ms-1'}>{i18n.t(statusLabels[status])}</span>
          </>
        )}
        <PriorityIcon priority={priority} />
        <span className="sr-only">{i18n.t('Priority {priority}', { priority: i18n.t(priorityLabels[priority]) })}</span>
        <ProblemSign task={task} />
        <RoutineSign task={task} className="-me-1.5" />
        {(dueDate || hasWindow(task)) && (
          <span className={cx(hasWindow(task) ? 'shrink-0' : 'truncate', late && 'font-semibold text-overdue')}>
            {hasWindow(task) ? <WindowOf short task={task} late={late} /> : dueDate && <Due iso={dueDate} />}
          </span>
        )}
        <PlaceOf task={task} />
        <span className={cx('ms-auto flex shrink-0 items-center gap-2.5', !hasCheck && '-me-8')}>
          <TaskCounts task={task} />
          {/* Nobody's dashed ring would look like a second check. */}
          {assignee ? <Avatar person={assignee} /> : !hasCheck && !mayClaim && <NoAvatar />}
          <span className="sr-only">
            {assignee ? i18n.t('Assigned to {name}', { name: fullName(assignee) }) : i18n.t(nobodyLabel(task))}
          </span>
          {mayClaim && <CardClaim task={task} tabIndex={tabIndex} />}
        </span>
      </div>
    </td>
  )
}

const Due = ({ iso }: { iso: string }) => (
  <Trans id="<0>Due </0><1/>" components={{ 0: <span className="sr-only" />, 1: <When iso={iso} /> }} />
)
