import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect/connect.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { BusMessage } from '../../db/events/bus.ts'
import { jobs } from '../../db/tables/jobs.ts'
import type { OpenContext } from '../context.ts'

/**
 * Durable work: a job is enqueued in the transaction that causes it, and some server runs it after the commit
 * (`core/jobs/job-runner.ts`). docs/jobs.md says how to add a kind.
 */

/** A handler's tools, besides its payload. */
export interface JobRun {
  /** The person who waits for it. */
  requestedBy: string | null
  /** Aborted when the server stops, the job was deleted, or another server has it. Long handlers end soon then. */
  signal: AbortSignal
  /** Shows how much is done; written once a second at most. Not to be called within a transaction. */
  progress(done: number, total: number): Promise<void>
  /**
   * Does the work and marks the job as done in one transaction, so that the work is done exactly once. Throws
   * `JobLost`, and writes nothing, when another attempt has the job. A handler that never calls it is done when it
   * returns.
   */
  complete(work: (ctx: OpenContext) => Promise<unknown>): Promise<void>
}

type JobHandler<P> = (ctx: OpenContext, payload: P, run: JobRun) => Promise<unknown>

export interface JobOptions {
  /** After so many it has failed for good. Twelve take about two and a half hours. */
  attempts?: number
  /** Takes more than a few seconds. Some places on each server are for others alone. */
  isLong?: boolean
  /** The most jobs of this kind that a server runs at once. The default is all its places. */
  concurrency?: number
  /** Deletes the row as soon as the job is done, for jobs that strangers may cause without end. */
  isForgotten?: boolean
}

/** One kind of job: its name in the table, and its handler. */
export interface JobKind<P extends object = never> extends Required<JobOptions>, FailureOptions<P> {
  name: string
  run: JobHandler<P>
}

interface FailureOptions<P> {
  /** Runs in the transaction that notes that a job has failed for good. A retry may still do the job. */
  onFailed?: (ctx: OpenContext, payload: P) => Promise<unknown>
}

/** Defines a kind of job. `src/server/jobs.ts` lists every kind that runs. The handler may run more than once. */
export const jobKind = <P extends object>(
  name: string,
  run: JobHandler<P>,
  {
    attempts = 12,
    isLong = false,
    concurrency = Number.POSITIVE_INFINITY,
    isForgotten = false,
    ...rest
  }: JobOptions & FailureOptions<P> = {},
): JobKind<P> => ({ name, run, attempts, isLong, concurrency, isForgotten, ...rest })

/** Thrown by a handler when another attempt would fail in the same way: the job has failed for good at once. */
export class PermanentFailure extends Error {}

/** Another attempt has the job, or it was deleted. */
export class JobLost extends Error {}

interface EnqueueOptions {
  /** For work that must not happen twice: while a job of this kind and key is there, this one is not enqueued. */
  key?: string
  /** Not before this time. */
  runAt?: Date
  /** The person who waits for it. */
  requestedBy?: string
}

/**
 * Enqueues a job within the caller's transaction. It runs after the commit, on whichever server is first; never when
 * the transaction is rolled back. Outside of a transaction it runs within a second.
 */
export const enqueue = <P extends object>(
  ctx: Pick<OpenContext, 'db' | 'outbox'>,
  kind: JobKind<P>,
  payload: P,
  options: EnqueueOptions = {},
): Promise<void> => enqueueMany(ctx, kind, [{ payload, ...options }])

/** Enqueues jobs of one kind in one statement. */
export async function enqueueMany<P extends object>(
  { db, outbox }: Pick<OpenContext, 'db' | 'outbox'>,
  { name, attempts }: Pick<JobKind<P>, 'name' | 'attempts'>,
  list: ({ payload: P } & EnqueueOptions)[],
): Promise<void> {
  if (list.length === 0) return
  const rows = list.map(({ runAt, ...rest }) => ({
    ...rest,
    ...{ kind: name, maxAttempts: attempts, runAt: runAt?.toISOString() },
  }))
  await db.insert(jobs).values(rows).onConflictDoNothing()
  if (!outbox.has('jobs')) outbox.push({ type: 'change', ...jobsChanged(), tab: null })
}

/**
 * Enqueues jobs in two statements, each in the place of the one of its kind and key: the work begins anew, with its
 * time. One that is being done then comes to nothing, as far as it is done in `complete`.
 */
export async function enqueueAnew<P extends object>(
  ctx: Pick<OpenContext, 'db' | 'outbox'>,
  kind: JobKind<P>,
  list: ({ payload: P; key: string } & EnqueueOptions)[],
): Promise<void> {
  if (list.length === 0) return
  const keys = sql.param(list.map(({ key }) => key))
  await ctx.db.delete(jobs).where(sql`${jobs.kind} = ${kind.name} and ${jobs.key} = any(${keys}::text[])`)
  await enqueueMany(ctx, kind, list)
}

/** Announces changed jobs: to administrators, to waiting people (`users`), and to servers that look for work. */
export const jobsChanged = (users: string[] = []) => ({
  change: { resource: 'jobs' as const, id: null },
  audience: { fromRole: 'admin' as const, departments: [], users },
})
export const isJobsChanged = (message: BusMessage) =>
  (message.type === 'change' || message.type === 'news') && message.change.resource === 'jobs'

/** The states of a job, as conditions. */
export const isUnfinished = sql`${jobs.doneAt} is null and ${jobs.failedAt} is null`
export const storedJobStates = {
  waiting: sql`${isUnfinished} and ${jobs.lockedBy} is null`,
  running: sql`${isUnfinished} and ${jobs.lockedBy} is not null`,
  failed: sql`${jobs.failedAt} is not null`,
  done: sql`${jobs.doneAt} is not null`,
} satisfies Record<string, SQL>

export interface JobCounts extends Record<string, number> {
  waiting: number
  running: number
  failed: number
  /** Since how many seconds the oldest that is due waits. */
  oldest: number
}

/** How many jobs are in each state, besides those that are done. */
export async function countJobs(db: Db): Promise<JobCounts> {
  const isWaiting = sql`filter (where ${jobs.lockedBy} is null)`
  const { rows } = await db.execute<JobCounts>(sql`
    select (select count(*)::int from ${jobs} where ${storedJobStates.failed}) as failed,
      count(*) ${isWaiting}::int as waiting, count(${jobs.lockedBy})::int as running,
      coalesce(greatest(extract(epoch from now() - min(${jobs.runAt}) ${isWaiting}), 0), 0)::float as oldest
    from ${jobs} where ${isUnfinished}`)
  const [counts] = rows
  if (!counts) throw new Error('Nothing was counted')
  return counts
}

/** Lets a job that has failed for good begin again; says whether there was one. */
export async function retryJob({ db, outbox }: OpenContext, id: number) {
  const { rowCount } = await db.execute(sql`
    update ${jobs} set failed_at = null, attempts = 0, run_at = now() where id = ${id} and ${storedJobStates.failed}`)
  outbox.push({ type: 'change', ...jobsChanged(), tab: null })
  return rowCount === 1
}

/** Forgets a job that has failed for good, so that its key can be enqueued again. */
export const forgetFailed = ({ db }: Pick<OpenContext, 'db'>, { name }: { name: string }, key: string) =>
  db.execute(sql`delete from ${jobs} where kind = ${name} and key = ${key} and ${storedJobStates.failed}`)

/** Deletes a job; one that runs is broken off. Says whether there was one. */
export const deleteJob = async ({ db }: OpenContext, id: number) =>
  (await db.execute(sql`delete from ${jobs} where id = ${id}`)).rowCount === 1

const DAY = 24 * 3600 * 1000
const KEEP_DONE = 3 * DAY
/** So long a job that has failed is kept. */
export const FAILED_JOB_DAYS = 90
const KEEP_FAILED = FAILED_JOB_DAYS * DAY

/** Deletes jobs that were done, or have failed for good, some time ago; their keys are free again. */
export async function deleteOldJobs({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const before = (age: number) => new Date(now.getTime() - age).toISOString()
  await deleteInBatches(db, jobs, sql`${jobs.doneAt} < ${before(KEEP_DONE)}`, signal)
  await deleteInBatches(db, jobs, sql`${jobs.failedAt} < ${before(KEEP_FAILED)}`, signal)
}
