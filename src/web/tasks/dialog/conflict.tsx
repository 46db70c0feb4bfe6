import type { I18n } from '@lingui/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Task } from '../../../shared/tasks.ts'
import { fullName } from '../../components/avatar.tsx'
import { priorityLabels } from '../../components/priority-icon.tsx'
import { statusLabels } from '../../components/status-icon.tsx'
import { When } from '../../components/when.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import type { FieldName, FormField } from './form-values.ts'
import { labels } from './labels.ts'
import type { Conflict } from './use-editing.ts'

const box = 'flex flex-col gap-3 rounded-control border p-3.5 outline-none'

/** The values that somebody else has saved in fields which the viewer has changed as well, and the choice between the two. */
export function ConflictNotice({
  conflict: { fields, theirs },
  onKeepMine,
  onTakeTheirs,
}: {
  conflict: Conflict
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const i18n = useI18n()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus()
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={cx(box, 'border-accent/40 bg-accent-soft')}>
      <p className="font-semibold">{i18n.t('Somebody else has changed this task meanwhile')}</p>
      <p className="text-pretty">{i18n.t('Nothing you typed is lost: it stands in the form below. They have set:')}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {fields.filter(isTaskField).map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{i18n.t(labels[name])}</dt>
            <dd className="line-clamp-4 whitespace-pre-wrap font-medium wrap-anywhere">{values[name](theirs, i18n)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeepMine}>{i18n.t('Keep mine')}</Button>
        <Button onClick={onTakeTheirs}>{i18n.t('Take theirs')}</Button>
      </div>
    </div>
  )
}

/** The task was deleted, or is not visible to the viewer any more, while its form was open. */
export function GoneNotice() {
  const i18n = useI18n()
  return (
    <p role="alert" className={cx(box, 'border-overdue/40 bg-overdue-soft')}>
      {i18n.t(
        'This task does not exist any more, or you may not see it now. Copy what you want to keep before you close the form.',
      )}
    </p>
  )
}

/** How the notice shows each field that can be edited. A field of the contract that is missing here does not compile. */
const values: Record<FormField, (task: Task, i18n: I18n) => ReactNode> = {
  title: ({ title }) => title,
  description: ({ description }, i18n) => description || i18n.t('None ##no description'),
  status: ({ status }, i18n) => i18n.t(statusLabels[status]),
  priority: ({ priority }, i18n) => i18n.t(priorityLabels[priority]),
  dueDate: ({ dueDate }, i18n) => (dueDate ? <When iso={dueDate} as="moment" /> : i18n.t('None ##no due date')),
  departmentId: ({ department }, i18n) => department?.name ?? i18n.t('No department'),
  assigneeId: ({ assignee }, i18n) => (assignee ? fullName(assignee) : i18n.t('Unassigned')),
  projectId: ({ project }, i18n) => project?.name ?? i18n.t('No project'),
  place: ({ place }, i18n) => place || i18n.t('None ##no place'),
  tags: ({ tags }, i18n) => tags.join(', ') || i18n.t('None ##no tags'),
}

/** Not `dueTime`, which is a field of the form only: the due date shows it. */
const isTaskField = (name: FieldName): name is FormField & FieldName => name in values
