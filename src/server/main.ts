import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import type { Services } from './context.ts'
import { openBus } from './db/bus.ts'
import { connect, migrateDatabase } from './db/connect.ts'
import { openEmbedded } from './db/embedded.ts'
import { StartError } from './errors.ts'
import { prepareFirstStart } from './first-start.ts'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from './sample.ts'
import { startScheduler } from './scheduler.ts'

const STOP_WITHIN = 10_000

/** Opens everything in order and says where to find it; every step that was taken is undone, in reverse, at the end. */
async function start() {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel, base: undefined })
  const undo: (() => Promise<unknown>)[] = []
  const stop = stopper(undo, log)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))

  try {
    const url = await openDatabase(config, log, undo, stop)
    await migrateDatabase(url)
    const database = connect(url, (error) => log.warn({ err: error }, 'A connection to the database broke'))
    undo.push(() => database.close())
    const bus = await openBus(url, log)
    undo.push(() => bus.close())
    const services: Services = { config, database, bus, log, sample: false }
    services.sample = await prepareFirstStart(services, new Date())
    undo.push(startScheduler(services))
    const app = await buildApp(services)
    undo.push(() => app.close())
    await app.listen({ port: config.port, host: config.host })
    welcome(config, services.sample, (app.server.address() as AddressInfo).port)
  } catch (error) {
    process.stderr.write(`\n${reasonOf(error, config)}\n`)
    await stop(1)
  }
}

async function openDatabase(
  config: Config,
  log: pino.Logger,
  undo: (() => Promise<unknown>)[],
  stop: (code: number) => Promise<void>,
) {
  if (config.databaseUrl) return config.databaseUrl
  await mkdir(config.dataDir, { recursive: true })
  const embedded = await openEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line) })
  undo.push(() => embedded.stop())
  void embedded.exited.then(() => stop(1))
  return embedded.url
}

/** Stops once: no new requests, those in flight are finished, sockets closed, then the database; within ten seconds. */
function stopper(undo: (() => Promise<unknown>)[], log: pino.Logger) {
  let stopping: Promise<void> | undefined
  const run = async (code: number) => {
    setTimeout(() => process.exit(code || 1), STOP_WITHIN).unref()
    for (const step of undo.reverse())
      await step().catch((error) => log.error({ err: error }, 'A part did not stop cleanly'))
    process.exit(code)
  }
  return (code: number) => {
    stopping ??= run(code)
    return stopping
  }
}

function reasonOf(error: unknown, config: Config) {
  if (error instanceof StartError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Port ${config.port} is taken by another program. Stop it, or set another, for example: PORT=3001`
  if (code === 'EACCES' && config.port < 1024)
    return `Port ${config.port} may not be opened by this user. Set another, for example: PORT=3000`
  if (code === 'EADDRNOTAVAIL') return `HOST ${config.host} is no address of this machine. For example: HOST=0.0.0.0`
  if (config.databaseUrl && /^(E[A-Z]+|28...|3D000)$/.test(code ?? ''))
    return `The database that DATABASE_URL names does not answer: ${message}`
  return `Muster could not start: ${error instanceof Error ? error.stack : error}`
}

function welcome(config: Config, sample: boolean, port: number) {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const lines = [
    '',
    `  Muster is ready: ${config.publicUrl ?? `http://${host}:${port}`}`,
    `  Time zone: ${config.timeZone}`,
  ]
  if (sample) {
    lines.push(
      '',
      '  Sample hotel. Sign in with one of these, password muster-demo:'.replace('muster-demo', SAMPLE_PASSWORD),
    )
    for (const account of SAMPLE_ACCOUNTS) lines.push(`    ${account}`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

await start()
