import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl, TEMPLATE } from './support/global-setup.ts'
import { isLongRun } from './support/long-run.ts'
import { isFaultless, simulateShifts } from './support/shift-simulation.ts'

const name = `muster_shifts_${process.pid}`
const admin = new pg.Client({ connectionString: inject('databaseServer') })
const folder = mkdtempSync(join(tmpdir(), 'muster-shifts-'))

afterAll(async () => {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Sixty people for a week: `npm run try -- shifts`. */
test('everybody is told at the right time, while servers are killed and devices fail', async () => {
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const { report, faults } = await simulateShifts({
    url: databaseUrl(inject('databaseServer'), name),
    folder,
    hours: isLongRun ? 24 : 10,
    // Four are two managers, one who works at night and hands over in the morning, and one who is away.
    peopleInEachDepartment: isLongRun ? 5 : 4,
    deeds: isLongRun ? 20 : 12,
    handOver: 1,
    lookEvery: isLongRun ? 1 : 6,
    // In the middle of the time one server is killed, in any case.
    killEvery: isLongRun ? 20 : Number.POSITIVE_INFINITY,
    seed: 4,
  })
  expect(faults).toEqual([])
  expect(report).toSatisfy(isFaultless)
  expect(report.kills).toBeGreaterThan(0)
  // In which way, depends on how fast this machine is.
  expect(report.rangOnDuty + report.rangOffDuty + report.inBriefing).toBeGreaterThan(0)
  expect(report.items).toBeGreaterThan(0)
  expect(report.looks).toBeGreaterThan(isLongRun ? 1_000 : 100)
}, 300_000)
