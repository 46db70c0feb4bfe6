import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl, TEMPLATE } from './support/global-setup.ts'
import { isConsistent, tryConsistency } from './support/live-consistency.ts'
import { isLongRun } from './support/long-run.ts'

const name = `muster_live_${process.pid}`
const admin = new pg.Client({ connectionString: inject('databaseServer') })
const dataDir = mkdtempSync(join(tmpdir(), 'muster-live-'))

afterAll(async () => {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Three servers with two hundred pages each, and three thousand writes: `npm run try -- live`. */
test('pages that follow by messages alone show what the API gives, though a server is killed and connections are cut', async () => {
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const report = await tryConsistency({
    ...{ url: databaseUrl(inject('databaseServer'), name), dataDir, seed: 3 },
    ...{
      servers: 2,
      pages: isLongRun ? 20 : 4,
      writes: isLongRun ? 600 : 60,
      kills: 1,
      cuts: 1,
      repeats: 2,
      dueWithin: 2_000,
    },
  })
  expect(report).toSatisfy(isConsistent)
  expect([report.kills, report.cuts, report.repeated]).toEqual([1, 1, 2])
  expect(report.received.patched).toBeGreaterThan(report.received.readAgain)
}, 300_000)
