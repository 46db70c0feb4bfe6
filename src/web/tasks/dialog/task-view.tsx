import { Trans } from '@lingui/react'
import type { ReactNode } from 'react'
import { statuses } from '../../../shared/task-status.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { Avatar, fullName, NoAvatar } from '../../components/avatar.tsx'
import { HistorySection } from '../../components/history.tsx'
import { PriorityIcon, priorityLabels } from '../../components/priority-icon.tsx'
import { StatusIcon, statusLabels } from '../../components/status-icon.tsx'
import { When } from '../../components/when.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { useDialogTitle } from '../../ui/title.ts'
import { useBoardActions } from '../board/board-context.ts'
import { useMoves } from '../board/moves.ts'
import { useIsLate } from '../overdue.ts'
import { CopyLink } from './copy-link.tsx'
import { labels } from './labels.ts'

/** A task for those who may not edit it. Those who may set its status find a field for that. */
export function TaskView({ task: saved, onClose }: { task: Task; onClose: () => void }) {
  const i18n = useI18n()
  const task = useMoves().get(saved.id)?.task ?? saved
  const late = useIsLate(task)
  const mayReadHistory = useCan('task:history', task)
  useDialogTitle(task.title)
  return (
    <Dialog
      open
      title={task.title}
      onClose={onClose}
      footer={
        <>
          <span className="me-auto flex">
            <CopyLink id={task.id} />
          </span>
          <Button onClick={onClose}>{i18n.t('Close')}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {task.description && (
          <p dir="auto" className="whitespace-pre-wrap text-md wrap-anywhere">
            {task.description}
          </p>
        )}
        <StatusOf task={task} />
        <dl className="grid gap-x-4 gap-y-5 md:grid-cols-2">
          <Fact label={i18n.t(labels.priority)}>
            <PriorityIcon priority={task.priority} />
            {i18n.t(priorityLabels[task.priority])}
          </Fact>
          <Fact label={i18n.t(labels.dueDate)}>
            {task.dueDate ? (
              <span className={cx(late && 'font-semibold text-overdue')}>
                {late ? (
                  <Trans id="<0/> (overdue)" components={{ 0: <When iso={task.dueDate} as="moment" /> }} />
                ) : (
                  <When iso={task.dueDate} as="moment" />
                )}
              </span>
            ) : (
              i18n.t('None ##no due date')
            )}
          </Fact>
          <Fact label={i18n.t(labels.assigneeId)}>
            {task.assignee ? <Avatar person={task.assignee} /> : <NoAvatar />}
            <span className="min-w-0 flex-1 wrap-anywhere">
              {task.assignee ? fullName(task.assignee) : i18n.t('Unassigned')}
            </span>
          </Fact>
          <Fact label={i18n.t(labels.departmentId)}>{task.department?.name ?? i18n.t('No department')}</Fact>
          <Fact label={i18n.t(labels.projectId)}>{task.project?.name ?? i18n.t('No project')}</Fact>
          <Fact label={i18n.t(labels.tags)}>
            {task.tags.length === 0
              ? i18n.t('None ##no tags')
              : task.tags.map((tag) => (
                  <span
                    key={tag}
                    dir="auto"
                    className="max-w-full truncate rounded-full bg-sunken px-2.5 py-0.5 text-sm"
                  >
                    {tag}
                  </span>
                ))}
          </Fact>
        </dl>
        {mayReadHistory && <HistorySection endpoint={tasksApi.history} id={task.id} />}
      </div>
    </Dialog>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="flex min-w-0 flex-wrap items-center gap-2">{children}</dd>
  </div>
)

function StatusOf({ task }: { task: Task }) {
  const i18n = useI18n()
  const { setStatus } = useBoardActions()
  if (!useCan('task:set-status', task)) {
    return (
      <p className="flex items-center gap-2 font-medium">
        <StatusIcon status={task.status} />
        {i18n.t(statusLabels[task.status])}
      </p>
    )
  }
  return (
    <Field label={i18n.t(labels.status)} className="md:max-w-56">
      <Select
        value={task.status}
        onChange={({ target: { value } }) => {
          const status = statuses.find((known) => known === value)
          if (status) setStatus(task, status)
        }}
      >
        {statuses.map((status) => (
          <option key={status} value={status}>
            {i18n.t(statusLabels[status])}
          </option>
        ))}
      </Select>
    </Field>
  )
}
