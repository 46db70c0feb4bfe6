import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { connectionOptions } from '../src/server/db/connect.ts'
import type { Recording, Statement } from './recording.ts'

/**
 * The least that could do Muster's work: a handler of `node:http` that sends the statements of a recorded request through
 * `pg`, on a pool as large, and answers with the recorded bytes. It checks nothing, makes no rows into JSON and writes no log.
 */
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, String)

const ID = /\/(\d+)$/
const keyOf = (method = '', url = '', body = '') => `${method} ${url.replace(ID, '/:id')} ${body}`

function serve(url: string, recordings: Recording[]) {
  const pool = new pg.Pool({ ...connectionOptions(url), max: 10 })
  const bus = new pg.Client(connectionOptions(url))
  let report: Promise<unknown> = bus.connect().then(() => bus.query('listen muster'))
  const known = new Map(recordings.map((each) => [keyOf(each.method, each.url, each.body), each]))

  return createServer(async (request, response) => {
    const body = request.method === 'GET' ? '' : await bodyOf(request)
    const recording = known.get(keyOf(request.method, request.url, body)) as Recording
    const fits = fitting(ID.exec(recording.url)?.[1], ID.exec(request.url ?? '')?.[1])
    let client: pg.PoolClient | undefined
    for (const step of recording.steps) {
      if (step[0]?.text.startsWith('begin')) client = await pool.connect()
      const on = client ?? pool
      if (step.length === 1) await on.query(fits(step[0] as Statement))
      else await Promise.all(step.map((statement) => on.query(fits(statement))))
      if (step[0]?.text.startsWith('commit')) client?.release()
    }
    for (const statement of recording.report) report = report.then(() => bus.query(fits(statement)))
    response.writeHead(recording.reply.status, recording.reply.headers)
    response.end(recording.reply.body)
  })
}

/** Puts the id that is asked for in the place of the one that was recorded. */
function fitting(recorded: string | undefined, requested: string | undefined) {
  if (!recorded || !requested || recorded === requested) return (statement: Statement) => statement
  const id = new RegExp(`\\b${recorded}\\b`, 'g')
  const one = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(one)
    if (typeof value === 'number') return value === Number(recorded) ? Number(requested) : value
    return typeof value === 'string' ? value.replace(id, requested) : value
  }
  return (statement: Statement) => ({ ...statement, values: statement.values.map(one) })
}

async function bodyOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

process.on('message', ({ url, recordings }: { url: string; recordings: Recording[] }) => {
  const server = serve(url, recordings)
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
