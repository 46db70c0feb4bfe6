import { buildApp } from '../src/server/app.ts'
import { cookiesOf } from '../test/support/cookies.ts'
import { emailOf, PASSWORD, type PersonName } from '../test/support/people.ts'
import type { BenchServer } from './bench-server.ts'
import type { Answered, Load } from './load.ts'
import { forkProgram, startMuster } from './programs.ts'
import { type Recording, record } from './recording.ts'
import { median, quantile, shown, table } from './report.ts'

/**
 * Reads and writes at 1 and 16 connections, each beside the bare handler that sends the same statements and bytes: rounds of
 * both in turn, so that what else the machine does meets both. The ratio is that of the medians.
 */
const ROUNDS = 9
const SECONDS = 0.35
const WARM_UP = 0.4
/** So many tasks are changed in turn, so that no two connections wait for the same row. */
const CHANGED = 2000

interface Call {
  name: string
  recordings: Recording[]
  /** Whole requests, to be asked in turn. */
  requests: string[]
}

export async function measureCalls(server: BenchServer, count: number) {
  const cookie = (await cookies(server)).marta
  const calls = await recordCalls(server, cookie)
  const muster = await startMuster(server.folder, { DATABASE_URL: server.url, DATA_DIR: server.folder })
  const bare = forkProgram('bare')
  const load = forkProgram('load')
  const recordings = calls.flatMap((call) => call.recordings)
  const barePort = await bare.ask<number>({ url: server.url, recordings })
  const rows: string[][] = []
  const memory: number[] = []
  try {
    memory.push(await muster.memory())
    for (const call of calls) {
      for (const connections of [1, 16]) {
        const found = await compare(load.ask, call, connections, muster.port, barePort)
        rows.push([call.name, String(connections), ...found])
        memory.push(await muster.memory())
        console.log(`  ${rows.at(-1)?.join('  ')}`)
      }
    }
  } finally {
    await Promise.all([muster.stop(), bare.stop(), load.stop()])
  }
  const heads = [
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
  const held = `The server held ${atRest.toFixed(0)} MB before, and ${Math.max(...memory).toFixed(0)} MB at the most.`
  return `### Calls with ${count.toLocaleString('en-US')} tasks\n\n${table(heads, rows)}\n\n${held}`
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
  const found = ports.map(() => ({ rates: [] as number[], times: [] as number[] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, port] of ports.entries()) {
      const { times, seconds } = await measure(port, SECONDS)
      found[at]?.rates.push(times.length / seconds)
      for (const time of times) found[at]?.times.push(time)
    }
  }
  const [muster = 0, bare = 0] = found.map(({ rates }) => median(rates))
  const report = found.map(({ rates, times }) => [
    shown(median(rates)),
    shown(quantile(times, 0.5)),
    shown(quantile(times, 0.99)),
  ])
  return [...report.flat(), (muster / bare).toFixed(2)]
}

/** The calls with what each came to in an app of this process, on the same database. */
async function recordCalls(server: BenchServer, cookie: string): Promise<Call[]> {
  const app = await buildApp(server.services)
  const home = server.fixtures.departments.Housekeeping
  const recorded = (...call: [Recording['method'], string, object?]) =>
    record(app, cookie, call[0], `/api/v1${call[1]}`, call[2])
  const made = await server.pool.query<{ id: number }>(
    // None that is completed: the statements that were recorded clear no date of completion.
    "select id from tasks where department_id = $1 and status <> 'completed' and deleted_at is null order by id desc limit $2",
    [home, CHANGED],
  )
  const ids = made.rows.map(({ id }) => id)
  const [first = 0] = ids
  // Everything is asked for once before, so that what is kept is kept.
  for (const path of ['/tasks/board', '/tasks?limit=50']) await recorded('GET', path)
  const reads: [string, string][] = [
    ['Board', '/tasks/board'],
    ['Table, a page of 50', '/tasks?limit=50'],
    ['Search, a page of 50', '/tasks?limit=50&search=linen+77'],
    ['Session', '/auth/session'],
  ]
  const calls: Call[] = []
  for (const [name, path] of reads) calls.push(callOf(name, [await recorded('GET', path)], cookie))
  const task = { title: 'Turn down room 214', description: 'Before noon', departmentId: home, priority: 'high' }
  calls.push(callOf('Create a task', [await recorded('POST', '/tasks', task)], cookie))
  const changes = [
    await recorded('PUT', `/tasks/${first}`, { status: 'in_progress' }),
    await recorded('PUT', `/tasks/${first}`, { status: 'pending' }),
  ]
  const ways = changes.flatMap((change) => ids.map((id) => ({ ...change, url: `/api/v1/tasks/${id}` })))
  calls.push({ ...callOf('Change a status', ways, cookie), recordings: changes })
  await app.close()
  return calls
}

const callOf = (name: string, recordings: Recording[], cookie: string): Call => ({
  name,
  recordings,
  requests: recordings.map(({ method, url, body }) => requestOf(method, url, cookie, body)),
})

/** A request as it goes over the wire. */
export function requestOf(method: string, url: string, cookie: string, body = '') {
  const ofBody = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : ''
  return `${method} ${url} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n${ofBody}\r\n${body}`
}

/** Signs people in, in an app of this process. */
export async function cookies({ services }: BenchServer, names: PersonName[] = ['marta']) {
  const app = await buildApp(services)
  const found = {} as Record<PersonName, string>
  for (const name of names) {
    const payload = { email: emailOf(name), password: PASSWORD }
    const reply = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
    found[name] = cookiesOf(reply.headers['set-cookie'])
  }
  await app.close()
  return found
}
