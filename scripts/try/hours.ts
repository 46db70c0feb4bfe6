// Sixty people work for 13 months in each of three time zones, across all clock changes: they clock in and out, take
// breaks, send both hours later with a wrong clock, forget to clock out, state ends and breaks afterwards, and managers
// correct sessions and breaks and add hours, with times typed as on the screens, also in the hour that comes twice. The
// minutes of every day, as their week, their team's week and their record say them, are compared with a calculation
// that asks `Intl` alone and shares no code with Muster.
//
//   npm run try -- hours [people, 60] [days, 396] [seed, random] [first day, 2026-02-20]
//
// It uses its own database in a temporary folder. It ends with 0 and the counts, or with 1 and the differences.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../../src/server/base/config.ts'
import type { Services } from '../../src/server/core/context.ts'
import { connect } from '../../src/server/db/connect/connect.ts'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { openBus } from '../../src/server/db/events/bus.ts'
import { followEvents } from '../../src/server/db/events/event-log.ts'
import { migrateDatabase } from '../../src/server/db/migrate/migrate.ts'
import { rememberSettings } from '../../src/server/db/remembered-settings.ts'
import { isExact, simulateHours } from '../../test/support/hours-simulation.ts'

const words = process.argv.slice(2)
const [people = 60, days = 396, seed = Math.floor(Math.random() * 1_000_000)] = words.slice(0, 3).map(Number)
const from = words[3] ?? '2026-02-20'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-hours-')))
const embedded = await openEmbedded({ dataDir: join(folder, 'database') })
try {
  await migrateDatabase(embedded.url)
  const log = pino({ level: 'error' })
  const database = connect(embedded.url, () => {}, { size: 6 })
  const bus = await openBus(embedded.url, log)
  const events = await followEvents({ database, bus, log })
  const services = { config: readConfig({}), database, bus, events, log, settings: rememberSettings(bus, events) }
  console.log(`${people} people, ${days} days from ${from} on, seed ${seed}`)
  let isRight = true
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
    const { examples, ...report } = await simulateHours(services as Services, { timeZone, people, from, days, seed })
    console.table(report)
    for (const example of examples) console.log(example)
    isRight &&= isExact({ ...report, examples })
  }
  await events.close()
  await bus.close()
  await database.close()
  if (!isRight) throw new Error('Not each day has the minutes that it should have')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
