import { type JobState, jobStates } from '../../shared/jobs.ts'

/** What the background work keeps in the address: which state is shown, unless it is what has failed. */
export interface JobsSearch {
  state?: JobState
}

export const validateJobsSearch = ({ state }: Record<string, unknown>): JobsSearch => {
  const known = jobStates.find((each) => each === state && each !== 'failed')
  return known ? { state: known } : {}
}
