import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { errorName, failures, reasonOf, throttledWarning } from '../../base/errors.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { contextFor, inTransaction, type Services } from '../context.ts'
import { observing } from '../observing.ts'
import { isJobsChanged, type JobKind, JobLost, type JobRun, jobsChanged, PermanentFailure } from './jobs.ts'

/** How long an attempt has its job unless it asks for longer, in ms: a killed server's jobs wait for as long. */
const LEASE = 15_000
/** Wake-ups tell of new jobs at once. Looking finds jobs whose time has come, and makes up for lost wake-ups. */
const LOOK_EVERY = 1_000
const SHOW_EVERY = 1_000
/** At a stop: running jobs may go on for so long, and may then take so long to notice that they are aborted. */
const STOP_WITHIN = 1_000
const ABORT_WITHIN = 500
/** Seconds before the second attempt; each further delay is twice as long, up to the longest. */
const FIRST_DELAY = 5
const LONGEST_DELAY = 3600
const MOST_OF_AN_ERROR = 500

/** A job as one attempt has it; `lock` is that attempt's own. */
type Taken = { id: number; kind: string; payload: never; attempts: number; lock: string; requestedBy: string | null }

interface Attempt extends Taken {
  isLong: boolean
  abort: AbortController
  /** When the lease was renewed last, by `performance.now()`. */
  renewed: number
  /** Its transaction holds the row: nobody can renew it, or take it away. */
  isCompleting: boolean
  ended: Promise<void>
}

/** The attempts under way on this server, by their locks. */
type Running = Map<string, Attempt>

const milliseconds = (count: number) => sql`interval '1 millisecond' * ${count}`
const release = sql`locked_by = null, locked_until = null`
const failedOnce = throttledWarning('A job failed')

/**
 * Runs jobs of these kinds until the returned function is called: that lets those under way end, breaks off the rest
 * and leaves them to other servers. Each runs on a third of this server's connections to the database, on four at the
 * most.
 */
export function startJobs(services: Services, kinds: readonly JobKind[], lease = LEASE): () => Promise<void> {
  const { bus, log } = services
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  const places = Math.min(4, Math.max(2, Math.floor(services.config.databasePool / 3)))
  const running: Running = new Map()
  const away = failures(log, 'Jobs cannot be taken', 'Jobs are taken again')
  const announce = announcer(services)
  let isStopped = false
  let looking: Promise<void> | undefined
  let lookAgain = false

  /** Takes jobs while there are places and something to do; one place is never taken by a long job. */
  async function look() {
    do {
      lookAgain = false
      while (!isStopped && running.size < places) {
        const long = [...running.values()].filter(({ isLong }) => isLong).length
        const runs = (name: string) => [...running.values()].filter(({ kind }) => kind === name).length
        const wanted = kinds.filter(
          ({ name, isLong, concurrency }) => (!isLong || long < places - 1) && runs(name) < concurrency,
        )
        const job = await take(services, wanted, lease)
        if (!job) break
        start(job)
      }
    } while (lookAgain && !isStopped)
  }
  /** Never looks twice at a time, so that there are no more jobs than places. */
  function wake() {
    lookAgain = true
    looking ??= look()
      .then(away.ended, away.came)
      .finally(() => {
        looking = undefined
      })
  }

  function start(job: Taken) {
    const kind = byName.get(job.kind) as JobKind
    const abort = new AbortController()
    // One job may send a hundred messages at once, and each listens to this signal.
    setMaxListeners(0, abort.signal)
    const attempt = { ...job, isLong: kind.isLong, abort, renewed: performance.now(), isCompleting: false } as Attempt
    running.set(job.lock, attempt)
    announce(job)
    attempt.ended = runAttempt(services, kind, attempt, announce).finally(() => {
      running.delete(job.lock)
      announce(job)
      wake()
    })
  }

  bus.subscribe((messages) => {
    if (messages.some(isJobsChanged)) wake()
  })
  const looks = setInterval(() => setTimeout(wake, (Math.random() * LOOK_EVERY) / 2).unref(), LOOK_EVERY).unref()
  const leases = setInterval(() => keepLeases(services, byName, running, lease).catch(away.came), lease / 3).unref()
  wake()

  return async () => {
    isStopped = true
    clearInterval(looks)
    await looking
    await endRunning(services, running, () => clearInterval(leases))
  }
}

/** Takes the next job of these kinds whose time has come, and that no other server has. */
async function take({ database }: Services, kinds: readonly JobKind[], lease: number) {
  const names = sql.param(kinds.map(({ name }) => name))
  const { rows } = await database.orm.execute<Taken>(sql`
    update ${jobs} set attempts = attempts + 1, locked_by = gen_random_uuid(), locked_until = now() + ${milliseconds(lease)}
    where id = (
      select id from ${jobs} where done_at is null and failed_at is null and run_at <= now() + ${milliseconds(1)}
        and (locked_until is null or locked_until < now()) and attempts < max_attempts
        and kind = any(${names}::text[])
      order by run_at, id limit 1 for update skip locked
    ) returning id, kind, payload, attempts, locked_by as lock, requested_by as "requestedBy"`)
  return rows[0]
}

/** Nobody else may take a job while its server still works on it; and one whose last attempt never ended has failed. */
async function keepLeases(services: Services, kinds: Map<string, JobKind>, running: Running, lease: number) {
  const expired = performance.now() - lease
  for (const { renewed, isCompleting, abort } of running.values())
    if (renewed < expired && !isCompleting) abort.abort(new JobLost())
  if (running.size > 0) await renewLeases(services.database, running, lease)
  await inTransaction(contextFor(services, null, new Date()), async (tx) => {
    const { rows } = await tx.db.execute<Pick<Taken, 'kind' | 'payload'>>(sql`
      update ${jobs} set failed_at = now(), last_error = 'The server ended while this ran', ${release} where id in (
        select id from ${jobs} where done_at is null and failed_at is null and locked_until < now()
          and attempts >= max_attempts for update skip locked)
      returning kind, payload`)
    for (const { kind, payload } of rows) await kinds.get(kind)?.onFailed?.(tx, payload)
  })
}

async function renewLeases(database: Services['database'], running: Running, lease: number) {
  const before = performance.now()
  const { rows } = await database.orm.execute<{ lock: string }>(sql`
    update ${jobs} set locked_until = now() + ${milliseconds(lease)} where id in (
      select id from ${jobs} where id = any(${sql.param([...running.values()].map(({ id }) => id))}::bigint[])
        and locked_by = any(${sql.param([...running.keys()])}::uuid[]) for update skip locked
    ) returning locked_by as lock`)
  const renewed = new Set(rows.map(({ lock }) => lock))
  for (const attempt of running.values()) {
    if (renewed.has(attempt.lock)) attempt.renewed = before
    else if (attempt.renewed < before && !attempt.isCompleting) attempt.abort.abort(new JobLost())
  }
}

/** Waits a moment for running jobs, aborts the rest and leaves them to other servers. */
async function endRunning({ database, bus }: Services, running: Running, stopLeases: () => void) {
  const end = Promise.all([...running.values()].map(({ ended }) => ended))
  await Promise.race([end, delay(STOP_WITHIN)])
  stopLeases()
  const locks = [...running.keys()]
  for (const { abort } of running.values()) abort.abort(new JobLost())
  await Promise.race([end, delay(ABORT_WITHIN)])
  if (locks.length === 0) return
  await database.orm.execute(sql`
    update ${jobs} set ${release}, attempts = attempts - 1 where locked_by = any(${sql.param(locks)}::uuid[])`)
  bus.publish([{ type: 'news', ...jobsChanged() }])
}

type Announce = (job: Pick<Taken, 'requestedBy'>) => void

/** Does one job once, and notes how that went. */
async function runAttempt(services: Services, kind: JobKind, attempt: Attempt, announce: Announce) {
  const { id, lock, attempts, abort, payload } = attempt
  const span = services.telemetry?.begin({
    name: `job ${kind.name}`,
    kind: 'internal',
    attributes: { 'muster.job.kind': kind.name, 'muster.job.id': id, 'muster.job.attempt': attempts },
  })
  let failure: string | undefined
  const ctx = contextFor(observing(services, { job: id, kind: kind.name }, span), null, new Date())
  const isMine = sql`id = ${id} and locked_by = ${lock}`
  const finish = kind.isForgotten
    ? sql`delete from ${jobs} where ${isMine}`
    : sql`update ${jobs} set done_at = now(), payload = '{}', last_error = null, ${release} where ${isMine}`
  let isDone = false
  let shown = Number.NEGATIVE_INFINITY
  const run: JobRun = {
    requestedBy: attempt.requestedBy,
    signal: abort.signal,
    async progress(done, total) {
      if (performance.now() - shown < SHOW_EVERY) return
      shown = performance.now()
      await ctx.db.execute(sql`update ${jobs} set progress = ${JSON.stringify({ done, total })} where ${isMine}`)
      announce(attempt)
    },
    async complete(work) {
      attempt.isCompleting = true
      try {
        await inTransaction(ctx, async (tx) => {
          // This statement comes first, so that it locks the row for the rest of the transaction.
          if ((await tx.db.execute(finish)).rowCount === 0) throw new JobLost()
          await work(tx)
        })
        isDone = true
      } finally {
        attempt.isCompleting = false
      }
    },
  }
  try {
    await kind.run(ctx, payload, run)
    if (!isDone) await run.complete(async () => {})
  } catch (error) {
    failure = errorName(error)
    if (abort.signal.aborted || error instanceof JobLost) return
    const log = services.log.child({ job: id, kind: kind.name })
    failedOnce(log, error)
    const reason = reasonOf(error).replaceAll('\0', '').slice(0, MOST_OF_AN_ERROR)
    const wait = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (attempts - 1)) * (0.5 + Math.random())
    await inTransaction(ctx, async (tx) => {
      const { rows } = await tx.db.execute<{ failed: boolean }>(sql`
        update ${jobs} set last_error = ${reason}, run_at = now() + ${milliseconds(wait * 1000)},
          failed_at = case when ${error instanceof PermanentFailure} or attempts >= max_attempts then now() end, ${release}
        where ${isMine} returning failed_at is not null as failed`)
      if (rows[0]?.failed) await kind.onFailed?.(tx, payload)
    }).catch((unwritten) => failedOnce(log, unwritten))
  } finally {
    span?.end({ error: failure })
  }
}

/** Tells administrators, and those who wait, that jobs are others than before; together, once a second at most. */
function announcer({ bus }: Services): Announce {
  const users = new Set<string>()
  let isComing = false
  return ({ requestedBy }) => {
    if (requestedBy) users.add(requestedBy)
    if (isComing) return
    isComing = true
    setTimeout(() => {
      isComing = false
      bus.publish([{ type: 'news', ...jobsChanged([...users]) }])
      users.clear()
    }, SHOW_EVERY).unref()
  }
}
