import { UserPlus } from 'lucide-react'
import { useId } from 'react'
import { type HandoverItem, handoversApi } from '../../../shared/handovers.ts'
import type { Task } from '../../../shared/tasks.ts'
import type { DepartmentToday, RecentlyMissed } from '../../../shared/today-department.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useCall } from '../../api/queries.ts'
import { useCan, useViewer } from '../../api/viewer.ts'
import { taskHref } from '../../components/addresses/hrefs.ts'
import { todayLabels } from '../../components/labels/day-labels.ts'
import { causeLabels } from '../../components/labels/outcome-labels.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { windowOnDay } from '../../components/rules/window-words.ts'
import { Ago } from '../../components/time/ago.tsx'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { mayReceive } from '../../shift/handovers/rules.ts'
import { SeverityBadge } from '../../shift/handovers/severity.tsx'
import { useBoardActions } from '../../task/board-context.ts'
import { CardClaim, useMayClaim } from '../../task/claim-button.tsx'
import { WorkDetails } from '../../task/work-details.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useTicking } from '../../ui/now.ts'
import { toastError } from '../../ui/toast.tsx'
import { DepartmentGroup, DepartmentOpening, Line, Way } from './group.tsx'

/** The occurrences that were missed, each with its cause. */
export function Missed({
  missed: { items, total },
  departmentId,
}: {
  missed: DepartmentToday['missed']
  departmentId: number
}) {
  const i18n = useI18n()
  const { choose } = useDepartmentFilter()
  return (
    <DepartmentGroup
      title={i18n.t('Missed routines')}
      total={total}
      isAlarming
      more={
        <>
          {total > items.length && (
            <Way
              to="/tasks"
              search={{ outcome: 'missed', view: 'table' } as never}
              onClick={() => choose(departmentId)}
            >
              {i18n.t('All {total, number}', { total })}
            </Way>
          )}
          <Way to="/analytics" search={{ tab: 'routines' } as never} onClick={() => choose(departmentId)}>
            {i18n.t('Which are missed most, and why?')}
          </Way>
        </>
      }
    >
      {items.map((occurrence) => (
        <MissedLine key={occurrence.taskId} occurrence={occurrence} />
      ))}
    </DepartmentGroup>
  )
}

function MissedLine({ occurrence }: { occurrence: RecentlyMissed }) {
  const { taskId, title, routineId, occurrenceAt, closedAt, cause, assignee } = occurrence
  const reader = useReader()
  const { i18n } = reader
  const { open } = useBoardActions()
  const time = useTicking((now) => windowOnDay(occurrenceAt, closedAt, now, reader))
  return (
    <Line
      words={
        <DepartmentOpening href={taskHref(taskId)} onOpen={() => open(taskId)}>
          {title}
        </DepartmentOpening>
      }
      details={
        <>
          <span className="font-medium text-overdue">{i18n.t(causeLabels[cause])}</span>
          <span>{time}</span>
          {assignee && <bdi className="min-w-0 max-w-full truncate">{fullName(assignee)}</bdi>}
        </>
      }
      action={
        routineId !== null && (
          <Way to="/routines" search={{ routine: routineId } as never}>
            {i18n.t('Open the routine')}
          </Way>
        )
      }
    />
  )
}

type OnAssign = (task: Task) => void

/** Problems that nobody has taken. */
export function Problems({
  problems: { tasks, total },
  departmentId,
  onAssign,
}: {
  problems: DepartmentToday['problems']
  departmentId: number
  onAssign: OnAssign
}) {
  const i18n = useI18n()
  const { choose } = useDepartmentFilter()
  return (
    <DepartmentGroup
      title={i18n.t(todayLabels.problems)}
      total={total}
      isAlarming={tasks.some(({ priority }) => priority === 'high')}
      more={
        total > tasks.length && (
          <Way
            to="/tasks"
            search={{ kind: 'problem', assignee: 'none', view: 'table' } as never}
            onClick={() => choose(departmentId)}
          >
            {i18n.t('All {total, number}', { total })}
          </Way>
        )
      }
    >
      {tasks.map((task) => (
        <TaskLine key={task.id} task={task} onAssign={onAssign} />
      ))}
    </DepartmentGroup>
  )
}

/** Overdue tasks of others. The viewer's own stand below, in their work. */
export function OverdueTasks({
  overdue: { tasks, total },
  departmentId,
  onAssign,
}: {
  overdue: DepartmentToday['overdue']
  departmentId: number
  onAssign: OnAssign
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { choose } = useDepartmentFilter()
  const shown = tasks.filter(({ assigneeId }) => assigneeId !== viewer.id)
  return (
    <DepartmentGroup
      title={i18n.t(todayLabels.overdue)}
      total={total}
      more={
        <>
          {total > shown.length && (
            <Way
              to="/tasks"
              search={{ status: 'overdue', view: 'table' } as never}
              onClick={() => choose(departmentId)}
            >
              {i18n.t('All {total, number}', { total })}
            </Way>
          )}
          <Way to="/tasks" search={{ view: 'people' } as never} onClick={() => choose(departmentId)}>
            {i18n.t('Who has time?')}
          </Way>
        </>
      }
    >
      {shown.map((task) => (
        <TaskLine key={task.id} task={task} onAssign={onAssign} />
      ))}
    </DepartmentGroup>
  )
}

function TaskLine({ task, onAssign }: { task: Task; onAssign: OnAssign }) {
  const i18n = useI18n()
  const { open } = useBoardActions()
  const mayClaim = useMayClaim(task)
  const mayAssign = useCan('task:update', task)
  return (
    <Line
      words={
        <>
          <DepartmentOpening href={taskHref(task.id)} onOpen={() => open(task.id)}>
            {task.title}
          </DepartmentOpening>
          <WorkDetails task={task} />
        </>
      }
      details={task.assignee && <bdi className="min-w-0 max-w-full truncate">{fullName(task.assignee)}</bdi>}
      action={
        <>
          {mayClaim && <CardClaim task={task} className="self-center" />}
          {mayAssign && (
            <IconButton label={i18n.t('Assign {title}', { title: task.title })} onClick={() => onAssign(task)}>
              <UserPlus aria-hidden="true" className="size-4" />
            </IconButton>
          )}
        </>
      }
    />
  )
}

/** Items of handovers that nobody has received, or that wait again. */
export function Handovers({ handovers: { items, total } }: { handovers: DepartmentToday['handovers'] }) {
  const i18n = useI18n()
  return (
    <DepartmentGroup
      title={i18n.t('Handovers that wait')}
      total={total}
      isAlarming={items.some(({ severity }) => severity === 'urgent')}
      more={total > items.length && <Way to="/handovers">{i18n.t('All {total, number}', { total })}</Way>}
    >
      {items.map((item) => (
        <HandoverLine key={item.id} item={item} />
      ))}
    </DepartmentGroup>
  )
}

function HandoverLine({ item }: { item: HandoverItem }) {
  const { id, task, text, next, giver, toUser, createdAt, severity } = item
  const i18n = useI18n()
  const viewer = useViewer()
  const titleId = useId()
  const { open } = useBoardActions()
  const { mutate, isPending } = useCall(handoversApi.receive, {
    onError: (error) => toastError(messageOf(error, i18n.t('It could not be taken over'))),
  })
  const subject = task?.title ?? text ?? next
  return (
    <Line
      words={
        <>
          {task ? (
            <DepartmentOpening href={taskHref(task.id)} onOpen={() => open(task.id)}>
              <span id={titleId}>{subject}</span>
            </DepartmentOpening>
          ) : (
            <p id={titleId} dir="auto" className="line-clamp-2 font-medium leading-snug wrap-anywhere">
              {subject}
            </p>
          )}
          {next !== subject && next !== '' && (
            <p dir="auto" className="line-clamp-2 text-base wrap-anywhere">
              {next}
            </p>
          )}
        </>
      }
      details={
        <>
          {severity === 'urgent' && <SeverityBadge severity={severity} />}
          <bdi className="min-w-0 max-w-full truncate">{fullName(giver)}</bdi>
          <Ago iso={createdAt} />
          {toUser && (
            <span className="min-w-0 max-w-full truncate">{i18n.t('for {name}', { name: fullName(toUser) })}</span>
          )}
        </>
      }
      action={
        mayReceive(viewer, item) ? (
          <Button
            id={`${titleId}get`}
            aria-labelledby={`${titleId}get ${titleId}`}
            pending={isPending}
            onClick={() => mutate({ params: { id } })}
          >
            {i18n.t('Got it')}
          </Button>
        ) : (
          <Way to="/handovers">{i18n.t('Handovers')}</Way>
        )
      }
    />
  )
}
