import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashOfSecret } from '../src/server/credentials/secrets.ts'
import type { Role } from '../src/shared/permissions.ts'
import type { Board, Task } from '../src/shared/tasks.ts'
import type { DepartmentName } from '../test/support/people.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { cookies } from './calls.ts'
import { fillTasks } from './fill.ts'
import type { Opening, Question, Reached, Totals } from './herd-pages.ts'
import { forkBench, sharedClock, startMuster } from './programs.ts'
import { format, median, table } from './report.ts'

/**
 * Measures when the content of a change is on the open boards of many people: after a single change, and while changes
 * keep coming.
 *
 * Options: `pages=200,1000` how many pages; `seconds=10` for how long changes keep coming; `rate=20` how many a second;
 * `build=<folder>` measures the server of another checkout, which must be built.
 */
const TASKS = 10_000
const LONE_CHANGES = 20
const WARM_UP = 3
const PAUSE_MS = 200
/** How many tasks change in turn. */
const CHANGED_TASKS = 12

/** The people who open pages, in turn. Nine of ten may see the tasks that change, which are Housekeeping's. */
const seats: [Role, DepartmentName | null][] = [
  ...Array.from({ length: 11 }, (): [Role, DepartmentName] => ['user', 'Housekeeping']),
  ['guest', 'Housekeeping'],
  ['guest', 'Housekeeping'],
  ['manager', 'Housekeeping'],
  ['manager', 'Maintenance'],
  ['manager', 'Operations'],
  ['manager', null],
  ['admin', 'Operations'],
  ['user', 'Maintenance'],
  ['user', 'Operations'],
]

interface Options {
  pages?: string
  seconds?: string
  rate?: string
  build?: string
}

export async function measureHerd(options: Options = {}) {
  const counts = (options.pages ?? '200,1000,5000').split(',').map(Number)
  const [seconds, rate] = [Number(options.seconds ?? 60), Number(options.rate ?? 20)]
  const server = await openBenchServer({ countsStatements: true })
  try {
    await fillTasks(server.pool, TASKS)
    const people = await putPeople(server, Math.max(...counts))
    const rows: { lone: string[]; steady: string[] }[] = []
    for (const count of counts) {
      rows.push(await measure(server, people.slice(0, count), seconds, rate, options.build))
      console.log(`  ${rows.at(-1)?.lone.join('  ')}\n  ${rows.at(-1)?.steady.join('  ')}`)
    }
    const lone = ['Open pages', 'May see it', 'First has it, ms', 'Median', 'Last', 'Server MB']
    const steady = [
      'Open pages',
      'Reply, p50 ms',
      'Has it, p50',
      'p95',
      'Last',
      'Refused changes',
      'Server, % of a core',
      'Pages, % of a core',
      'Statements per change',
      'Reads again per change',
      'kB per change and page',
    ]
    return [
      `### A herd of pages with ${TASKS.toLocaleString('en-US')} tasks`,
      `Times count from before the request was sent until the row is in the page's board. Medians of ${LONE_CHANGES} single changes:`,
      table(
        lone,
        rows.map((row) => row.lone),
      ),
      `${rate} changes a second for ${seconds} s:`,
      table(
        steady,
        rows.map((row) => row.steady),
      ),
    ].join('\n\n')
  } finally {
    await server.close()
  }
}

type Seat = Opening['pages'][number]

async function measure(server: BenchServer, people: Seat[], seconds: number, rate: number, build?: string) {
  const { gita, marta } = await cookies(server, ['gita', 'marta'])
  const settings = { DATABASE_URL: server.url, DATA_DIR: server.folder }
  const muster = await startMuster(server.folder, settings, undefined, build)
  const pages = forkBench('herd-pages')
  try {
    const call = caller(muster.port)
    const board: Board = await call('GET', '/tasks/board', gita)
    const isOwn = ({ departmentId }: Task) => departmentId === server.fixtures.departments.Housekeeping
    // The newest, so that they stay in every board whether they are pending or in progress.
    const tasks = board.pending.tasks.filter(isOwn).slice(0, CHANGED_TASKS)
    await pages.ask({ open: { port: muster.port, pages: people, tasks: tasks.map(({ id }) => id) } } satisfies Question)
    const memory = [await muster.memory()]
    let round = 0
    const change = async () => {
      const { id } = tasks[round % tasks.length] as Task
      const status = Math.floor(round / tasks.length) % 2 === 0 ? 'in_progress' : 'pending'
      round += 1
      const sentAt = sharedClock()
      const { updatedAt }: Task = await call('PUT', `/tasks/${id}`, marta, { status })
      return { id, version: Date.parse(updatedAt), sentAt, repliedAt: sharedClock() }
    }
    const lone: Reached[] = []
    for (let at = 0; at < WARM_UP + LONE_CHANGES; at += 1) {
      const reached = await pages.ask<Reached>({ reached: [await change()] } satisfies Question)
      if (at >= WARM_UP) lone.push(reached)
      await sleep(PAUSE_MS)
    }
    const part = (name: keyof Reached) => format(median(lone.map((reached) => reached[name])))
    memory.push(await muster.memory())

    const before = { ...(await pages.ask<Totals>({ totals: true } satisfies Question)), ...(await counters()) }
    let refused = 0
    /** A server that has too much to do refuses. */
    const noteRefused = (error: Error): undefined => {
      if (!error.message.includes(' 503 ')) throw error
      refused += 1
    }
    const changing: Promise<Awaited<ReturnType<typeof change>> | undefined>[] = []
    const begin = sharedClock()
    for (let at = 0; at < seconds * rate; at += 1) {
      await sleep(begin + (at * 1000) / rate - sharedClock())
      changing.push(change().catch(noteRefused))
    }
    const after = await counters()
    const took = (sharedClock() - begin) / 1000
    const changes = (await Promise.all(changing)).flatMap((changed) => changed ?? [])
    memory.push(await muster.memory())
    const reached = await pages.ask<Reached>({ reached: changes } satisfies Question)
    const done = { ...(await pages.ask<Totals>({ totals: true } satisfies Question)), ...(await counters()) }
    const share = (time: number) => ((time / took) * 100).toFixed(0)
    const count = people.length.toLocaleString('en-US')
    return {
      lone: [count, part('pages'), part('first'), part('median'), part('last'), Math.max(...memory).toFixed(0)],
      steady: [
        count,
        format(median(changes.map(({ sentAt, repliedAt }) => repliedAt - sentAt))),
        format(reached.median),
        format(reached.p95),
        format(reached.last),
        String(refused),
        share(after.server - before.server),
        share(done.processorTime - before.processorTime),
        format((done.statements - before.statements) / changes.length),
        format((done.reads - before.reads) / changes.length),
        format((done.bytes - before.bytes) / changes.length / people.length / 1000),
      ],
    }
  } finally {
    // The pages first: they would call it a failure that the server closes their connections.
    await pages.stop()
    await muster.stop()
  }

  async function counters() {
    return { server: muster.processorTime(), statements: await server.statements() }
  }
}

/** Inserts people, each with a session. No task is theirs, so that nobody is notified. */
export async function putPeople(
  { pool, fixtures }: BenchServer,
  count: number,
  roles: readonly (typeof seats)[number][] = seats,
): Promise<Seat[]> {
  const people = Array.from({ length: count }, (_, at) => {
    const [role, department] = roles[at % roles.length] as (typeof seats)[number]
    const token = `herd${at}`.padEnd(43, '-')
    return { at, role, department: department && fixtures.departments[department], token, sid: hashOfSecret(token) }
  })
  const { rows } = await pool.query<{ id: string; email: string }>(
    `with people as (select * from jsonb_to_recordset($1) as p (at int, role text, department int, sid text)),
      made as (
        insert into users (id, email, password_hash, first_name, last_name, folded_name, role, department_id)
        select gen_random_uuid(), at || '@herd.example', 'none', 'Person', at::text, 'person ' || at, role, department
        from people returning id, email
      ),
      signed_in as (
        insert into sessions (sid, sess, expire, user_id)
        select sid, json_build_object('ipAddress', '127.0.0.1', 'userAgent', null, 'signedInAt', now()), now() + interval '14 days', id
        from made join people on email = at || '@herd.example'
      )
    select id, email from made`,
    [JSON.stringify(people)],
  )
  await pool.query('vacuum (analyze) users, sessions')
  const idOf = new Map(rows.map(({ id, email }) => [email, id]))
  return people.map(({ at, token }) => ({
    cookie: `muster.sid=${token}`,
    userId: idOf.get(`${at}@herd.example`) ?? '',
  }))
}

/** Sends calls with JSON. The returned function throws for a reply that is not OK. */
function caller(port: number) {
  const agent = new Agent({ keepAlive: true })
  return <Reply>(method: string, path: string, cookie: string, content?: object) =>
    new Promise<Reply>((resolve, reject) => {
      const body = content && JSON.stringify(content)
      const headers = { cookie, ...(body && { 'content-type': 'application/json', 'content-length': body.length }) }
      const sent = request({ port, host: '127.0.0.1', method, path: `/api/v1${path}`, headers, agent }, (reply) => {
        let text = ''
        reply.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        reply.on('end', () => {
          if (reply.statusCode === 200) resolve(JSON.parse(text))
          else reject(new Error(`${method} ${path}: ${reply.statusCode} ${text}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
}
