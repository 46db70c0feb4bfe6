import { afterEach, expect, test } from 'vitest'
import { isExact } from './support/hours-report.ts'
import { simulateHours } from './support/hours-simulation.ts'
import { isLongRun } from './support/long-run.ts'
import { clearPayroll } from './support/payroll.ts'
import { useTestApp } from './support/test-app.ts'

const muster = useTestApp()
afterEach(() => clearPayroll(muster))
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

/** Sixty people for 13 months in each of three time zones: `npm run try -- hours`. */
test.each([
  // Around a night in which the clocks go back; in Lord Howe by half an hour. The long run has both changes.
  ['Europe/Berlin', '2026-10-05', 62],
  ['America/New_York', '2026-10-26', 12],
  ['Australia/Lord_Howe', '2026-03-30', 12],
])(
  'hours in %s from %s on are what another calculation says',
  async (timeZone, from, days) => {
    const report = await simulateHours(muster.services, {
      ...{ timeZone, seed },
      ...(isLongRun ? { people: 6, from: '2026-03-01', days: 260 } : { people: 3, from, days }),
    })
    const { examples, different, refused } = report
    expect({ seed, examples, different, refused }).toEqual({ seed, examples: [], different: 0, refused: 0 })
    expect(report).toSatisfy(isExact)
    expect(report.minutes).toBeGreaterThan(0)
    if (isLongRun || days > 31) expect(report.exported).toBeGreaterThan(0)
    if (isLongRun) expect(report.twice).toBeGreaterThan(0)
  },
  600_000,
)
