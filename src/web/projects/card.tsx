import { Trans } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { DELETED_AT_ONCE, type Project, projectsApi } from '../../shared/projects.ts'
import { useCan } from '../api/viewer.ts'
import { CardActions } from '../components/forms/card-actions.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusBadge } from './status-badge.tsx'

const frame = 'flex min-h-47 min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-card'

/** A project with its progress. A click anywhere on the card leads to its tasks. */
export function ProjectCard({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const { id, name, description, status, department, createdAt, tasks, deletion } = project
  const i18n = useI18n()
  const nameId = useId()
  const mayEdit = useCan('project:update', project)
  const mayDelete = useCan('project:delete', project)
  const isLarge = tasks.total > DELETED_AT_ONCE
  return (
    <article
      aria-labelledby={nameId}
      className={cx(
        frame,
        'relative transition-colors duration-120 hover:border-control/60 has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-accent',
      )}
    >
      <div className="flex items-center gap-2 max-[17rem]:flex-wrap">
        <StatusBadge status={status} />
        {!deletion && (
          <CardActions
            id={id}
            name={name}
            onEdit={mayEdit && onEdit}
            mayDelete={mayDelete}
            endpoint={projectsApi.remove}
            deletedMessage={isLarge ? i18n.t('The project is being deleted') : i18n.t('Project deleted successfully')}
            failureMessage={() => i18n.t('Failed to delete project')}
          />
        )}
      </div>
      <h2 id={nameId} dir="auto" className="mt-2 line-clamp-3 font-semibold text-md/snug wrap-anywhere" title={name}>
        <Link to="/tasks" search={{ project: id }} className="outline-none after:absolute after:inset-0">
          {name}
        </Link>
      </h2>
      {description && (
        <p dir="auto" className="mt-1 line-clamp-3 text-muted wrap-anywhere">
          {description}
        </p>
      )}
      <div className="mt-auto pt-4">
        {deletion ? <Deletion {...deletion} /> : <Progress {...tasks} />}
        <p className="mt-2.5 flex flex-wrap justify-between gap-x-3 text-muted text-sm tabular">
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {department?.name ?? i18n.t('No department')}
          </span>
          <span className="shrink-0">
            <Trans id="Created <0/>" components={{ 0: <When iso={createdAt} /> }} />
          </span>
        </p>
      </div>
    </article>
  )
}

function Progress({ done, total }: { done: number; total: number }) {
  const i18n = useI18n()
  return (
    <div>
      <Bar share={total === 0 ? 0 : done / total} className="bg-done" />
      <p className="mt-1.5 text-sm tabular">
        {total === 0 ? (
          <span className="text-muted">{i18n.t('No tasks yet')}</span>
        ) : (
          <Trans
            id="{total, plural, one {<0>{done, number}</0> of # task done} other {<0>{done, number}</0> of # tasks done}}"
            values={{ done, total }}
            components={{ 0: <span className="font-semibold" /> }}
          />
        )}
      </p>
    </div>
  )
}

/** A project that is being deleted: its tasks leave it, some at a time. */
const Deletion = ({ done, total }: { done: number; total: number }) => (
  <div>
    <Bar share={total === 0 ? 0 : done / total} className="bg-bad" />
    <p className="mt-1.5 text-sm tabular">
      <Trans
        id="{total, plural, one {<0>Being deleted</0>: {done, number} of # task taken out} other {<0>Being deleted</0>: {done, number} of # tasks taken out}}"
        values={{ done, total }}
        components={{ 0: <span className="font-semibold" /> }}
      />
    </p>
  </div>
)

const Bar = ({ share, className }: { share: number; className: string }) => (
  <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-control/25 forced-colors:outline">
    <div
      className={cx(
        'h-full origin-start rounded-full transition-transform duration-180 ease-out forced-colors:bg-[CanvasText]',
        className,
      )}
      style={{ transform: `scaleX(${share})` }}
    />
  </div>
)

/** A card that is loading. */
export const ProjectCardSkeleton = () => (
  <div className={frame}>
    <Skeleton className="h-5 w-24 rounded-full!" />
    <Skeleton className="mt-3 h-4 w-3/4" />
    <Skeleton className="mt-2.5 h-3.5" />
    <Skeleton className="mt-2 h-3.5 w-2/3" />
    <Skeleton className="mt-auto h-1.5" />
    <Skeleton className="mt-3 h-3.5 w-1/2" />
  </div>
)
