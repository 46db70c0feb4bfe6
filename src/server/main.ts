import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { backupPlaceFault } from './adapters/backup-store.ts'
import { filesFolder, openFileStore } from './adapters/file-store.ts'
import { openMailer } from './adapters/mail.ts'
import { openPdfReader } from './adapters/pdf.ts'
import { openProvider } from './adapters/provider.ts'
import { openPushSender } from './adapters/push.ts'
import { openTelemetry } from './adapters/telemetry-sender.ts'
import { openWebhookSender } from './adapters/webhooks.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig, release } from './base/config.ts'
import { StartError, throttledWarning } from './base/errors.ts'
import { describeMisspelt, misspeltSettings } from './base/misspelt.ts'
import { describeOpenMetrics, mustBeWritable, warnOfFewConnections, warnOfFewFiles } from './base/start-checks.ts'
import type { Services } from './core/context.ts'
import { completeTaskSums } from './core/counts/task-sums.ts'
import { startJobs } from './core/jobs/job-runner.ts'
import { observing } from './core/observing.ts'
import { rememberTaskJson } from './core/tasks/remembered-json.ts'
import { checkDatabase } from './db/connect/check.ts'
import { connect } from './db/connect/connect.ts'
import { openReplica } from './db/connect/replica.ts'
import { openEmbedded } from './db/embedded/embedded.ts'
import { openBus } from './db/events/bus.ts'
import { followEvents } from './db/events/event-log.ts'
import { isOfOtherFiles, newestMigration } from './db/migrate/known-migrations.ts'
import { migrateDatabase } from './db/migrate/migrate.ts'
import { rememberSettings } from './db/remembered-settings.ts'
import { loggedError } from './db/statements/logged-error.ts'
import { openSlowStatements } from './db/statements/slow.ts'
import { describeMissing, missingDepartments } from './doctor/departments.ts'
import { jobKinds } from './jobs.ts'
import { SAMPLE_ACCOUNTS } from './sample/load.ts'
import { SAMPLE_PASSWORD } from './sample/staff.ts'
import { startScheduler } from './scheduled/scheduler.ts'
import { fillSample, prepareFirstStart } from './start/first-start.ts'

/** The time limits of a stop: for all of it, for requests in flight, for jobs, and for each other part. */
const STOP_TIMEOUT_MS = 10_000
const REQUESTS_TIMEOUT_MS = 6_000
const JOBS_TIMEOUT_MS = 2_000
const PART_TIMEOUT_MS = 1_000

const warnOfBrokenConnection = throttledWarning('A connection to the database broke')

/** The parts that are open so far. They are closed in reverse. */
type OpenParts = { close(): Promise<unknown>; timeoutMs?: number }[]

/** The end of this process, after a signal or an error. */
interface End {
  /** The exit code; undefined until the end begins. */
  code: number | undefined
  begin(code: number): void
  begun: Promise<void>
  /** Resolves at a second signal, or an error during the stop. Then the server no longer waits for proxies. */
  urgent: Promise<void>
  /** The time for proxies to choose another server, in milliseconds. The stop may take this much longer. */
  drainMs: number
}

/**
 * Opens all parts in order, prints the address and waits for the end. Then it gives proxies DRAIN_SECONDS to choose
 * another server, and closes the parts in reverse.
 */
async function run() {
  const end = endOfProcess()
  const opened: OpenParts = []
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    const app = await open(config, opened, end)
    end.drainMs = config.drainSeconds * 1_000
    await end.begun
    app.beginStop()
    if (end.code === 0) await Promise.race([delay(end.drainMs), end.urgent])
  } catch (error) {
    // An error because of the stop itself is not reported.
    if (end.code === undefined) process.stderr.write(`\n${reasonOf(error, config)}\n`)
    end.begin(1)
  }
  for (const { close, timeoutMs = PART_TIMEOUT_MS } of opened.reverse()) {
    const closed = close().catch((error) => process.stderr.write(`A part did not stop cleanly: ${error}\n`))
    await Promise.race([closed, delay(timeoutMs)])
  }
  process.exit(end.code)
}

function endOfProcess(): End {
  const { promise: begun, resolve } = withResolvers()
  const { promise: urgent, resolve: resolveUrgent } = withResolvers()
  const end: End = {
    code: undefined,
    begun,
    urgent,
    drainMs: 0,
    begin(code) {
      if (end.code !== undefined) return resolveUrgent()
      end.code = code
      setTimeout(() => process.exit(1), end.drainMs + STOP_TIMEOUT_MS).unref()
      resolve()
    },
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end.begin(0))
  return end
}

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

async function open(config: Config, opened: OpenParts, end: End) {
  // The log is written in blocks, at most 0.1 s late: single lines would take a tenth of a short request's time.
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 })
  const log = pino({ level: config.logLevel, base: undefined, serializers: { err: loggedError } }, output)
  /** If the end begins during a step, the next step is not taken. */
  const step = async <T>(opening: Promise<T>, closing?: (part: T) => OpenParts[number]) => {
    const part = await opening
    if (closing) opened.push(closing(part))
    if (end.code !== undefined) throw new StartError('Stopped')
    return part
  }
  warnOfFewFiles(log)
  for (const found of misspeltSettings(process.env)) log.warn(describeMisspelt(found))
  const openMetrics = describeOpenMetrics(config)
  if (openMetrics) log.warn(openMetrics)
  if (isOfOtherFiles())
    log.warn(
      `This Muster, ${release} with the migration ${newestMigration}, was built before the files around it changed, and goes on as it was built. To use those, run: npm ci && npm run build`,
    )
  const url = config.databaseUrl ?? (await step(openOwnDatabase(config, log, end), (own) => own)).url
  const directUrl = config.databaseDirectUrl ?? url
  if (config.databaseUrl) warnOfFewConnections(config, await step(checkDatabase(url, config.databaseDirectUrl)), log)
  await step(migrateDatabase(directUrl))
  const database = connect(url, (error) => end.code === undefined && warnOfBrokenConnection(log, error), {
    size: config.databasePool,
  })
  opened.push({ close: () => database.close() })
  await step(completeTaskSums(database, new Date()))
  const replica = config.databaseReadUrl
    ? openReplica(config.databaseReadUrl, database, { size: config.databasePool, log })
    : null
  if (replica) opened.push({ close: () => replica.close() })
  const bus = await step(openBus(directUrl, log), (part) => part)
  const events = await step(followEvents({ database, bus, log }), (part) => ({ close: () => part.close() }))
  const mail = openMailer(config)
  if (mail) opened.push({ close: async () => mail.close() })
  mustBeWritable(filesFolder(config))
  const files = await step(openFileStore(config))
  await step(files.removeUnfinished())
  const pdf = openPdfReader()
  opened.push({ close: () => pdf.close() })
  const push = openPushSender(config)
  opened.push({ close: async () => push.close() })
  const webhooks = openWebhookSender(config)
  opened.push({ close: async () => webhooks.close() })
  const provider = openProvider(config)
  const telemetry = await step(openTelemetry(config, log), (part) => ({ close: async () => part?.close() }))
  const services: Services = {
    config,
    database,
    replica,
    bus,
    events,
    settings: rememberSettings(bus, events),
    taskJson: rememberTaskJson(bus),
    files,
    pdf,
    push,
    webhooks,
    log,
    mail,
    provider,
    sample: false,
    slowStatements: openSlowStatements(config, log),
    telemetry,
  }
  services.database = observing(services, undefined).database
  await step(fillSample(services, url))
  services.sample = await step(prepareFirstStart(services, new Date()))
  void warnOfWhatIsToCome(services)
  const app = await step(buildApp(services), (part) => ({ close: () => part.close(), timeoutMs: REQUESTS_TIMEOUT_MS }))
  opened.push({ close: startScheduler(services) })
  opened.push({ close: startJobs(services, jobKinds), timeoutMs: JOBS_TIMEOUT_MS })
  await step(app.listen({ port: config.port, host: config.host }))
  // The sample hotel does not need a system user of its own.
  if (process.getuid?.() === 0 && !services.sample)
    log.warn('Muster runs as root, which it does not need. Start it as a separate user that owns DATA_DIR.')
  welcome(config, services.sample, (app.server.address() as AddressInfo).port)
  return app
}

/** Logs faults that only a backup or a sign-in would show. People can work meanwhile: nothing waits for it. */
async function warnOfWhatIsToCome({ config, database, log }: Services) {
  const { backup, dataDir, provider } = config
  const failed = (err: unknown) => log.warn({ err }, 'A check at the start has failed')
  const missing = await missingDepartments(database.orm, provider?.groups).catch(failed)
  if (missing && missing.length > 0) log.warn(describeMissing(missing))
  const place = backup && (await backupPlaceFault(backup, dataDir).catch(failed))
  if (place) log[place.isToBeMade ? 'warn' : 'error'](place.says)
}

async function openOwnDatabase({ dataDir }: Config, log: pino.Logger, end: End) {
  const { url, stop, exited } = await openEmbedded({ dataDir, log: (line) => log.info(line) })
  void exited.then(() => {
    if (end.code === undefined) log.fatal(`The database has ended. ${dataDir}/postgres.log says why.`)
    end.begin(1)
  })
  // Also after it has ended by itself, because `stop` releases the data folder.
  return { url, close: stop, timeoutMs: STOP_TIMEOUT_MS }
}

function reasonOf(error: unknown, { port, host }: Partial<Config> = {}) {
  if (error instanceof StartError) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or set another, for example: PORT=3001`
  if (code === 'EACCES' && Number(port) < 1024)
    return `This user may not open port ${port}. Set another, for example: PORT=3000`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine. For example: HOST=0.0.0.0`
  return `Muster could not start: ${error instanceof Error ? error.stack : error}`
}

function welcome(config: Config, sample: boolean, port: number) {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const address = config.development ? '' : `: ${config.publicUrl ?? `http://${host}:${port}`}`
  const lines = ['', `  Muster is ready${address}`, `  Time zone: ${config.timeZone}`]
  if (sample) {
    lines.push('', `  Sample hotel. Sign in with one of these, password ${SAMPLE_PASSWORD}:`)
    for (const account of SAMPLE_ACCOUNTS) lines.push(`    ${account}`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

void run()
