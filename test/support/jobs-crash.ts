import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { diceOf } from '../../sample/story.ts'
import { projectRoot } from '../../src/server/base/project-root.ts'
import { enqueueMany } from '../../src/server/core/jobs/jobs.ts'
import { Outbox } from '../../src/server/core/write/outbox.ts'
import { connect, type Database } from '../../src/server/db/connect/connect.ts'
import { failingJob, leastJob, onceJob } from './jobs-server.ts'

const ENDS_WITHIN = 180_000
const PAUSE: [number, number] = [200, 1_200]
const BATCH = 50

export interface JobsCrashOptions {
  /** A migrated database without jobs. */
  url: string
  jobs: number
  servers: number
  /** The least number of kills; servers are killed for as long as more than a tenth of the jobs is left. */
  kills: number
  seed: number
  log?(line: string): void
}

export interface JobsCrashReport {
  jobs: number
  kills: number
  seconds: number
  /** Jobs that were taken more than once, as their server was killed or they failed first. */
  takenAgain: number
  /** With a key, the effect written with the completion. */
  keyed: number
  keyedOnce: number
  /** Without a key, the effect outside of the transaction. */
  unkeyed: number
  unkeyedDone: number
  unkeyedMoreThanOnce: number
  failedFirst: number
  failedFirstOnce: number
  notDone: number
}

/**
 * Enqueues jobs while servers on one database run them and are killed with SIGKILL and started again at random moments.
 * Every key is enqueued twice. Then counts how often each was done.
 */
export async function crashJobs({ url, jobs, servers, kills, seed, log }: JobsCrashOptions): Promise<JobsCrashReport> {
  const { roll } = diceOf(seed)
  const database = connect(url, () => {})
  const running: ChildProcess[] = []
  const begun = performance.now()
  let killed = 0
  try {
    await database.pool.query('create table effects (kind text, name text)')
    for (let at = 0; at < servers; at += 1) running[at] = startServer(url)
    await Promise.all(running.map(isReady))
    const enqueued = enqueueAll(database, jobs, roll)
    for (;;) {
      await sleep(PAUSE[0] + roll() * (PAUSE[1] - PAUSE[0]))
      const left = await countOpen(database)
      if (killed >= kills && left < jobs / 10) break
      if (performance.now() - begun > ENDS_WITHIN) break
      const at = Math.floor(roll() * servers)
      await kill(running[at])
      killed += 1
      await sleep(roll() * 200)
      running[at] = startServer(url)
    }
    await enqueued
    log?.(`${killed} kills; waiting for the last jobs`)
    const deadline = performance.now() + ENDS_WITHIN
    while ((await countOpen(database)) > 0 && performance.now() < deadline) await sleep(100)
    const seconds = Math.round((performance.now() - begun) / 1000)
    return { jobs, kills: killed, seconds, ...(await countAll(database)) }
  } finally {
    await Promise.all(running.map(kill))
    await database.pool.query('drop table if exists effects')
    await database.close()
  }
}

const startServer = (url: string) =>
  spawn(process.execPath, ['--import', 'tsx', 'test/support/jobs-server.ts', url], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const isReady = ({ stdout }: ChildProcess) => stdout && once(stdout, 'data')

async function kill(server?: ChildProcess) {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
}

async function enqueueAll(database: Database, jobs: number, roll: () => number) {
  const names = Array.from({ length: jobs }, (_, at) => `job ${at}`)
  for (let from = 0; from < jobs; from += BATCH) {
    const batch = names.slice(from, from + BATCH)
    // A tenth fails first; of the others every second one has a key.
    const of = (rest: (at: number) => boolean) => batch.filter((_, at) => rest(from + at))
    const isFailing = (at: number) => at % 10 === 0
    await put(database, failingJob, of(isFailing), true, roll)
    await put(
      database,
      onceJob,
      of((at) => !isFailing(at) && at % 2 === 0),
      true,
      roll,
    )
    await put(
      database,
      onceJob,
      of((at) => !isFailing(at) && at % 2 === 0),
      true,
      roll,
    )
    await put(
      database,
      leastJob,
      of((at) => !isFailing(at) && at % 2 === 1),
      false,
      roll,
    )
  }
}

type Kind = typeof onceJob
const put = (database: Database, kind: Kind, names: string[], hasKey: boolean, roll: () => number) =>
  database.transaction((db) =>
    enqueueMany(
      { db, outbox: new Outbox() },
      kind,
      names.map((name) => ({ payload: { name, takes: roll() ** 4 * 500 }, ...(hasKey && { key: name }) })),
    ),
  )

async function countOpen({ pool }: Database) {
  const { rows } = await pool.query(
    'select count(*)::int as open from jobs where done_at is null and failed_at is null',
  )
  return rows[0].open as number
}

async function countAll({ pool }: Database) {
  const { rows } = await pool.query<Omit<JobsCrashReport, 'jobs' | 'kills' | 'seconds'>>(`
    with times as (select kind, name, count(*) as times from effects group by kind, name)
    select (select count(*)::int from jobs where attempts > 1) as "takenAgain",
      (select count(*)::int from jobs where kind = '${onceJob.name}') as keyed,
      (select count(*)::int from times where kind = '${onceJob.name}' and times = 1) as "keyedOnce",
      (select count(*)::int from jobs where kind = '${leastJob.name}') as unkeyed,
      (select count(*)::int from times where kind = '${leastJob.name}') as "unkeyedDone",
      (select count(*)::int from times where kind = '${leastJob.name}' and times > 1) as "unkeyedMoreThanOnce",
      (select count(*)::int from jobs where kind = '${failingJob.name}') as "failedFirst",
      (select count(*)::int from times where kind = '${failingJob.name}' and times = 1) as "failedFirstOnce",
      (select count(*)::int from jobs where done_at is null) as "notDone"`)
  if (!rows[0]) throw new Error('Nothing was counted')
  return rows[0]
}

/** Whether a report keeps the promise: all jobs are done, and jobs with a key exactly once. */
export const isKept = (report: JobsCrashReport) =>
  report.notDone === 0 &&
  report.keyed + report.unkeyed + report.failedFirst === report.jobs &&
  report.keyedOnce === report.keyed &&
  report.unkeyedDone === report.unkeyed &&
  report.failedFirstOnce === report.failedFirst
