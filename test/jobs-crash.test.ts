import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl, TEMPLATE } from './support/global-setup.ts'
import { crashJobs, isKept } from './support/jobs-crash.ts'
import { isLongRun } from './support/long-run.ts'

const name = `muster_jobs_${process.pid}`
const admin = new pg.Client({ connectionString: inject('databaseServer') })

afterAll(async () => {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

/** Two thousand jobs and three servers: `npm run try -- jobs`. */
test('jobs are done at least once, and those with a key exactly once, while servers are killed', async () => {
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const report = await crashJobs({
    url: databaseUrl(inject('databaseServer'), name),
    ...{ jobs: isLongRun ? 400 : 40, servers: 2, kills: isLongRun ? 6 : 1, seed: 7 },
  })
  expect(report).toSatisfy(isKept)
  expect(report.kills).toBeGreaterThan(0)
}, 300_000)
