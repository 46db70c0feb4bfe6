import { asc, desc, eq, type SQL } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { JOBS_MOST, type Job, type JobList, type JobState, type jobsApi } from '../../../shared/jobs.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, notFound } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { countJobs, deleteJob, retryJob, storedJobStates } from '../../core/jobs/jobs.ts'
import { audit } from '../../core/write/audit.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { users } from '../../db/tables/users.ts'

/** Each in the order of an index of its own. */
const orders: Record<JobState, SQL[]> = {
  failed: [desc(jobs.failedAt), desc(jobs.id)],
  done: [desc(jobs.doneAt), desc(jobs.id)],
  waiting: [asc(jobs.runAt), asc(jobs.id)],
  running: [asc(jobs.runAt), asc(jobs.id)],
}

/** Jobs in one state, with how many there are in each. Payloads are not shown. */
export async function listJobs(
  ctx: Context,
  { query: { state = 'failed' } }: Input<typeof jobsApi.list>,
): Promise<JobList> {
  const [rows, counts] = await Promise.all([
    ctx.db
      .select({ job: jobs, person: { id: users.id, firstName: users.firstName, lastName: users.lastName } })
      .from(jobs)
      .leftJoin(users, eq(users.id, jobs.requestedBy))
      .where(storedJobStates[state])
      .orderBy(...orders[state])
      .limit(JOBS_MOST),
    countJobs(ctx.db),
  ])
  const list = rows.map(({ job, person }): Job => {
    const { id, kind, attempts, maxAttempts, lastError: error, progress, createdAt, runAt, doneAt, failedAt } = job
    return {
      id,
      kind,
      state,
      attempts,
      maxAttempts,
      error,
      progress,
      person,
      createdAt,
      runAt,
      endedAt: doneAt ?? failedAt,
    }
  })
  const { waiting, running, failed } = counts
  return { jobs: list, counts: { waiting, running, failed } }
}

/** Lets a job that has failed for good begin again, with all its attempts. */
export async function retryFailedJob(ctx: Context, { params }: Input<typeof jobsApi.retry>): Promise<void> {
  const { kind } = await jobFor(ctx, params.id)
  if (!(await retryJob(ctx, params.id)))
    throw conflict('not_failed', msg('This job has not failed, or is being tried again'))
  await log(ctx, 'retry', params.id, kind)
}

/** Deletes a job in any state. */
export async function removeJob(ctx: Context, { params }: Input<typeof jobsApi.remove>): Promise<void> {
  const { kind } = await jobFor(ctx, params.id)
  await deleteJob(ctx, params.id)
  await log(ctx, 'delete', params.id, kind)
}

async function jobFor({ db }: Context, id: number) {
  const [job] = await db.select({ kind: jobs.kind }).from(jobs).where(eq(jobs.id, id)).for('update')
  if (!job) throw notFound(msg('There is no such job'))
  return job
}

const log = (ctx: Context, verb: string, id: number, kind: string) =>
  audit(ctx, { action: `job.${verb}`, resourceType: 'job', resourceId: String(id), details: { kind } })
