import { type JobState, jobStates } from '../../shared/jobs.ts'
import { oneOf, readAddress } from '../components/addresses/address-values.ts'

/** What the background work keeps in the address: which state is shown, unless it is what has failed. */
export interface JobsSearch {
  state?: JobState
}

/** Reads the address and drops unknown and bad values. */
export const readJobsSearch = readAddress<JobsSearch>({
  state: oneOf(...jobStates.filter((each) => each !== 'failed')),
})
