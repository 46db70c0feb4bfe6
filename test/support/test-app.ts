import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest'
import { openFileStore } from '../../src/server/adapters/file-store.ts'
import { openMailer } from '../../src/server/adapters/mail.ts'
import { openPdfReader } from '../../src/server/adapters/pdf.ts'
import { openProvider } from '../../src/server/adapters/provider.ts'
import { openPushSender } from '../../src/server/adapters/push.ts'
import { openWebhookSender } from '../../src/server/adapters/webhooks.ts'
import { type AppOptions, buildApp } from '../../src/server/app.ts'
import { type Config, readConfig } from '../../src/server/base/config.ts'
import { contextFor, inTransaction, type Services } from '../../src/server/core/context.ts'
import { rememberTaskJson } from '../../src/server/core/tasks/remembered-json.ts'
import type { Audited } from '../../src/server/core/write/audit-config.ts'
import { insert } from '../../src/server/core/write/write.ts'
import { connect, type Database } from '../../src/server/db/connect/connect.ts'
import { openBus } from '../../src/server/db/events/bus.ts'
import { followEvents } from '../../src/server/db/events/event-log.ts'
import type { NewEvent } from '../../src/server/db/events/events.ts'
import { rememberSettings } from '../../src/server/db/remembered-settings.ts'
import { authApi } from '../../src/shared/auth.ts'
import type { Arguments, Endpoint, Reply } from '../../src/shared/endpoint.ts'
import { CallError, callEndpoint, type Transport } from '../../src/web/api/call-endpoint.ts'
import { databaseUrl, TEMPLATE } from './global-setup.ts'
import { emailOf, type Fixtures, PASSWORD, type PersonName, seed } from './people.ts'

/** A person's browser. It keeps cookies and calls the API with the same client as the screens. */
export interface Browser {
  call<E extends Endpoint>(endpoint: E, args: Arguments<E>, headers?: Record<string, string>): Promise<Reply<E>>
  /** Sends any request, also one that the client would never send. */
  raw(options: { method: string; url: string; headers?: Record<string, string>; payload?: unknown }): Promise<RawReply>
  cookie: string
  /** The cookie of a known browser. */
  device: string
}
export interface RawReply {
  status: number
  headers: Record<string, unknown>
  text: string
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: a test may read any reply
  json: any
}

/** One of the servers on a database. */
export interface Server {
  app: FastifyInstance
  services: Services
  address: string
}

/** A Muster on a separate database that contains the fixtures. */
export interface TestApp {
  app: FastifyInstance
  services: Services
  fixtures: Fixtures
  stranger(): Browser
  /** Signs in with this e-mail address and the password of the fixtures, in a new browser. */
  signIn(email: string): Promise<Browser>
  /** The browser of a person. It signs in only once. */
  as(name: PersonName): Promise<Browser>
  /** Listens on a free port, for tests that need a real connection. Returns the address. */
  listen(): Promise<string>
  /** Starts another server on the same database, as behind a load balancer. It closes with this one. */
  another(options?: AppOptions, databaseUrl?: string): Promise<Server>
  /** Writes events as a feature would, and publishes them; on this server or another one on its database. */
  announce(events: NewEvent[], services?: Services): Promise<void>
  /** Puts a row there as it is, logged and announced as that person's doing. */
  put<T extends Audited>(name: PersonName, table: T, values: T['$inferInsert']): Promise<T['$inferSelect']>
  /** The context of a person at any time, for calling feature functions. */
  contextOf(name: PersonName, now?: Date): ReturnType<typeof contextFor<Fixtures['people'][PersonName]>>
}

/** Opens a Muster for a test file, and closes it after the last test. A failure prints the servers' errors. */
export function useTestApp(settings: Record<string, string> = {}, options?: AppOptions): TestApp {
  const test = {} as TestApp & { close(): Promise<void> }
  beforeAll(async () => {
    Object.assign(test, await openTestApp(readConfig({ TIME_ZONE: 'Europe/Berlin', ...settings }), options))
  })
  beforeEach(({ onTestFailed }) => {
    loggedErrors.length = 0
    onTestFailed(() => {
      for (const line of loggedErrors) console.error(inWords(line))
    })
  })
  afterAll(() => test.close())
  return test
}

async function openTestApp(config: Config, options?: AppOptions) {
  const url = await acquireDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-test-'))
  const { app, services, close } = await openServer({ ...config, dataDir, databaseUrl: url }, url, options)
  const fixtures = await seed(services)
  const others: { close(): Promise<void> }[] = []
  let address: Promise<string> | undefined

  const browsers = new Map<PersonName, Promise<Browser>>()
  const signIn = async (email: string) => {
    const browser = browserOn(app)
    await browser.call(authApi.login, { body: { email, password: PASSWORD } })
    return browser
  }
  return {
    app,
    services,
    fixtures,
    stranger: () => browserOn(app),
    signIn,
    as(person: PersonName) {
      const browser = browsers.get(person) ?? signIn(emailOf(person))
      browsers.set(person, browser)
      return browser
    },
    announce: (events: NewEvent[], over: Services = services) =>
      aside(() => inTransaction(contextFor(over, null, new Date()), async ({ outbox }) => outbox.push(...events))),
    put: <T extends Audited>(person: PersonName, table: T, values: T['$inferInsert']) =>
      aside(() =>
        inTransaction(contextFor(services, fixtures.people[person], new Date()), (ctx) => insert(ctx, table, values)),
      ),
    contextOf: (person: PersonName, now = new Date()) => contextFor(services, fixtures.people[person], now),
    listen() {
      address ??= app.listen({ port: 0 })
      return address
    },
    async another(options?: AppOptions, databaseUrl = url) {
      const other = await openServer(services.config, databaseUrl, options)
      others.push(other)
      return { ...other, address: await other.app.listen({ port: 0 }) }
    },
    async close() {
      for (const server of [...others, { close }]) await server.close()
      await releaseDatabase(url)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Empty databases of this process that no app uses. Emptying one is much faster than copying the template. */
const free: string[] = []
let copies = 0
let originalSchema: string | undefined

async function acquireDatabase() {
  const unused = free.pop()
  if (unused) return unused
  const server = inject('databaseServer')
  copies += 1
  const name = `muster_${process.pid}_${copies}_${Date.now()}`
  await onDatabase(server, (query) => query(`create database ${name} template ${TEMPLATE}`))
  const url = databaseUrl(server, name)
  originalSchema ??= await onDatabase(url, (query) => query(SCHEMA))
  return url
}

/** Empties the database for the next app. Drops it if a test has changed its schema. */
async function releaseDatabase(url: string) {
  const schema = await onDatabase(url, async (query) => {
    await query(EMPTY)
    // Otherwise later rows would fill the gaps of deleted rows, in another order.
    await query(`vacuum ${await query(TABLES)}`)
    return query(SCHEMA)
  })
  if (schema === originalSchema) return free.push(url)
  const name = new URL(url).pathname.slice(1)
  return onDatabase(inject('databaseServer'), (query) => query(`drop database ${name} with (force)`))
}

/** Opens a connection. `query` runs a statement and returns the column `found` of its first row. */
async function onDatabase<T>(url: string, run: (query: (statement: string) => Promise<string>) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  // A statement in progress tells of a lost connection itself.
  client.on('error', () => {})
  await client.connect()
  try {
    return await run(async (statement) => (await client.query(statement)).rows[0]?.found)
  } finally {
    await client.end()
  }
}

/** The names of everything in the schema. */
const SCHEMA = `select string_agg(name, ' ' order by name) as found from (
  select relname as name from pg_class where relnamespace = 'public'::regnamespace
  union all select conname from pg_constraint where connamespace = 'public'::regnamespace
  union all select proname from pg_proc where pronamespace = 'public'::regnamespace
  union all select tgname from pg_trigger where not tgisinternal
) as everything`

const TABLES = `select string_agg(format('%I', tablename), ', ') as found from pg_tables where schemaname = 'public'`

/** Closes other connections, deletes all rows and restarts the sequences. */
const EMPTY = `do $$
declare
  name text;
begin
  perform pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  -- Without triggers and foreign keys.
  set local session_replication_role = replica;
  for name in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
    -- The rows of the migrations stay.
    execute 'delete from ' || name || case name when 'settings' then ' where name not in (''oldestMigration'', ''oldestRelease'', ''eventsEpoch'')' else '' end;
  end loop;
  perform setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'public';
end $$`

/** The lines of the log about errors since the current test began. A reply of 500 says nothing about its cause. */
const loggedErrors: string[] = []

/** A line of the log, with the stack as people read it. */
function inWords(line: string) {
  const { msg, reqId, err } = JSON.parse(line)
  return [`${msg}${reqId ? ` (${reqId})` : ''}`, err?.stack].filter(Boolean).join('\n')
}

async function openServer(config: Config, url: string, options?: AppOptions) {
  const log = pino({ level: 'error' }, { write: (line) => loggedErrors.push(line) })
  const database = withOneConnectionEach(connect(url, () => {}, { size: config.databasePool }))
  const bus = await openBus(url, log)
  const events = await followEvents({ database, bus, log })
  const mail = openMailer(config)
  const files = await openFileStore(config)
  const pdf = openPdfReader()
  const push = openPushSender(config)
  const webhooks = openWebhookSender(config)
  const provider = openProvider(config)
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
    mail,
    provider,
    sample: false,
  }
  const app = await buildApp(services, options)
  await app.ready()
  const close = async () => {
    await app.close()
    mail?.close()
    await events.close()
    await bus.close()
    await pdf.close()
    push.close()
    webhooks.close()
    await database.close()
  }
  return { app, services, close }
}

const holding = new AsyncLocalStorage<boolean>()

/**
 * Refuses a second connection to code that holds one in a transaction. If all connections were held this way, all would
 * wait for each other. A request that a test sends during a transaction goes through `aside`, because it is not part of
 * the transaction.
 */
function withOneConnectionEach(database: Database): Database {
  const { pool, transaction } = database
  const connectToPool = pool.connect.bind(pool) as (...args: unknown[]) => never
  pool.connect = (...args: unknown[]) => {
    if (holding.getStore()) throw new Error('A second connection was requested in a transaction')
    return connectToPool(...args)
  }
  return { ...database, transaction: (run, observe) => transaction((db) => holding.run(true, () => run(db)), observe) }
}

/** Runs a function during a transaction as if it were not part of it. */
export const aside = <T>(run: () => T): T => holding.run(false, run)

function browserOn(app: FastifyInstance): Browser {
  /** The values of its other cookies by name; empty for one that was cleared. */
  const others = new Map<string, string>()
  const send = async (request: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: unknown
  }) => {
    const reply = await aside(() =>
      app.inject({
        method: request.method as 'GET',
        url: request.url,
        headers: { ...cookieHeader(browser, others), ...request.headers },
        ...(request.payload !== undefined && { payload: request.payload as string }),
      }),
    )
    for (const { name, value } of reply.cookies) {
      if (name.endsWith('muster.sid')) browser.cookie = value ? `${name}=${value}` : ''
      else if (name.endsWith('muster.device')) browser.device = `${name}=${value}`
      else others.set(name, value)
    }
    return reply
  }
  const transport: Transport = async ({ method, url, headers, body }) => {
    const reply = await send({ method, url, headers, payload: body })
    return { status: reply.statusCode, statusText: reply.statusMessage, text: reply.body }
  }
  const browser: Browser = {
    cookie: '',
    device: '',
    call: (endpoint, args, headers) => callEndpoint(transport, endpoint, args, headers),
    async raw(options) {
      const reply = await send(options)
      const { statusCode: status, headers, body: text, rawPayload: bytes } = reply
      return { status, headers, text, bytes, json: jsonOf(text) }
    },
  }
  return browser
}

function cookieHeader({ cookie, device }: Browser, others: ReadonlyMap<string, string>) {
  const more = [...others].filter(([, value]) => value).map(([name, value]) => `${name}=${value}`)
  const all = [cookie, device, ...more].filter(Boolean).join('; ')
  return all ? { cookie: all } : {}
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error of a call that must be refused. Fails if the call succeeds. */
export async function httpErrorOf(calling: Promise<unknown>): Promise<CallError> {
  const outcome = await calling.then(
    (reply) => ({ reply }),
    (error: unknown) => ({ error }),
  )
  expect(outcome, 'the call should have been refused').toHaveProperty('error')
  const { error } = outcome as { error: unknown }
  expect(error).toBeInstanceOf(CallError)
  return error as CallError
}
