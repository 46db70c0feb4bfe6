import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openFiles } from '../../src/server/adapters/files.ts'
import { openMailer } from '../../src/server/adapters/mail.ts'
import { openPdfReader } from '../../src/server/adapters/pdf.ts'
import { type AppOptions, buildApp } from '../../src/server/app.ts'
import { type Config, readConfig } from '../../src/server/base/config.ts'
import { contextFor, type Services } from '../../src/server/core/context.ts'
import { openBus } from '../../src/server/db/bus.ts'
import { connect, type Database } from '../../src/server/db/connect.ts'
import { authApi } from '../../src/shared/auth.ts'
import { CallError, callEndpoint, type Transport } from '../../src/shared/call.ts'
import type { Arguments, Endpoint, Reply } from '../../src/shared/endpoint.ts'
import { databaseUrl, TEMPLATE } from './global-setup.ts'
import { emailOf, type Fixtures, PASSWORD, type PersonName, seed } from './people.ts'

/** Somebody's browser: it keeps the cookie, and calls the API with the very client that the screens use. */
export interface Browser {
  call<E extends Endpoint>(endpoint: E, args: Arguments<E>, headers?: Record<string, string>): Promise<Reply<E>>
  /** A request as it is, for what the client would never send. */
  raw(options: { method: string; url: string; headers?: Record<string, string>; payload?: unknown }): Promise<RawReply>
  cookie: string
  /** The cookie by which the browser is known. */
  device: string
}
interface RawReply {
  status: number
  headers: Record<string, unknown>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
  json: any
}

/** One of the servers on a database. */
export interface Server {
  app: FastifyInstance
  services: Services
  address: string
}

/** A Muster on a database of its own, with the tests' small hotel in it. */
export interface TestApp {
  app: FastifyInstance
  services: Services
  fixtures: Fixtures
  stranger(): Browser
  /** A new session of whoever has this address and everybody's password. */
  signIn(email: string): Promise<Browser>
  /** Signs in once for each person and keeps the session. */
  as(name: PersonName): Promise<Browser>
  /** Listens on a free port, for what cannot be injected; gives the address. */
  listen(): Promise<string>
  /** Another server on the same database, as behind a load balancer; by another way to it if given. It ends with this one. */
  another(options?: AppOptions, way?: string): Promise<Server>
  /** A context of a person, for calling feature functions at a time of one's own. */
  contextOf(name: PersonName, now?: Date): ReturnType<typeof contextFor<Fixtures['people'][PersonName]>>
}

/** Opens a Muster for a test file, and closes it after the last test. */
export function useTestApp(settings: Record<string, string> = {}, options?: AppOptions): TestApp {
  const test = {} as TestApp & { close(): Promise<void> }
  beforeAll(async () => {
    Object.assign(
      test,
      await openTestApp(readConfig({ LOG_LEVEL: 'fatal', TIME_ZONE: 'Europe/Berlin', ...settings }), options),
    )
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
      const known = browsers.get(person) ?? signIn(emailOf(person))
      browsers.set(person, known)
      return known
    },
    contextOf: (person: PersonName, now = new Date()) => contextFor(services, fixtures.people[person], now),
    listen() {
      address ??= app.listen({ port: 0 })
      return address
    },
    async another(options?: AppOptions, way = url) {
      const other = await openServer(services.config, way, options)
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

/** Databases of this process that no app has, all empty: to empty one takes milliseconds, to copy one tenths of seconds. */
const free: string[] = []
let copies = 0
let schemaAsMade: string | undefined

async function acquireDatabase() {
  const known = free.pop()
  if (known) return known
  const server = inject('databaseServer')
  copies += 1
  const name = `muster_${process.pid}_${copies}_${Date.now()}`
  await onDatabase(server, (ask) => ask(`create database ${name} template ${TEMPLATE}`))
  const url = databaseUrl(server, name)
  schemaAsMade ??= await onDatabase(url, (ask) => ask(SCHEMA))
  return url
}

/** For the next app, unless a test has left something in its schema. */
async function releaseDatabase(url: string) {
  const schema = await onDatabase(url, async (ask) => {
    await ask(EMPTY)
    // Without this, later rows would lie in the gaps of those that were there.
    await ask(`vacuum ${await ask(TABLES)}`)
    return ask(SCHEMA)
  })
  if (schema === schemaAsMade) return free.push(url)
  const name = new URL(url).pathname.slice(1)
  return onDatabase(inject('databaseServer'), (ask) => ask(`drop database ${name} with (force)`))
}

/** Asks on a connection of its own, statement by statement; what is `found` comes back. */
async function onDatabase<T>(url: string, work: (ask: (statement: string) => Promise<string>) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (statement) => (await client.query(statement)).rows[0]?.found)
  } finally {
    await client.end()
  }
}

/** The names of all that is in it. */
const SCHEMA = `select string_agg(name, ' ' order by name) as found from (
  select relname as name from pg_class where relnamespace = 'public'::regnamespace
  union all select conname from pg_constraint where connamespace = 'public'::regnamespace
  union all select proname from pg_proc where pronamespace = 'public'::regnamespace
  union all select tgname from pg_trigger where not tgisinternal
) as everything`

const TABLES = `select string_agg(format('%I', tablename), ', ') as found from pg_tables where schemaname = 'public'`

/** Ends whatever else is connected, takes out all rows, and has the sequences begin again. */
const EMPTY = `do $$
declare
  name text;
begin
  perform pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  -- Neither triggers nor foreign keys.
  set local session_replication_role = replica;
  for name in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
    -- What the migrations have left there stays.
    execute 'delete from ' || name || case name when 'settings' then ' where name <> ''oldestRelease''' else '' end;
  end loop;
  perform setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'public';
end $$`

async function openServer(config: Config, url: string, options?: AppOptions) {
  const log = pino({ level: config.logLevel })
  const database = withOneConnectionEach(connect(url, () => {}))
  const bus = await openBus(url, log)
  const mail = openMailer(config, log)
  const files = openFiles(join(config.dataDir, 'files'))
  const pdf = openPdfReader()
  const services: Services = { config, database, bus, files, pdf, log, mail, sample: false }
  const app = await buildApp(services, options)
  await app.ready()
  const close = async () => {
    await app.close()
    await mail?.close()
    await bus.close()
    await pdf.close()
    await database.close()
  }
  return { app, services, close }
}

const holding = new AsyncLocalStorage<boolean>()

/**
 * Refuses a second connection to who holds one in a transaction: once all connections are held so, everybody would wait for
 * everybody. What a test itself does within a transaction is somebody else's doing: it goes through `aside`.
 */
function withOneConnectionEach(database: Database): Database {
  const { pool, transaction } = database
  const take = pool.connect.bind(pool) as (...asked: unknown[]) => never
  pool.connect = (...asked: unknown[]) => {
    if (holding.getStore()) throw new Error('A second connection was asked for within a transaction')
    return take(...asked)
  }
  return { ...database, transaction: (work) => transaction((db) => holding.run(true, () => work(db))) }
}

/** Does something within a transaction as if somebody else did it meanwhile. */
export const aside = <T>(work: () => T): T => holding.run(false, work)

function browserOn(app: FastifyInstance): Browser {
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
        headers: { ...cookieHeader(browser), ...request.headers },
        ...(request.payload !== undefined && { payload: request.payload as string }),
      }),
    )
    for (const { name, value } of reply.cookies) {
      if (name.endsWith('muster.sid')) browser.cookie = value ? `${name}=${value}` : ''
      if (name.endsWith('muster.device')) browser.device = `${name}=${value}`
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
      return { status: reply.statusCode, headers: reply.headers, text: reply.body, json: jsonOf(reply.body) }
    },
  }
  return browser
}

function cookieHeader({ cookie, device }: Browser) {
  const both = [cookie, device].filter(Boolean).join('; ')
  return both ? { cookie: both } : {}
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The refusal that a call must end in. */
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
