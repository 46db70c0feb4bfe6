import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { readConfig } from '../../src/server/base/config.ts'
import type { Services } from '../../src/server/core/context.ts'
import { startJobs } from '../../src/server/core/jobs/job-runner.ts'
import { type JobKind, jobKind } from '../../src/server/core/jobs/jobs.ts'
import { connect } from '../../src/server/db/connect/connect.ts'
import { openBus } from '../../src/server/db/events/bus.ts'

/** A server that runs jobs and nothing else, in a process of its own: `jobs-crash.ts` kills it. */

interface Work {
  name: string
  /** How long it takes, in milliseconds. */
  takes: number
}

/** Its effect is a row that is there once, because it is written with the job's completion. */
export const onceJob = jobKind<Work>('once', async (_ctx, { name, takes }, { complete }) => {
  await sleep(takes)
  await complete(({ db }) => db.execute(sql`insert into effects (kind, name) values ('once', ${name})`))
})

/** Its effect is outside of the job's transaction, as an e-mail's is. */
export const leastJob = jobKind<Work>('at least once', async ({ db }, { name, takes }) => {
  await sleep(takes)
  await db.execute(sql`insert into effects (kind, name) values ('at least once', ${name})`)
})

/** Fails at its first attempt. */
export const failingJob = jobKind<Work>('fails first', async ({ db }, { name }, { complete }) => {
  const { rows } = await db.execute(sql`select from effects where kind = 'attempt' and name = ${name}`)
  if (rows.length === 0) {
    await db.execute(sql`insert into effects (kind, name) values ('attempt', ${name})`)
    throw new Error('The first attempt fails')
  }
  await complete((tx) => tx.db.execute(sql`insert into effects (kind, name) values ('fails first', ${name})`))
})

const crashKinds: JobKind[] = [onceJob, leastJob, failingJob]

const [, program, url] = process.argv
if (url && program?.includes('jobs-server')) {
  const log = pino({ level: 'silent' })
  const database = connect(url, () => {})
  const services = { config: readConfig({}), database, bus: await openBus(url, log), log }
  startJobs(services as Services, crashKinds)
  process.stdout.write('ready\n')
}
