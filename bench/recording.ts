import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'

/** One statement as it went to the database. */
export interface Statement {
  name?: string | undefined
  text: string
  values: unknown[]
}

/** What one request came to: its statements, those together that ran at the same time, and the reply. */
export interface Recording {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  body: string
  steps: Statement[][]
  /** Told on the bus after the commit. */
  report: Statement[]
  reply: { status: number; headers: Record<string, string>; body: string }
}

type Query = (config: string | Statement, values?: unknown, callback?: unknown) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
/** Node adds these by itself. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive'])

/** Asks the app for one reply and writes down every statement that it sends meanwhile. */
export async function record(
  app: FastifyInstance,
  cookie: string,
  method: Recording['method'],
  url: string,
  body?: object,
): Promise<Recording> {
  const steps: Statement[][] = []
  const report: Statement[] = []
  const { query } = client
  let running = 0
  client.query = function (this: unknown, config: string | Statement, ...rest: unknown[]) {
    const { name, text } = typeof config === 'string' ? { text: config, name: undefined } : config
    const values = [rest[0], typeof config === 'string' ? [] : config.values].find(Array.isArray) ?? []
    const statement = { name, text, values }
    if (text.includes('pg_notify(')) report.push(statement)
    else if (running > 0) steps.at(-1)?.push(statement)
    else steps.push([statement])
    running += 1
    const callback = rest.at(-1)
    if (typeof callback === 'function') {
      rest[rest.length - 1] = (...outcome: unknown[]) => {
        running -= 1
        callback(...outcome)
      }
      return query.call(this, config, ...rest)
    }
    return Promise.resolve(query.call(this, config, ...rest)).finally(() => {
      running -= 1
    })
  }
  try {
    const payload = body && { payload: body }
    const reply = await app.inject({ method, url, headers: { cookie }, ...payload })
    await sleep(50) // What is told on the bus goes out after the reply.
    if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
    const headers = Object.fromEntries(
      Object.entries(reply.headers)
        .filter(([header]) => !OWN_HEADERS.has(header))
        .map(([header, value]) => [header, String(value)]),
    )
    return {
      method,
      url,
      body: body ? JSON.stringify(body) : '',
      steps,
      report,
      reply: { status: reply.statusCode, headers, body: reply.body },
    }
  } finally {
    client.query = query
  }
}
