import { useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { JOBS_MOST, type JobList, type JobState, jobsApi } from '../../shared/jobs.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { JobRow } from './row.tsx'
import { readJobsSearch } from './search-params.ts'

const nothing: Record<JobState, { title: Message; words: Message }> = {
  failed: {
    title: msg('Nothing has failed'),
    words: msg('Work that has failed is listed here. You can try it again.'),
  },
  waiting: {
    title: msg('Nothing is waiting'),
    words: msg('E-mails and other work wait here for a moment, or for their next attempt.'),
  },
  running: { title: msg('Nothing is running'), words: msg('Longer work shows its progress here.') },
  done: { title: msg('Nothing was done recently'), words: msg('Finished work stays here for three days.') },
}

/** The servers' background work, by its state, with a way to try failed work again. */
export function JobsPage() {
  const i18n = useI18n()
  const { state = 'failed' } = useAddress(readJobsSearch)
  const navigate = useNavigate({ from: '/admin/jobs' })
  const reply = useReply(jobsApi.list, { query: { state } }, { keepPrevious: true })
  const { data, isPlaceholderData } = reply
  const counts = data?.counts
  return (
    <Tabs
      label={i18n.t('Background work')}
      value={state}
      onChange={(next) => void navigate({ search: next === 'failed' ? {} : { state: next }, replace: true })}
      tabs={[
        { value: 'failed', label: i18n.t('Failed ##background work'), count: counts?.failed },
        { value: 'waiting', label: i18n.t('Waiting ##background work'), count: counts?.waiting },
        { value: 'running', label: i18n.t('Running ##background work') },
        { value: 'done', label: i18n.t('Done ##background work') },
      ]}
    >
      <div className="flex w-full flex-1 flex-col px-3.5 py-3 md:px-(--gutter) md:py-4">
        {data && !isPlaceholderData ? (
          <Jobs list={data} state={state} />
        ) : (
          <NotLoaded query={reply} failure={i18n.t('The background work could not be loaded.')}>
            <LoadingBars
              words={i18n.t('Loading background work...')}
              count={4}
              bars="h-18 rounded-card!"
              className="grid max-w-4xl gap-2.5"
            />
          </NotLoaded>
        )}
      </div>
    </Tabs>
  )
}

function Jobs({ list: { jobs, counts }, state }: { list: JobList; state: JobState }) {
  const i18n = useI18n()
  if (jobs.length === 0) {
    return (
      <div className="grid flex-1 place-items-center">
        <EmptyState icon={CircleCheck} title={i18n.t(nothing[state].title)}>
          {i18n.t(nothing[state].words)}
        </EmptyState>
      </div>
    )
  }
  const total = state === 'done' ? jobs.length : counts[state]
  return (
    <>
      <ul aria-label={i18n.t('Background work')} className="grid max-w-4xl gap-2.5">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      {jobs.length === JOBS_MOST && (
        <p className="mt-4 max-w-4xl text-center text-muted text-sm tabular">
          {total > JOBS_MOST
            ? i18n.t('The first {count, number} of {total, number}', { count: JOBS_MOST, total })
            : i18n.t('The last {count, number}', { count: JOBS_MOST })}
        </p>
      )}
    </>
  )
}
