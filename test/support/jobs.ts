import { afterAll, beforeAll, expect } from 'vitest'
import type { Services } from '../../src/server/core/context.ts'
import { startJobs } from '../../src/server/core/jobs/job-runner.ts'
import { jobKinds } from '../../src/server/jobs.ts'

/** Runs jobs as a server does, from before the first test of a file to after its last. */
export function useJobs(muster: { services: Services }) {
  let stop = async () => {}
  beforeAll(() => {
    stop = startJobs(muster.services, jobKinds)
  })
  afterAll(() => stop())
}

/** Runs the jobs that are due, as a server does, until none is left. */
export async function finishJobs(services: Services) {
  const stop = startJobs(services, jobKinds)
  const due = 'select kind, last_error from jobs where done_at is null and failed_at is null and run_at <= now()'
  try {
    await expect.poll(async () => (await services.database.pool.query(due)).rows).toEqual([])
  } finally {
    await stop()
  }
}

/** A job that has failed for good, of a kind that no server knows. */
export async function putFailedJob(services: Services): Promise<number> {
  const { rows } = await services.database.pool.query(`
    insert into jobs (kind, payload, attempts, max_attempts, last_error, failed_at)
    values ('unheard-of', '{}', 12, 12, 'connect ECONNREFUSED', now()) returning id`)
  return rows[0].id
}
