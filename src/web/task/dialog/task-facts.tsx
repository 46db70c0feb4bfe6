import { Trans } from '@lingui/react'
import { Building2, CalendarDays, FolderClosed, Hourglass, MapPin, Megaphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Task } from '../../../shared/tasks.ts'
import { PriorityIcon, priorityLabels } from '../../components/labels/priority-icon.tsx'
import { Avatar, fullName, NoAvatar } from '../../components/people/avatar.tsx'
import { Ago } from '../../components/time/ago.tsx'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { nobodyLabel } from '../occurrence.tsx'
import { useIsLate } from '../overdue.ts'
import { labels } from './labels.ts'

/** The facts about a task, in as few lines as they need. */
export function TaskFacts({ task }: { task: Task }) {
  const i18n = useI18n()
  const late = useIsLate(task)
  const { assignee, department, dueDate, estimateMinutes, kind, place, priority, project, takenAt, tags } = task
  const icon = 'size-4 shrink-0 text-muted'
  return (
    <dl className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-md">
      {kind === 'problem' && (
        <Fact label={i18n.t('Kind')}>
          <Megaphone aria-hidden="true" className="size-4 shrink-0 text-high" />
          {i18n.t('Reported problem')}
        </Fact>
      )}
      {place && (
        <Fact label={i18n.t('Place')}>
          <MapPin aria-hidden="true" className={icon} />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {place}
          </span>
        </Fact>
      )}
      <Fact label={i18n.t(labels.assigneeId)}>
        {assignee ? <Avatar person={assignee} /> : <NoAvatar />}
        <span dir="auto" className={cx('min-w-0 wrap-anywhere', !assignee && 'text-muted')}>
          {assignee ? fullName(assignee) : i18n.t(nobodyLabel(task))}
        </span>
        {kind === 'problem' && assignee && takenAt && (
          <span className="text-muted">
            <Trans id="took it {time}" values={{ time: <Ago iso={takenAt} /> }} />
          </span>
        )}
      </Fact>
      {/* The window of an occurrence says it. */}
      {!task.occurrenceAt && (
        <Fact label={i18n.t(labels.dueDate)}>
          <CalendarDays aria-hidden="true" className={cx(icon, late && 'text-overdue')} />
          {dueDate ? (
            <span className={cx('tabular', late && 'font-semibold text-overdue')}>
              {late ? (
                <Trans id="<0/> (overdue)" components={{ 0: <When iso={dueDate} as="moment" /> }} />
              ) : (
                <When iso={dueDate} as="moment" />
              )}
            </span>
          ) : (
            <span className="text-muted">{i18n.t('No due date')}</span>
          )}
        </Fact>
      )}
      <Fact label={i18n.t(labels.priority)}>
        <PriorityIcon priority={priority} />
        {i18n.t(priorityLabels[priority])}
      </Fact>
      <Fact label={i18n.t(labels.departmentId)}>
        <Building2 aria-hidden="true" className={icon} />
        <span dir="auto" className={cx('min-w-0 wrap-anywhere', !department && 'text-muted')}>
          {department?.name ?? i18n.t('No department')}
        </span>
      </Fact>
      {estimateMinutes && (
        <Fact label={i18n.t(labels.estimateMinutes)}>
          <Hourglass aria-hidden="true" className={icon} />
          <span className="tabular">{formatMinutes(estimateMinutes, i18n)}</span>
        </Fact>
      )}
      {project && (
        <Fact label={i18n.t(labels.projectId)}>
          <FolderClosed aria-hidden="true" className={icon} />
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {project.name}
          </span>
        </Fact>
      )}
      {tags.length > 0 && (
        <Fact label={i18n.t(labels.tags)}>
          <span className="flex min-w-0 flex-wrap gap-1.5">
            {tags.map((tag) => (
              <span key={tag} dir="auto" className="max-w-full truncate rounded-full bg-sunken px-2.5 py-0.5 text-sm">
                {tag}
              </span>
            ))}
          </span>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 max-w-full">
    <dt className="sr-only">{label}</dt>
    <dd className="flex min-w-0 items-center gap-1.75">{children}</dd>
  </div>
)
