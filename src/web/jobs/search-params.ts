import { type JobState, jobStates } from '../../shared/jobs.ts'
import { choiceIn, readAddress } from '../components/addresses/address-values.ts'

/** The address of the background work: the state that is shown, unless it is `failed`. */
export interface JobsSearch {
  state?: JobState
}

/** Reads the address and drops unknown and bad values. */
export const readJobsSearch = readAddress<JobsSearch>({
  state: choiceIn(...jobStates.filter((each) => each !== 'failed')),
})
