import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { connectionOptions } from '../src/server/db/connect/connect.ts'
import type { Recording, Statement } from './recording.ts'

/**
 * The bare handler that Muster is compared with. It is a `node:http` server that sends the statements of a recorded
 * request through `pg`, on a pool of the same size, and answers with the recorded bytes. It checks nothing, makes no
 * JSON and writes no log. It runs in its own process: `forkBench` in `programs.ts` starts it.
 */
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, String)

const ID = /\/(\d+)$/
const keyOf = (method = '', url = '', body = '') => `${method} ${url.replace(ID, '/:id')} ${body}`

function serve(url: string, recordings: Recording[]) {
  const pool = new pg.Pool({ ...connectionOptions(url), max: 10 })
  const bus = new pg.Client(connectionOptions(url))
  let sending: Promise<unknown> = bus.connect().then(() => bus.query('listen muster'))
  const byKey = new Map(
    recordings.map((recording) => [keyOf(recording.method, recording.url, recording.body), recording]),
  )

  return createServer(async (request, response) => {
    const body = request.method === 'GET' ? '' : await bodyOf(request)
    const recording = byKey.get(keyOf(request.method, request.url, body)) as Recording
    const withId = idReplacer(ID.exec(recording.url)?.[1], ID.exec(request.url ?? '')?.[1])
    let client: pg.PoolClient | undefined
    for (const step of recording.steps) {
      if (step[0]?.text.startsWith('begin')) client = await pool.connect()
      const connection = client ?? pool
      if (step.length === 1) await connection.query(withId(step[0] as Statement))
      else await Promise.all(step.map((statement) => connection.query(withId(statement))))
      if (step[0]?.text.startsWith('commit')) client?.release()
    }
    for (const statement of recording.notifications) sending = sending.then(() => bus.query(withId(statement)))
    response.writeHead(recording.reply.status, recording.reply.headers)
    response.end(recording.reply.body)
  })
}

/** Returns a function that replaces the recorded id in a statement by the requested one. */
function idReplacer(recorded: string | undefined, requested: string | undefined) {
  if (!recorded || !requested || recorded === requested) return (statement: Statement) => statement
  const id = new RegExp(`\\b${recorded}\\b`, 'g')
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value === 'number') return value === Number(recorded) ? Number(requested) : value
    return typeof value === 'string' ? value.replace(id, requested) : value
  }
  return (statement: Statement) => ({ ...statement, values: statement.values.map(replace) })
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
