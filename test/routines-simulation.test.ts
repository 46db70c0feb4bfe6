import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl, TEMPLATE } from './support/global-setup.ts'
import { isLongRun } from './support/long-run.ts'
import { isExact, simulateRoutines } from './support/routines-simulation.ts'

const name = `muster_routines_${process.pid}`
const admin = new pg.Client({ connectionString: inject('databaseServer') })

beforeAll(async () => {
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
})
afterAll(async () => {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

/** Five hundred routines and 400 days in each of four time zones: `npm run try -- routines`. */
test('each opening becomes one occurrence, while servers are killed and rest for hours and for days', async () => {
  const report = await simulateRoutines({
    url: databaseUrl(inject('databaseServer'), name),
    // Across the night in which the clocks go forward.
    ...{
      timeZone: 'Europe/Berlin',
      from: isLongRun ? '2026-03-14T12:00:00.000Z' : '2026-03-21T12:00:00.000Z',
      days: isLongRun ? 18 : 13,
    },
    ...{ routines: 40, servers: 2, killEvery: isLongRun ? 40 : 12, seed: 11 },
  })
  expect(report).toSatisfy(isExact)
  expect(report.kills).toBeGreaterThan(0)
  expect(report.outages).toBeGreaterThan(1)
  expect(report.missedInOutages).toBeGreaterThan(0)
}, 300_000)
