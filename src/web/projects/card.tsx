import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { type Project, projectsApi } from '../../shared/projects.ts'
import { useCan } from '../api/viewer.ts'
import { CardActions } from '../components/card-actions.tsx'
import { formatCount } from '../components/format.ts'
import { When } from '../components/when.tsx'
import { cx } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusBadge } from './status-badge.tsx'

const frame = 'flex min-h-47 min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-card'

/** A project with its progress. A click anywhere on the card leads to its tasks. */
export function ProjectCard({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const { id, name, description, status, department, createdAt, tasks } = project
  const nameId = useId()
  return (
    <article
      aria-labelledby={nameId}
      className={cx(
        frame,
        'relative transition-colors duration-120 hover:border-control/60 has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-accent',
      )}
    >
      <div className="flex items-center gap-2">
        <StatusBadge status={status} />
        <CardActions
          id={id}
          name={name}
          onEdit={useCan('project:update', project) && onEdit}
          mayDelete={useCan('project:delete', project)}
          endpoint={projectsApi.remove}
          deletedMessage="Project deleted successfully"
          failureMessage={() => 'Failed to delete project'}
        />
      </div>
      <h2 id={nameId} className="mt-2 line-clamp-3 font-semibold text-md/snug wrap-anywhere" title={name}>
        <Link to="/tasks" search={{ project: id }} className="outline-none after:absolute after:inset-0">
          {name}
        </Link>
      </h2>
      {description && <p className="mt-1 line-clamp-3 text-muted wrap-anywhere">{description}</p>}
      <div className="mt-auto pt-4">
        <Progress {...tasks} />
        <p className="mt-2.5 flex justify-between gap-3 text-muted text-sm tabular">
          <span className="truncate">{department?.name ?? 'No department'}</span>
          <span className="shrink-0">
            Created <When iso={createdAt} />
          </span>
        </p>
      </div>
    </article>
  )
}

function Progress({ done, total }: { done: number; total: number }) {
  const share = total === 0 ? 0 : done / total
  return (
    <div>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-control/25">
        <div
          className="h-full origin-left rounded-full bg-done transition-transform duration-180 ease-out"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="mt-1.5 text-sm tabular">
        {total === 0 ? (
          <span className="text-muted">No tasks yet</span>
        ) : (
          <>
            <span className="font-semibold">{formatCount(done)}</span> of {formatCount(total)}{' '}
            {total === 1 ? 'task' : 'tasks'} done
          </>
        )}
      </p>
    </div>
  )
}

/** A card that is loading. */
export const CardSkeleton = () => (
  <div className={frame}>
    <Skeleton className="h-5 w-24 rounded-full!" />
    <Skeleton className="mt-3 h-4 w-3/4" />
    <Skeleton className="mt-2.5 h-3.5" />
    <Skeleton className="mt-2 h-3.5 w-2/3" />
    <Skeleton className="mt-auto h-1.5" />
    <Skeleton className="mt-3 h-3.5 w-1/2" />
  </div>
)
