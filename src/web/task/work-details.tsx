import { Trans } from '@lingui/react'
import { Repeat } from 'lucide-react'
import type { Task } from '../../shared/tasks.ts'
import { dateOf, dateTimeIn } from '../../shared/time/time.ts'
import { formatDay, formatTime } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useViewer } from '../api/viewer.ts'
import { PriorityIcon, priorityLabels } from '../components/labels/priority-icon.tsx'
import { Ago } from '../components/time/ago.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { cx } from '../ui/class-names.ts'
import { useTicking } from '../ui/now.ts'
import { useIsLate } from './overdue.ts'
import { PlaceOf, ProblemSign } from './problem-sign.tsx'
import { TaskCounts } from './task-counts.tsx'

/** The due date, then facts that tell it from others: high priority, project, and another department. */
export function WorkDetails({ task }: { task: Task }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const others = [
    task.project?.name,
    task.department && task.department.id !== viewer.departmentId ? task.department.name : undefined,
  ].filter((name) => name !== undefined)
  const hasCounts = task.stepsTotal > 0 || task.comments > 0 || task.photos > 0
  const hasSigns = task.kind === 'problem' || task.place || task.priority === 'high'
  if (!task.dueDate && others.length === 0 && !hasSigns && !hasCounts) return null
  return (
    <p className="tabular mt-0.5 flex items-center gap-2 text-base text-muted max-[17rem]:flex-wrap">
      <ProblemSign task={task} />
      {task.priority === 'high' && (
        <span className="inline-flex shrink-0">
          <PriorityIcon priority="high" />
          <span className="sr-only">{i18n.t('Priority {priority}', { priority: i18n.t(priorityLabels.high) })}</span>
        </span>
      )}
      {task.dueDate && (task.occurrenceAt ? <Window task={task} /> : <DueTime task={task} iso={task.dueDate} />)}
      <PlaceOf task={task} className="shrink-[0.2]" />
      {task.kind === 'problem' && (
        <span className="min-w-0 truncate">
          <Trans
            id="<0>reported </0>{time}"
            values={{ time: <Ago iso={task.createdAt} /> }}
            components={{ 0: <span className="sr-only" /> }}
          />
        </span>
      )}
      {others.map((name) => (
        <span key={name} dir="auto" className="min-w-0 truncate">
          {name}
        </span>
      ))}
      <TaskCounts task={task} className="ms-auto" />
    </p>
  )
}

/** An occurrence's window: since when it is open, until when it is due, and later, when it closes. */
function Window({ task: { occurrenceAt, dueDate, closesAt }, task }: { task: Task }) {
  const reader = useReader()
  const { i18n } = reader
  const isLate = useIsLate(task)
  const [opened, due, closes] = [occurrenceAt, dueDate, closesAt].map((iso) => iso && whenIn(iso, reader))
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1', isLate && 'font-semibold text-overdue')}>
      <Repeat aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate">
        {isLate && closes
          ? i18n.t('was due {due}, closes {closes}', { due, closes })
          : isLate
            ? i18n.t('was due {due}', { due })
            : i18n.t('opened {opened}, due {due}', { opened, due })}
      </span>
    </span>
  )
}

/** The time of today, or the day of any other. */
const whenIn = (iso: string, reader: Reader) =>
  dateOf(serverNow(), reader.timeZone) === dateOf(Date.parse(iso), reader.timeZone)
    ? formatTime(iso, reader)
    : formatDay(iso, reader)

/** "14:00" of today, "today" until the day ends, and the day of any other date. Red when it is past. */
function DueTime({ task, iso }: { task: Task; iso: string }) {
  const reader = useReader()
  const isLate = useIsLate(task)
  const text = useTicking((now) => {
    const { timeZone, i18n } = reader
    if (dateOf(now, timeZone) !== dateOf(Date.parse(iso), timeZone)) return formatDay(iso, reader)
    return dateTimeIn(iso, timeZone).endOfDay ? i18n.t('today') : formatTime(iso, reader)
  })
  const components = { 0: <span className="sr-only" />, 1: <time dateTime={iso}>{text}</time> }
  return (
    <span className={cx('shrink-0', isLate && 'font-semibold text-overdue')}>
      {isLate ? (
        <Trans id="<0>Overdue, was due </0><1/>" components={components} />
      ) : (
        <Trans id="<0>Due </0><1/>" components={components} />
      )}
    </span>
  )
}
