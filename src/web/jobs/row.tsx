import { RotateCw, Trash2 } from 'lucide-react'
import { type Job, jobLabels, jobsApi } from '../../shared/jobs.ts'
import { useCall } from '../api/queries.ts'
import { Ago } from '../components/ago.tsx'
import { fullName } from '../components/avatar.tsx'
import { formatCount } from '../components/format.ts'
import { When } from '../components/when.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/** A job: what it is, how it stands, why it failed, and what can be done about it. */
export function JobRow({ job }: { job: Job }) {
  const { id, kind, state, error, progress, person } = job
  const label = jobLabels[kind] ?? kind
  const params = { id }
  const retry = useCall(jobsApi.retry, {
    onSuccess: () => toast({ title: 'It is being tried again' }),
    onError: () => toastError('Failed to try it again'),
  })
  const removal = useCall(jobsApi.remove, {
    onSuccess: () => toast({ title: 'Deleted' }),
    onError: () => toastError('Failed to delete it'),
  })
  const remove = () => {
    if (confirm(`Are you sure you want to delete "${label}"?`)) removal.mutate({ params })
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 rounded-card border border-line bg-surface py-3 pe-2 ps-4 shadow-card md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div>
        <p className="font-semibold wrap-anywhere">{label}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-2.5 text-muted text-sm tabular">
          <Standing job={job} />
          {person && <span className="min-w-0 wrap-anywhere">for {fullName(person)}</span>}
        </p>
        {progress && state === 'running' && (
          <p className="mt-1.5 text-sm tabular">
            <span className="font-semibold">{formatCount(progress.done)}</span> of {formatCount(progress.total)} done
          </p>
        )}
        {error && (
          <p className="mt-1.5 line-clamp-4 text-sm wrap-anywhere" title={error}>
            {error}
          </p>
        )}
      </div>
      {state === 'failed' && (
        <Button
          pending={retry.isPending}
          onClick={() => retry.mutate({ params })}
          aria-label={`Try again: ${label}`}
          className="max-md:col-span-2 max-md:row-start-2 max-md:mt-3 max-md:me-2 max-md:justify-self-start"
        >
          {!retry.isPending && <RotateCw aria-hidden="true" className="size-4" />}
          Try again
        </Button>
      )}
      <span className="max-md:-mt-2 max-md:col-start-2 max-md:row-start-1 md:col-start-3">
        <IconButton label={`Delete ${label}`} pending={removal.isPending} onClick={remove}>
          {!removal.isPending && <Trash2 aria-hidden="true" className="size-4" />}
        </IconButton>
      </span>
    </li>
  )
}

function Standing({ job: { state, attempts, maxAttempts, runAt, createdAt, endedAt } }: { job: Job }) {
  if (state === 'running')
    return (
      <span>
        Created <Ago iso={createdAt} />
      </span>
    )
  if (state === 'waiting')
    return (
      <>
        <span>
          {attempts === 0 ? 'Due' : 'Next attempt'} <When iso={runAt} as="moment" />
        </span>
        {attempts > 0 && (
          <span>
            {attempts} of {maxAttempts} attempts
          </span>
        )}
      </>
    )
  return (
    <>
      <span>
        {state === 'failed' ? 'Failed' : 'Done'} {endedAt && <Ago iso={endedAt} />}
      </span>
      <span>{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
    </>
  )
}
