import pino from 'pino'
import { openFileStore } from './adapters/file-store.ts'
import { openPdfReader } from './adapters/pdf.ts'
import { openPushSender } from './adapters/push.ts'
import { openWebhookSender } from './adapters/webhooks.ts'
import { readConfig } from './base/config.ts'
import { rememberTaskJson } from './core/tasks/remembered-json.ts'
import { connect } from './db/connect/connect.ts'
import { openBus } from './db/events/bus.ts'
import { followEvents } from './db/events/event-log.ts'
import { rememberSettings } from './db/remembered-settings.ts'
import { prepareFirstStart } from './start/first-start.ts'

/** Fills an empty database with the sample hotel, in a process of its own (`start/first-start.ts`). */
process.once('disconnect', () => process.exit(1))
const config = readConfig(process.env)
const log = pino({ level: config.logLevel, base: undefined })
const url = config.databaseUrl ?? ''
const database = connect(url, () => {})
const bus = await openBus(url, log)
const events = await followEvents({ database, bus, log })
const settings = rememberSettings(bus, events)
const [files, pdf] = [await openFileStore(config), openPdfReader()]
const push = openPushSender(config)
const webhooks = openWebhookSender(config)
await prepareFirstStart(
  {
    config,
    database,
    replica: null,
    bus,
    events,
    settings,
    taskJson: rememberTaskJson(bus),
    files,
    pdf,
    push,
    webhooks,
    log,
    mail: null,
    provider: null,
  },
  new Date(),
)
await bus.close()
process.exit(0)
