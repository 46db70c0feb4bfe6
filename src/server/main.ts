import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { openFiles } from './adapters/files.ts'
import { openMailer } from './adapters/mail.ts'
import { openPdfReader } from './adapters/pdf.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './base/config.ts'
import { StartError, throttledWarning } from './base/errors.ts'
import { mustBeWritable, warnOfFewConnections, warnOfFewFiles } from './base/start-checks.ts'
import type { Services } from './core/context.ts'
import { openBus } from './db/bus.ts'
import { checkDatabase } from './db/check.ts'
import { connect } from './db/connect.ts'
import { openEmbedded } from './db/embedded.ts'
import { loggedError } from './db/logged-error.ts'
import { migrateDatabase } from './db/migrate.ts'
import { SAMPLE_ACCOUNTS } from './sample/load.ts'
import { SAMPLE_PASSWORD } from './sample/staff.ts'
import { startScheduler } from './scheduled/scheduler.ts'
import { prepareFirstStart } from './start/first-start.ts'

const STOP_WITHIN = 10_000
/** How long requests in flight may take at a stop, and then each of the other parts. */
const REQUESTS_WITHIN = 6_000
const PART_WITHIN = 1_000

const broken = throttledWarning('A connection to the database broke')

/** What has been opened so far, to be closed in reverse. */
type Opened = { close(): Promise<unknown>; within?: number }[]

/** The end of this process: asked for by a signal, or come by itself. */
interface End {
  code: number | undefined
  come(code: number): void
  whenCome: Promise<void>
  /** A second signal, or a fault while the first is being followed: nothing is waited for any more. */
  whenPressed: Promise<void>
  /** What the stop may take beyond `STOP_WITHIN`, in milliseconds. */
  drain: number
}

/**
 * Opens everything in order, says where to find it, and waits for the end. Then lets proxies turn elsewhere, for as long as
 * DRAIN_SECONDS says, and closes what is open, in reverse.
 */
async function run() {
  const end = endOfProcess()
  const opened: Opened = []
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    const app = await open(config, opened, end)
    end.drain = config.drainSeconds * 1_000
    await end.whenCome
    app.beginStop()
    if (end.code === 0) await Promise.race([delay(end.drain), end.whenPressed])
  } catch (error) {
    // What fails because it is being stopped is no fault.
    if (end.code === undefined) process.stderr.write(`\n${reasonOf(error, config)}\n`)
    end.come(1)
  }
  for (const { close, within = PART_WITHIN } of opened.reverse()) {
    const closed = close().catch((error) => process.stderr.write(`A part did not stop cleanly: ${error}\n`))
    await Promise.race([closed, delay(within)])
  }
  process.exit(end.code)
}

function endOfProcess(): End {
  const { promise: whenCome, resolve } = withResolvers()
  const { promise: whenPressed, resolve: press } = withResolvers()
  const end: End = {
    code: undefined,
    whenCome,
    whenPressed,
    drain: 0,
    come(code) {
      if (end.code !== undefined) return press()
      end.code = code
      setTimeout(() => process.exit(1), end.drain + STOP_WITHIN).unref()
      resolve()
    },
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end.come(0))
  return end
}

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

async function open(config: Config, opened: Opened, end: End) {
  // Lines are written some at a time, a tenth of a second late at the most: one by one they cost a tenth of a short request.
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 })
  const log = pino({ level: config.logLevel, base: undefined, serializers: { err: loggedError } }, output)
  /** After a step that the end has come in the middle of, no other is taken. */
  const step = async <T>(opening: Promise<T>, closing?: (part: T) => Opened[number]) => {
    const part = await opening
    if (closing) opened.push(closing(part))
    if (end.code !== undefined) throw new StartError('Stopped')
    return part
  }
  warnOfFewFiles(log)
  const url = config.databaseUrl ?? (await step(openOwnDatabase(config, log, end), (own) => own)).url
  if (config.databaseUrl) warnOfFewConnections(config, await step(checkDatabase(url)), log)
  await step(migrateDatabase(url))
  const database = connect(url, (error) => end.code === undefined && broken(log, error), { size: config.databasePool })
  opened.push({ close: () => database.close() })
  const bus = await step(openBus(url, log), (part) => part)
  const mail = openMailer(config, log)
  if (mail) opened.push({ close: () => mail.close() })
  const filesFolder = join(config.dataDir, 'files')
  mustBeWritable(filesFolder)
  const files = openFiles(filesFolder)
  await step(files.removeLeftovers())
  const pdf = openPdfReader()
  opened.push({ close: () => pdf.close() })
  const services: Services = { config, database, bus, files, pdf, log, mail, sample: false }
  services.sample = await step(prepareFirstStart(services, new Date()))
  const app = await step(buildApp(services), (part) => ({ close: () => part.close(), within: REQUESTS_WITHIN }))
  opened.push({ close: startScheduler(services) })
  await step(app.listen({ port: config.port, host: config.host }))
  // To look at the sample hotel no user of its own is needed.
  if (process.getuid?.() === 0 && !services.sample)
    log.warn('Muster runs as root, which it does not need. Start it as a user of its own, who owns DATA_DIR.')
  welcome(config, services.sample, (app.server.address() as AddressInfo).port)
  return app
}

async function openOwnDatabase({ dataDir }: Config, log: pino.Logger, end: End) {
  const { url, stop, exited } = await openEmbedded({ dataDir, log: (line) => log.info(line) })
  void exited.then(() => {
    if (end.code === undefined) log.fatal(`The database has ended. ${dataDir}/postgres.log says why.`)
    end.come(1)
  })
  // Also when it has ended by itself: that gives the data folder back.
  return { url, close: stop, within: STOP_WITHIN }
}

function reasonOf(error: unknown, { port, host }: Partial<Config> = {}) {
  if (error instanceof StartError) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or set another, for example: PORT=3001`
  if (code === 'EACCES' && Number(port) < 1024)
    return `Port ${port} may not be opened by this user. Set another, for example: PORT=3000`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is no address of this machine. For example: HOST=0.0.0.0`
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
