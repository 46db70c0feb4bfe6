// Sixty people work for 13 months in each of three time zones, across all clock changes: they clock in and out, take
// breaks, send both hours later with a wrong clock, forget to clock out, state ends and breaks afterwards, and managers
// correct sessions and breaks and add hours, with times typed as on the screens, also in the hour that comes twice.
// Each month is approved and goes to payroll, and some of it is reopened, corrected and approved again. The minutes of
// every day, as their week, their team's week and their record say them, and the lines of all runs after each step, are
// compared with a calculation that asks `Intl` alone and shares no code with Muster.
//
//   npm run try -- hours [people, 60] [days, 396] [seed, random] [first day, 2026-02-20]
//
// Each zone has a process and a database of its own, in a temporary folder. It ends with 0 and the counts, or with 1
// and the differences.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { forkProgram } from '../../test/support/fork-program.ts'
import { type HoursReport, isExact } from '../../test/support/hours-report.ts'
import type { HoursOptions } from '../../test/support/hours-simulation.ts'
import { ensureCompiled } from '../messages/catalogues.mjs'

const words = process.argv.slice(2)
const [people = 60, days = 396, seed = Math.floor(Math.random() * 1_000_000)] = words.slice(0, 3).map(Number)
const from = words[3] ?? '2026-02-20'
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']

await ensureCompiled()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-hours-')))
try {
  console.log(`${people} people, ${days} days from ${from} on, seed ${seed}`)
  const reports = await Promise.all(zones.map(simulated))
  const [minutes, different] = [sumOf(reports, 'minutes'), sumOf(reports, 'different')]
  console.log(`${minutes} minutes in ${sumOf(reports, 'runs')} payroll runs, ${different} minutes different`)
  if (!reports.every(isExact)) throw new Error('Not everything has the minutes that it should have')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Simulates a zone, and prints what it found. */
async function simulated(timeZone: string): Promise<HoursReport> {
  // Nothing has to survive a power cut.
  const embedded = await openEmbedded({ dataDir: join(folder, timeZone.replace('/', '-')), volatile: true })
  const program = forkProgram(join(import.meta.dirname, 'hours', 'zone.ts'))
  try {
    const options: HoursOptions = { timeZone, people, from, days, seed }
    const report = await program.ask<HoursReport>({ url: embedded.url, options })
    const { examples, ...counts } = report
    console.table(counts)
    for (const example of examples) console.log(example)
    return report
  } finally {
    await program.stop()
    await embedded.stop()
  }
}

function sumOf(reports: HoursReport[], count: 'minutes' | 'different' | 'runs') {
  return reports.reduce((sum, report) => sum + report[count], 0)
}
