import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { openDiskFiles } from '../src/server/adapters/disk-files.ts'
import { openPdfReader } from '../src/server/adapters/pdf.ts'
import { openPushSender } from '../src/server/adapters/push.ts'
import { openWebhookSender } from '../src/server/adapters/webhooks.ts'
import { buildApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/base/config.ts'
import type { Services } from '../src/server/core/context.ts'
import { rememberTaskJson } from '../src/server/core/tasks/remembered-json.ts'
import { connect } from '../src/server/db/connect/connect.ts'
import { openEmbedded } from '../src/server/db/embedded/embedded.ts'
import { superuserAddress } from '../src/server/db/embedded/running.ts'
import { openBus } from '../src/server/db/events/bus.ts'
import { followEvents } from '../src/server/db/events/event-log.ts'
import { migrateDatabase } from '../src/server/db/migrate/migrate.ts'
import { rememberSettings } from '../src/server/db/remembered-settings.ts'
import { writeSetting } from '../src/server/db/settings.ts'
import { FOLD_VERSION } from '../src/shared/words/fold.ts'
import { cookiesOf } from '../test/support/cookies.ts'
import { emailOf, PASSWORD, type PersonName, seed } from '../test/support/people.ts'

export type BenchServer = Awaited<ReturnType<typeof openBenchServer>>

/**
 * A Muster to measure, with the tests' fixtures on its own database. `close` removes both.
 *
 * @param options.countsStatements whether the database counts its statements, for `statements`
 */
export async function openBenchServer({ countsStatements = false } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const embedded = countsStatements ? await openCounting(dataDir) : await openEmbedded({ dataDir })
  await migrateDatabase(embedded.url)
  const log = pino({ level: 'warn' })
  const database = connect(embedded.url, () => {})
  const bus = await openBus(embedded.url, log)
  const events = await followEvents({ database, bus, log })
  const files = openDiskFiles(join(dataDir, 'files'))
  const pdf = openPdfReader()
  const config = readConfig({})
  const push = openPushSender(config)
  const webhooks = openWebhookSender(config)
  const services: Services = {
    config,
    database,
    replica: null,
    bus,
    events,
    settings: rememberSettings(bus, events),
    taskJson: rememberTaskJson(bus),
    files,
    pdf,
    push,
    webhooks,
    log,
    mail: null,
    provider: null,
    sample: false,
  }
  const fixtures = await seed(services)
  // Rows filled in later are folded by today's rules. Otherwise a server would look through all of them, beside the
  // measurement.
  await writeSetting(database.orm, 'foldVersion', FOLD_VERSION)
  let app: Awaited<ReturnType<typeof buildApp>> | undefined
  return {
    services,
    fixtures,
    /** Its temporary folder, for files of the caller. */
    folder: dataDir,
    url: embedded.url,
    pool: database.pool,
    /** The number of statements that the database has run so far for anybody. */
    async statements() {
      const { rows } = await database.pool.query('select sum(calls)::int as count from pg_stat_statements')
      return rows[0].count as number
    },
    /** Listens; call it when the database is filled. Returns a function that signs a person in. */
    async serve() {
      app = await buildApp(services)
      await app.listen({ port: 0 })
      const { port } = app.server.address() as AddressInfo
      return (name: PersonName) => signIn(`http://127.0.0.1:${port}/api/v1`, name)
    },
    async close() {
      await app?.close()
      await pdf.close()
      push.close()
      webhooks.close()
      await events.close()
      await bus.close()
      await database.close()
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens a new embedded database that counts its statements. Only a restart loads the library for that. */
async function openCounting(dataDir: string) {
  const asSuperuser = async (statement: string) => {
    const client = new pg.Client({ connectionString: superuserAddress(dataDir) })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const embedded = await openEmbedded({ dataDir })
  await asSuperuser("alter system set shared_preload_libraries = 'pg_stat_statements'")
  await embedded.stop()
  const counting = await openEmbedded({ dataDir })
  await asSuperuser('create extension pg_stat_statements')
  return counting
}

/** Signs in. Returns a function that calls as that person and returns the text. It throws for a bad reply. */
async function signIn(origin: string, name: PersonName) {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: emailOf(name), password: PASSWORD })
  const reply = await fetch(`${origin}/auth/login`, { method: 'POST', headers: json, body })
  const cookie = cookiesOf(reply.headers.getSetCookie())
  return async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(origin + path, {
      method,
      headers: { cookie, ...(body !== undefined && json) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
    return text
  }
}
