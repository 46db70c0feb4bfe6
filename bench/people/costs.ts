import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { superuserAddress } from '../../src/server/db/embedded/running.ts'
import { openBenchServer } from '../bench-server.ts'
import { type Running, startMuster } from '../programs.ts'
import { table } from '../report.ts'
import { fillHouse } from './house.ts'
import { numbersOf } from './measure.ts'
import { endShifts, type Seat, seatsOf } from './shift.ts'
import { openPostgresClock } from './watch.ts'

/**
 * Measures the processor time of each call of a shift, in the server and in PostgreSQL, one kind of call after the
 * other. Processor time hardly depends on other work of the machine, so this tells before and after where waits do not.
 *
 * Options: `people=600`, `tasks=300000`, `calls=300` of each kind; `statements=3` also lists so many of the dearest
 * statements.
 */
interface Options {
  people?: string
  tasks?: string
  calls?: string
  statements?: string
}

type Method = 'GET' | 'PUT' | 'POST'
interface Kind {
  method: Method
  /** `:task` stands for a task of the person's own. */
  path: string
  body?: object
  by: 'user' | 'manager'
  /** Whether a person may call it only once. */
  isOnce?: true
}

const reads = (by: Kind['by'], ...paths: string[]) => paths.map((path): Kind => ({ method: 'GET', path, by }))
const opening = ['/auth/session', '/tasks?limit=1', '/notifications/unread-count', '/today', '/clock/active']
const later = ['/comments/unread', '/places/typed', '/places', '/departments', '/clock/forgotten']
const analytics = ['/analytics/summary?period=week', '/analytics/trends?metric=tasks']
const write = (method: Method, path: string, body: object): Kind => ({ method, path, body, by: 'user' })

/** In the order of life: a person who has come on duty has a briefing, and a person who has begun a task may end it. */
const kinds: Kind[] = [
  ...reads('user', ...opening, ...later, '/tasks/board'),
  ...reads('manager', '/tasks?limit=1', '/today', '/places/typed', '/tasks/board', ...analytics),
  { ...write('POST', '/clock/start', {}), isOnce: true },
  ...reads('user', '/shift/briefing'),
  write('PUT', '/shift/briefing/read', { heldIds: [1] }),
  write('PUT', '/tasks/:task', { status: 'in_progress' }),
  write('PUT', '/tasks/:task', { status: 'completed' }),
  write('POST', '/tasks/:task/comments', { text: 'Brought it to the desk' }),
]

/** Calls at once, of different people. */
const AT_ONCE = 4
/** Calls before the first that counts: each connection prepares its statements. */
const FIRST = 60

export async function measureCosts(options: Options = {}) {
  const [people = 0, tasks = 0, calls = 0] = [
    ['people', options.people ?? '600'],
    ['tasks', options.tasks ?? '300000'],
    ['calls', options.calls ?? '300'],
  ].flatMap(([name = '', text = '']) => numbersOf(name, text).slice(0, 1))
  const [statements = 0] = options.statements ? numbersOf('statements', options.statements) : []
  const server = await openBenchServer({ countsStatements: true })
  const admin = new pg.Client({ connectionString: superuserAddress(server.folder) })
  let muster: Running | undefined
  try {
    await admin.connect()
    await admin.query('alter system set pg_stat_statements.track_planning = on')
    await admin.query('select pg_reload_conf()')
    const residents = await fillHouse(server, people, tasks, () => {})
    await endShifts(server.pool)
    const seats = await seatsOf(server.pool, residents)
    const folder = join(server.folder, 'server')
    await mkdir(folder)
    muster = await startMuster(folder, { DATABASE_URL: server.url, DATA_DIR: server.folder, TIME_ZONE: 'UTC' })
    const postgresTime = openPostgresClock(join(server.folder, 'postgres'))
    const rows: string[][] = []
    for (const kind of kinds) {
      const callers = callersOf(seats, kind)
      const count = Math.min(calls, callers.length - FIRST)
      if (count < AT_ONCE) throw new Error(`${people} people are too few for ${kind.path}`)
      await callAll(muster, kind, callers.slice(0, FIRST))
      await admin.query('select pg_stat_statements_reset()')
      const [postgres, node] = [postgresTime(), muster.processorTime()]
      const bytes = await callAll(muster, kind, callers.slice(FIRST, FIRST + count))
      const each = (seconds: number) => ((seconds * 1000) / count).toFixed(1)
      const { ran, planned, dearest } = await statementsOf(admin, count, statements)
      rows.push([
        `${kind.method} ${kind.path}${kind.by === 'manager' ? ', a manager' : ''}`,
        each(postgresTime() - postgres),
        each(muster.processorTime() - node),
        ran,
        planned,
        String(Math.round(bytes / count)),
      ])
      console.log(`  ${rows.at(-1)?.join('  ')}`)
      for (const line of dearest) console.log(`      ${line}`)
    }
    return [
      '### What a call costs',
      `Milliseconds of a core, on average of ${calls} calls at most, in a house of ${people} people and ${tasks.toLocaleString('en-US')} tasks; statements that it ran, and those of them that were planned; bytes of the reply.`,
      table(['Call', 'PostgreSQL', 'Server', 'Statements', 'Planned', 'Bytes'], rows),
    ].join('\n\n')
  } finally {
    await muster?.stop()
    await admin.end()
    await server.close()
  }
}

interface Caller {
  seat: Seat
  task: number
}

/** People in turn, so that few calls at once are of the same person; each call has another task. */
function callersOf(seats: Seat[], { by, isOnce }: Kind): Caller[] {
  const those = seats.filter(({ role }) => (by === 'user' ? role === 'user' : role === 'manager' || role === 'admin'))
  return Array.from({ length: isOnce ? 1 : 20 }, (_, at) => at).flatMap((at) =>
    those.map((seat) => ({ seat, task: seat.tasks[at] ?? seat.tasks[0] ?? 0 })),
  )
}

/** Returns the bytes of all replies. Throws for a reply that is not good. */
async function callAll({ port }: Running, { method, path, body }: Kind, callers: Caller[]) {
  const left = callers.values()
  let bytes = 0
  const work = async () => {
    for (const { seat, task } of left) {
      const address = `http://127.0.0.1:${port}/api/v1${path.replace(':task', String(task))}`
      const headers = { cookie: seat.cookie, ...(body && { 'content-type': 'application/json' }) }
      const reply = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`)
      bytes += text.length
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return bytes
}

/** How many statements each call ran and how many of them were planned, and the dearest. */
async function statementsOf(admin: pg.Client, calls: number, dearest: number) {
  const { rows } = await admin.query<{ calls: number; plans: number; line: string }>(`
    select calls::int, plans::int, format('%s× run %s ms, planned %s× %s ms, %s buffers: %s', calls, round(mean_exec_time::numeric, 2), plans,
      round(mean_plan_time::numeric, 2), (shared_blks_hit + shared_blks_read) / calls, left(regexp_replace(query, '\\s+', ' ', 'g'), 120)) as line
    from pg_stat_statements where query not like '%pg_stat_statements%' order by total_exec_time + total_plan_time desc`)
  const each = (name: 'calls' | 'plans') => (rows.reduce((sum, row) => sum + row[name], 0) / calls).toFixed(1)
  return { ran: each('calls'), planned: each('plans'), dearest: rows.slice(0, dearest).map(({ line }) => line) }
}
