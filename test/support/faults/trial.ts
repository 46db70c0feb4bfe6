import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '../../../src/server/db/connect/connect.ts'
import { type ControlledDatabase, controlDatabase } from '../database-control.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { diceOf, FIRST_ACCOUNT, signIn } from '../writers.ts'

/** The setting of a trial. */
export interface Setting {
  /** An empty folder. */
  folder: string
  /** The program of the servers. */
  program: string[]
  /** Prints a line with a case's finds beside its measurements. */
  log?(line: string): void
  /** Whether to run the short form, for the test suite. */
  short?: boolean
}

/** A database of trials. */
export interface TrialDatabase {
  /** The address for the servers. */
  url: string
  /** The address for checks. */
  ownUrl(): string
  close(): Promise<void>
}

/** Servers on a database that can be made to fail. */
export interface Trial<D extends TrialDatabase = ControlledDatabase> {
  database: D
  servers: ServerProcess[]
  addresses: string[]
  /** The session that all people use. */
  cookie: string
  userId: string
  /** Sends a request of the account. The answer contains the time until the whole reply has arrived. */
  ask(address: string, path: string, sent?: Sent): Promise<Answer>
  /** Runs the statement on the database, past proxy and servers. */
  look<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Starts one more server on the same database, or one of them again. */
  startAnother(settings?: Record<string, string>, program?: string[]): Promise<string>
  close(): Promise<void>
}

interface Sent {
  method?: string
  body?: unknown
  /** A body that is sent unchanged, with these headers. */
  raw?: { headers: Record<string, string>; payload: Buffer }
  within?: number
}
export interface Answer {
  /** 0 when no reply came. */
  status: number
  code: string | undefined
  retryAfter: number | undefined
  took: number
  // biome-ignore lint/suspicious/noExplicitAny: a case may read any reply
  json: any
}

interface Opening {
  servers?: number
  /** Folders outside the setting's folder. */
  databaseFolder?: string
  dataDir?: string
  settings?: Record<string, string>
}

/** A request without a reply for this long counts as hanging. */
const TIMEOUT = 60_000

/** Opens a database in the folder and this many servers on it. The first account is the only one. */
export async function openTrial(setting: Setting, opening: Opening = {}): Promise<Trial> {
  const database = await controlDatabase(opening.databaseFolder ?? join(setting.folder, 'database'))
  const trial = await openTrialOn(database, setting, opening)
  return {
    ...trial,
    async close() {
      database.thaw()
      await trial.close()
    },
  }
}

/** Opens this many servers on an empty database, which is closed with them. */
export async function openTrialOn<D extends TrialDatabase>(
  database: D,
  { folder, program }: Setting,
  opening: Opening = {},
): Promise<Trial<D>> {
  const { servers: count = 1, dataDir = join(folder, 'data') } = opening
  mkdirSync(dataDir, { recursive: true })
  const servers: ServerProcess[] = []
  const addresses: string[] = []
  const startAnother = async (settings: Record<string, string> = {}, ofServer = program) => {
    const server = startServer(
      {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        ...FIRST_ACCOUNT,
        TIME_ZONE: 'UTC',
        LOG_LEVEL: 'error',
        ...opening.settings,
        ...settings,
      },
      ofServer,
    )
    servers.push(server)
    const address = await server.ready
    addresses.push(address)
    return address
  }
  const close = async () => {
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
    await database.close()
  }
  try {
    for (let at = 0; at < count; at += 1) await startAnother()
    const { cookie } = await signIn('everybody', addresses[0] ?? '', diceOf(1))
    const ask = (address: string, path: string, sent?: Sent) => askAs(cookie, address, path, sent)
    const { json } = await ask(addresses[0] ?? '', '/api/v1/auth/session')
    const look = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      onDatabase(database.ownUrl(), async (client) => (await client.query<Row>(text, values)).rows)
    return { database, servers, addresses, cookie, userId: json.id, ask, look, startAnother, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs a function on a direct connection to the database. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connectionOptions(url), application_name: 'looking on' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function askAs(cookie: string, address: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', body, raw, within = TIMEOUT } = sent
  const began = performance.now()
  const type = body !== undefined && { 'content-type': 'application/json' }
  try {
    const reply = await fetch(`${address}${path}`, {
      method,
      headers: { cookie, ...type, ...raw?.headers },
      ...(raw ? { body: new Uint8Array(raw.payload) } : body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(within),
    })
    const text = await reply.text()
    const json = /^[[{]/.test(text) ? JSON.parse(text) : text
    const retryAfter = reply.headers.get('retry-after')
    return {
      status: reply.status,
      code: json?.code,
      retryAfter: retryAfter === null ? undefined : Number(retryAfter),
      took: performance.now() - began,
      json,
    }
  } catch (error) {
    const { name, cause } = error as Error
    return {
      status: 0,
      code: String(cause ?? name),
      retryAfter: undefined,
      took: performance.now() - began,
      json: null,
    }
  }
}

/** Waits until the condition is true. Throws the message if that takes too long. */
export async function eventually(words: string, condition: () => Promise<boolean>, within = 15_000) {
  const began = performance.now()
  while (!(await condition())) {
    if (performance.now() - began > within) throw new Error(`Not within ${within} ms: ${words}`)
    await sleep(20)
  }
  return performance.now() - began
}

/** Throws the message unless the condition is true. */
export function must(so: boolean, words: string) {
  if (!so) throw new Error(words)
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** Whether it is a temporary refusal: 503 with the time to try again. */
export const isForNow = ({ status, retryAfter }: Answer) => status === 503 && Number(retryAfter) > 0

/** The memory of a server in MB. */
export function memoryOf({ child }: ServerProcess, read: (path: string) => string) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(read(`/proc/${child.pid}/status`)) ?? []
  return Number(kilobytes) / 1024
}
