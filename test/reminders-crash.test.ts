import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl, TEMPLATE } from './support/global-setup.ts'
import { isLongRun } from './support/long-run.ts'
import { crashReminders } from './support/reminders-crash.ts'

const name = `muster_reminders_${process.pid}`
const admin = new pg.Client({ connectionString: inject('databaseServer') })
const dataDir = mkdtempSync(join(tmpdir(), 'muster-reminders-'))

afterAll(async () => {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** `npm run try -- reminders` takes a thousand reminders and three servers. */
test('reminders fire exactly once while servers are killed and started again', async () => {
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const url = databaseUrl(inject('databaseServer'), name)
  const reminders = isLongRun ? 200 : 20
  const few = {
    reminders,
    within: 3_000,
    servers: 2,
    kills: isLongRun ? 6 : 1,
    pause: [500, 1_500] as [number, number],
  }
  const report = await crashReminders({ url, dataDir, ...few, seed: 7 })
  expect(report).toMatchObject({ reminders, fired: reminders, deliveredMore: 0, notDelivered: 0 })
  expect(report.deliveredOnce).toBe(report.expected)
  expect(report.kills).toBeGreaterThan(0)
}, 300_000)
