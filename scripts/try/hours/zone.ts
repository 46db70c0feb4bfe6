// The hours of one time zone, in a process of its own: `scripts/try/hours.ts` starts it.
import pino from 'pino'
import { readConfig } from '../../../src/server/base/config.ts'
import type { Services } from '../../../src/server/core/context.ts'
import { connect } from '../../../src/server/db/connect/connect.ts'
import { openBus } from '../../../src/server/db/events/bus.ts'
import { followEvents } from '../../../src/server/db/events/event-log.ts'
import { migrateDatabase } from '../../../src/server/db/migrate/migrate.ts'
import { rememberSettings } from '../../../src/server/db/remembered-settings.ts'
import { type HoursOptions, simulateHours } from '../../../test/support/hours-simulation.ts'

process.on('message', async ({ url, options }: { url: string; options: HoursOptions }) => {
  await migrateDatabase(url)
  const log = pino({ level: 'error' })
  const database = connect(url, () => {}, { size: 6 })
  const bus = await openBus(url, log)
  const events = await followEvents({ database, bus, log })
  const services = { config: readConfig({}), database, bus, events, log, settings: rememberSettings(bus, events) }
  const report = await simulateHours(services as Services, options)
  await events.close()
  await bus.close()
  await database.close()
  process.send?.(report)
})
