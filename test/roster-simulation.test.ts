import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl, TEMPLATE } from './support/global-setup.ts'
import { isLongRun } from './support/long-run.ts'
import { isFaultlessRoster, type RosterZone, rosterZones, simulateRoster } from './support/roster-simulation.ts'

const name = `muster_roster_${process.pid}`
const admin = new pg.Client({ connectionString: inject('databaseServer') })
const folder = mkdtempSync(join(tmpdir(), 'muster-roster-'))
const seed = Number(process.env.SEED ?? 7)

beforeAll(() => admin.connect())
afterAll(async () => {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Sixty people for half a year in two time zones: `npm run try -- roster`. */
const [first = 'Europe/Berlin'] = rosterZones
test.each<RosterZone>(isLongRun ? rosterZones : [first])(
  'the roster in %s is what another calculation says, while a server is killed',
  async (timeZone) => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name} template ${TEMPLATE}`)
    const { report, faults } = await simulateRoster({
      url: databaseUrl(inject('databaseServer'), name),
      ...{ folder, timeZone, seed },
      // In the middle of the time one server is killed, in any case.
      ...(isLongRun
        ? { people: 8, weeks: 3, killEvery: 200, lookEvery: 3, hasPages: true }
        : { people: 6, weeks: 1, killEvery: Number.POSITIVE_INFINITY, lookEvery: 20, hasPages: false }),
    })
    if (isLongRun) console.table(report)
    expect({ seed, faults }).toEqual({ seed, faults: [] })
    expect(report).toSatisfy(isFaultlessRoster)
    expect(report.kills).toBeGreaterThan(0)
    expect(report.published).toBeGreaterThan(0)
    if (isLongRun) expect(report.asked).toBeGreaterThan(0)
    expect(report.sessions).toBeGreaterThan(0)
    expect(report.absences).toBeGreaterThan(0)
    if (isLongRun) expect(report.heard).toBeGreaterThan(0)
    if (isLongRun) expect(report.shiftsOpened).toBeGreaterThan(0)
  },
  900_000,
)
