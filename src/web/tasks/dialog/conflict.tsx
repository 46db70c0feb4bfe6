import { type ReactNode, useEffect, useRef } from 'react'
import type { NewTask, Task } from '../../../shared/tasks.ts'
import { fullName } from '../../components/avatar.tsx'
import { priorityLabels } from '../../components/priority-icon.tsx'
import { statusLabels } from '../../components/status-icon.tsx'
import { When } from '../../components/when.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import type { FieldName } from './form-values.ts'
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
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus()
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={cx(box, 'border-accent/40 bg-accent-soft')}>
      <p className="font-semibold">Somebody else has changed this task meanwhile</p>
      <p className="text-pretty">Nothing you typed is lost: it stands in the form below. They have set:</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {fields.filter(isTaskField).map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{labels[name]}</dt>
            <dd className="line-clamp-4 whitespace-pre-wrap font-medium wrap-anywhere">{values[name](theirs)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeepMine}>Keep mine</Button>
        <Button onClick={onTakeTheirs}>Take theirs</Button>
      </div>
    </div>
  )
}

/** The task was deleted, or is not visible to the viewer any more, while its form was open. */
export const GoneNotice = () => (
  <p role="alert" className={cx(box, 'border-overdue/40 bg-overdue-soft')}>
    This task does not exist any more, or you may not see it now. Copy what you want to keep before you close the form.
  </p>
)

/** How the notice shows each field that can be edited. A field of the contract that is missing here does not compile. */
const values: Record<keyof NewTask, (task: Task) => ReactNode> = {
  title: ({ title }) => title,
  description: ({ description }) => description || 'None',
  status: ({ status }) => statusLabels[status],
  priority: ({ priority }) => priorityLabels[priority],
  dueDate: ({ dueDate }) => (dueDate ? <When iso={dueDate} as="moment" /> : 'None'),
  departmentId: ({ department }) => department?.name ?? 'No department',
  assigneeId: ({ assignee }) => (assignee ? fullName(assignee) : 'Unassigned'),
  projectId: ({ project }) => project?.name ?? 'No project',
  tags: ({ tags }) => tags.join(', ') || 'None',
}

/** Not `dueTime`, which is a field of the form only: the due date shows it. */
const isTaskField = (name: FieldName): name is keyof NewTask & FieldName => name in values
