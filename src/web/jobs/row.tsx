import { Trans } from '@lingui/react'
import { RotateCw, Trash2 } from 'lucide-react'
import { type Job, jobLabels, jobsApi } from '../../shared/jobs.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall } from '../api/queries.ts'
import { tell } from '../components/forms/tell.ts'
import { fullName } from '../components/people/avatar.tsx'
import { Ago } from '../components/time/ago.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { toastError } from '../ui/toast.tsx'

/** A job: its name, its state, the reason of its failure, and the actions on it. */
export function JobRow({ job }: { job: Job }) {
  const i18n = useI18n()
  const { id, kind, state, error, progress, person } = job
  const label = jobLabels[kind] ? i18n.t(jobLabels[kind]) : kind
  const params = { id }
  const retry = useCall(jobsApi.retry, {
    onSuccess: tell(msg('It is being tried again')),
    onError: () => toastError(i18n.t('Failed to try it again')),
  })
  const removal = useCall(jobsApi.remove, {
    onSuccess: tell(msg('Deleted ##background work')),
    onError: () => toastError(i18n.t('Failed to delete it')),
  })
  const remove = async () => {
    const text = i18n.t('Are you sure you want to delete "{name}"?', { name: label })
    if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Delete') })) removal.mutate({ params })
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 rounded-card border border-line bg-surface py-3 pe-2 ps-4 shadow-card md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div>
        <p className="font-semibold wrap-anywhere">{label}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-2.5 text-muted text-sm tabular">
          <Standing job={job} />
          {person && <span className="min-w-0 wrap-anywhere">{i18n.t('for {name}', { name: fullName(person) })}</span>}
        </p>
        {progress && state === 'running' && (
          <p className="mt-1.5 text-sm tabular">
            <Trans
              id="{total, plural, one {<0>{done, number}</0> of # done} other {<0>{done, number}</0> of # done}}"
              values={{ done: progress.done, total: progress.total }}
              components={{ 0: <span className="font-semibold" /> }}
            />
          </p>
        )}
        {error && (
          <p dir="auto" className="mt-1.5 text-sm wrap-anywhere">
            {error}
          </p>
        )}
      </div>
      {state === 'failed' && (
        <Button
          pending={retry.isPending}
          onClick={() => retry.mutate({ params })}
          aria-label={i18n.t('Try again: {name}', { name: label })}
          className="max-md:col-span-2 max-md:row-start-2 max-md:mt-3 max-md:me-2 max-md:justify-self-start"
        >
          {!retry.isPending && <RotateCw aria-hidden="true" className="size-4" />}
          {i18n.t('Try again')}
        </Button>
      )}
      <span className="max-md:-mt-2 max-md:col-start-2 max-md:row-start-1 md:col-start-3">
        <IconButton label={i18n.t('Delete {name}', { name: label })} pending={removal.isPending} onClick={remove}>
          {!removal.isPending && <Trash2 aria-hidden="true" className="size-4" />}
        </IconButton>
      </span>
    </li>
  )
}

function Standing({ job: { state, attempts, maxAttempts, runAt, createdAt, endedAt } }: { job: Job }) {
  const i18n = useI18n()
  if (state === 'running')
    return (
      <span>
        <Trans id="Created <0/>" components={{ 0: <Ago iso={createdAt} /> }} />
      </span>
    )
  if (state === 'waiting') {
    const when = <When iso={runAt} as="moment" />
    return (
      <>
        <span>
          {attempts === 0 ? (
            <Trans id="Due <0/>" components={{ 0: when }} />
          ) : (
            <Trans id="Next attempt <0/>" components={{ 0: when }} />
          )}
        </span>
        {attempts > 0 && (
          <span>
            {i18n.t('{max, plural, one {{attempts} of # attempt} other {{attempts} of # attempts}}', {
              attempts,
              max: maxAttempts,
            })}
          </span>
        )}
      </>
    )
  }
  const ended = <Ago iso={endedAt ?? createdAt} />
  return (
    <>
      <span>
        {state === 'failed' ? (
          <Trans id="Failed <0/>" components={{ 0: ended }} />
        ) : (
          <Trans id="Done <0/>" components={{ 0: ended }} />
        )}
      </span>
      <span>{i18n.t('{count, plural, one {# attempt} other {# attempts}}', { count: attempts })}</span>
    </>
  )
}
