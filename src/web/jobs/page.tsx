import { useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { JOBS_MOST, type JobList, type JobState, jobsApi } from '../../shared/jobs.ts'
import { useReply } from '../api/queries.ts'
import { formatCount } from '../components/format.ts'
import { useAddress } from '../ui/address.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { JobRow } from './row.tsx'
import { validateJobsSearch } from './search-params.ts'

const nothing: Record<JobState, { title: string; words: string }> = {
  failed: { title: 'Nothing has failed', words: 'What fails for good is kept here, with a way to try it again.' },
  waiting: {
    title: 'Nothing is waiting',
    words: 'E-mails and other work wait here for a moment, or for their next attempt.',
  },
  running: { title: 'Nothing is running', words: 'What takes longer shows here how far it is.' },
  done: { title: 'Nothing was done lately', words: 'What is done stays here for three days.' },
}

/** What servers do in the background, by its state, with a way to try again what has failed. */
export function JobsPage() {
  const { state = 'failed' } = useAddress(validateJobsSearch)
  const navigate = useNavigate({ from: '/admin/jobs' })
  const { data, error, isPlaceholderData, isFetching, refetch } = useReply(
    jobsApi.list,
    { query: { state } },
    { keepPrevious: true },
  )
  const counts = data?.counts
  return (
    <Tabs
      label="Background work"
      value={state}
      onChange={(next) => void navigate({ search: next === 'failed' ? {} : { state: next }, replace: true })}
      tabs={[
        { value: 'failed', label: 'Failed', count: counts?.failed },
        { value: 'waiting', label: 'Waiting', count: counts?.waiting },
        { value: 'running', label: 'Running' },
        { value: 'done', label: 'Done' },
      ]}
    >
      <div className="flex w-full flex-1 flex-col px-3.5 py-3 md:px-(--gutter) md:py-4">
        {data && !isPlaceholderData ? (
          <Jobs list={data} state={state} />
        ) : error ? (
          <FailedState message="The background work could not be loaded." onRetry={refetch} pending={isFetching} />
        ) : (
          <div role="status" className="grid max-w-4xl gap-2.5">
            <span className="sr-only">Loading background work...</span>
            {times(4, () => (
              <Skeleton className="h-18 rounded-card!" />
            ))}
          </div>
        )}
      </div>
    </Tabs>
  )
}

function Jobs({ list: { jobs, counts }, state }: { list: JobList; state: JobState }) {
  if (jobs.length === 0) {
    return (
      <div className="grid flex-1 place-items-center">
        <EmptyState icon={CircleCheck} title={nothing[state].title}>
          {nothing[state].words}
        </EmptyState>
      </div>
    )
  }
  const total = state === 'done' ? jobs.length : counts[state]
  return (
    <>
      <ul aria-label="Background work" className="grid max-w-4xl gap-2.5">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      {jobs.length === JOBS_MOST && (
        <p className="mt-4 max-w-4xl text-center text-muted text-sm tabular">
          {total > JOBS_MOST ? `The first ${JOBS_MOST} of ${formatCount(total)}` : `The last ${JOBS_MOST}`}
        </p>
      )}
    </>
  )
}
