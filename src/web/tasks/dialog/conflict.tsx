import { useEffect, useRef } from 'react'
import type { Task } from '../../../shared/tasks.ts'
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

/** What somebody else made of the fields that the viewer has changed as well, and the choice between the two. */
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
        {fields
          .filter((name) => name !== 'dueTime')
          .map((name) => (
            <div key={name} className="contents">
              <dt className="text-muted">{labels[name]}</dt>
              <dd className="line-clamp-4 whitespace-pre-wrap font-medium wrap-anywhere">{describe(name, theirs)}</dd>
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

/** The task was deleted, or moved out of sight, while its form was open. */
export const GoneNotice = () => (
  <p role="alert" className={cx(box, 'border-overdue/40 bg-overdue-soft')}>
    This task does not exist any more, or you may not see it now. Copy what you want to keep before you close the form.
  </p>
)

function describe(name: FieldName, task: Task) {
  switch (name) {
    case 'status':
      return statusLabels[task.status]
    case 'priority':
      return priorityLabels[task.priority]
    case 'dueDate':
      return task.dueDate ? <When iso={task.dueDate} as="moment" /> : 'None'
    case 'departmentId':
      return task.department?.name ?? 'No department'
    case 'assigneeId':
      return task.assignee ? fullName(task.assignee) : 'Unassigned'
    case 'projectId':
      return task.project?.name ?? 'No project'
    case 'tags':
      return task.tags.join(', ') || 'None'
    default:
      return task[name as 'title' | 'description'] || 'None'
  }
}
