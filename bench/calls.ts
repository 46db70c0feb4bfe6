import { buildApp } from '../src/server/app.ts'
import { cookiesOf } from '../test/support/cookies.ts'
import { emailOf, PASSWORD, type PersonName } from '../test/support/people.ts'
import type { BenchServer } from './bench-server.ts'
import type { Answered, Load } from './load.ts'
import { forkBench, startMuster } from './programs.ts'
import { type Recording, record } from './recording.ts'
import { format, median, quantile, table } from './report.ts'

/**
 * Measures reads and writes at 1 and 16 connections, beside the bare handler that sends the same statements and bytes.
 * Both take turns, so that other work on the machine slows both. The ratio compares the medians.
 */
const ROUNDS = 9
const SECONDS = 0.35
const WARM_UP = 0.4
/** The number of tasks that are changed in turn, so that no two connections wait for the same row. */
const CHANGED_TASKS = 2000

interface Call {
  name: string
  recordings: Recording[]
  /** Whole requests, sent in turn. */
  requests: string[]
}

export async function measureCalls(server: BenchServer, count: number) {
  const cookie = (await cookies(server)).marta
  const calls = await recordCalls(server, cookie)
  const muster = await startMuster(server.folder, { DATABASE_URL: server.url, DATA_DIR: server.folder })
  const bare = forkBench('bare')
  const load = forkBench('load')
  const recordings = calls.flatMap((call) => call.recordings)
  const barePort = await bare.ask<number>({ url: server.url, recordings })
  const rows: string[][] = []
  const memory: number[] = []
  try {
    memory.push(await muster.memory())
    for (const call of calls) {
      for (const connections of [1, 16]) {
        const figures = await compare(load.ask, call, connections, muster.port, barePort)
        rows.push([call.name, String(connections), ...figures])
        memory.push(await muster.memory())
        console.log(`  ${rows.at(-1)?.join('  ')}`)
      }
    }
  } finally {
    await Promise.all([muster.stop(), bare.stop(), load.stop()])
  }
  const headings = [
    'Call',
    'Connections',
    'Requests/s',
    'p50 ms',
    'p99 ms',
    'Bare requests/s',
    'p50 ms',
    'p99 ms',
    'Ratio',
  ]
  const [atRest = 0] = memory
  const memoryNote = `The server used ${atRest.toFixed(0)} MB at rest and at most ${Math.max(...memory).toFixed(0)} MB.`
  return `### Calls with ${count.toLocaleString('en-US')} tasks\n\n${table(headings, rows)}\n\n${memoryNote}`
}

type Ask = <Answer>(load: Load) => Promise<Answer>

async function compare(ask: Ask, { requests }: Call, connections: number, ...ports: [number, number]) {
  let from = 0
  const measure = async (port: number, seconds: number) => {
    const answered = await ask<Answered>({ port, connections, requests, from, seconds })
    from += answered.times.length
    return answered
  }
  for (const port of ports) await measure(port, WARM_UP)
  const results = ports.map(() => ({ rates: [] as number[], times: [] as number[] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, port] of ports.entries()) {
      const { times, seconds } = await measure(port, SECONDS)
      results[at]?.rates.push(times.length / seconds)
      for (const time of times) results[at]?.times.push(time)
    }
  }
  const [muster = 0, bare = 0] = results.map(({ rates }) => median(rates))
  const report = results.map(({ rates, times }) => [
    format(median(rates)),
    format(quantile(times, 0.5)),
    format(quantile(times, 0.99)),
  ])
  return [...report.flat(), (muster / bare).toFixed(2)]
}

/** Records each call in an app of this process, on the same database. */
async function recordCalls(server: BenchServer, cookie: string): Promise<Call[]> {
  const app = await buildApp(server.services)
  const home = server.fixtures.departments.Housekeeping
  const recordCall = (method: Recording['method'], path: string, body?: object) =>
    record(app, cookie, method, `/api/v1${path}`, body)
  const openTasks = await server.pool.query<{ id: number }>(
    // No completed tasks: their change would also clear the completion date, which the recorded statements do not.
    "select id from tasks where department_id = $1 and status <> 'completed' and deleted_at is null order by id desc limit $2",
    [home, CHANGED_TASKS],
  )
  const ids = openTasks.rows.map(({ id }) => id)
  const [first = 0] = ids
  // The first read fills the server's caches.
  for (const path of ['/tasks/board', '/tasks?limit=50', '/tasks?limit=50&search=linen+77'])
    await recordCall('GET', path)
  const reads: [string, string][] = [
    ['Board', '/tasks/board'],
    ['Table, a page of 50', '/tasks?limit=50'],
    ['Search, a page of 50', '/tasks?limit=50&search=linen+77'],
    ['Session', '/auth/session'],
  ]
  const calls: Call[] = []
  for (const [name, path] of reads) calls.push(callOf(name, [await recordCall('GET', path)], cookie))
  const task = { title: 'Turn down room 214', description: 'Before noon', departmentId: home, priority: 'high' }
  calls.push(callOf('Create a task', [await recordCall('POST', '/tasks', task)], cookie))
  const changes = [
    await recordCall('PUT', `/tasks/${first}`, { status: 'in_progress' }),
    await recordCall('PUT', `/tasks/${first}`, { status: 'pending' }),
  ]
  const variants = changes.flatMap((change) => ids.map((id) => ({ ...change, url: `/api/v1/tasks/${id}` })))
  calls.push({ ...callOf('Change a status', variants, cookie), recordings: changes })
  await app.close()
  return calls
}

const callOf = (name: string, recordings: Recording[], cookie: string): Call => ({
  name,
  recordings,
  requests: recordings.map(({ method, url, body }) => requestOf(method, url, cookie, body)),
})

/** An HTTP request as text. */
export function requestOf(method: string, url: string, cookie: string, body = '') {
  const bodyHeaders = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : ''
  return `${method} ${url} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n${bodyHeaders}\r\n${body}`
}

/** Signs people in, in an app of this process. Returns their cookies by name. */
export async function cookies({ services }: BenchServer, names: PersonName[] = ['marta']) {
  const app = await buildApp(services)
  const byName = {} as Record<PersonName, string>
  for (const name of names) {
    const payload = { email: emailOf(name), password: PASSWORD }
    const reply = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
    byName[name] = cookiesOf(reply.headers['set-cookie'])
  }
  await app.close()
  return byName
}
