import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'

/** One statement as it was sent to the database. */
export interface Statement {
  name?: string | undefined
  text: string
  values: unknown[]
}

/** One request with its statements and its reply. Statements that ran at the same time are one step. */
export interface Recording {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  body: string
  steps: Statement[][]
  /** The statements that notify other servers after the commit. */
  notifications: Statement[]
  reply: { status: number; headers: Record<string, string>; body: string }
}

type Query = (config: string | Statement, values?: unknown, callback?: unknown) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
/** Node adds these headers itself. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive'])

/** Sends one request to the app and records every statement that it sends. Throws for a reply that is not OK. */
export async function record(
  app: FastifyInstance,
  cookie: string,
  method: Recording['method'],
  url: string,
  body?: object,
): Promise<Recording> {
  const steps: Statement[][] = []
  const notifications: Statement[] = []
  const { query } = client
  let running = 0
  client.query = function (this: unknown, config: string | Statement, ...rest: unknown[]) {
    const { name, text } = typeof config === 'string' ? { text: config, name: undefined } : config
    const values = [rest[0], typeof config === 'string' ? [] : config.values].find(Array.isArray) ?? []
    const statement = { name, text, values }
    if (text.includes('pg_notify(')) notifications.push(statement)
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
    await sleep(50) // Notifications are sent after the reply.
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
      notifications,
      reply: { status: reply.statusCode, headers, body: reply.body },
    }
  } finally {
    client.query = query
  }
}
