import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect } from '../src/server/db/connect/connect.ts'
import { openEmbedded } from '../src/server/db/embedded/embedded.ts'
import { cookiesOf } from '../test/support/cookies.ts'
import { requestOf } from './calls.ts'
import { ADMIN, startCheckout } from './checkout.ts'
import type { Answered, Load } from './load.ts'
import { openPostgresClock } from './people/watch.ts'
import { forkBench, type Running } from './programs.ts'
import { format, median, quantile, table } from './report.ts'

/**
 * Measures six calls of this build and of another one in turn, in many short rounds: `versions build=<folder>` names
 * the other checkout, which must be built. Each has a database of its own on one PostgreSQL, because their tables
 * differ; both are filled alike. `rounds=40`, `connections=1,16` and `calls=session,board` choose other rounds,
 * connections or calls.
 */
const TASKS = 10_000
const SECONDS = 0.5
const WARM_UP = 3
/** So many tasks are changed in turn, so that no two connections wait for the same row. */
const CHANGED_TASKS = 2_000

interface Options {
  build?: string
  rounds?: string
  connections?: string
  /** The beginnings of the names of some calls, in any case. All by default. */
  calls?: string
}

const CALLS = [
  'Session',
  'Board',
  'Table, a page of 50',
  'Search, a page of 50',
  'Create a task',
  'Change a status',
] as const

interface Side extends Running {
  /** Whole requests by the name of their call. */
  requests: Record<(typeof CALLS)[number], string[]>
  /** The request to go on with. */
  from: number
}

export async function measureVersions({ build, rounds = '40', connections = '1,16', calls = '' }: Options) {
  if (!build) throw new Error('Name the other checkout, as in: npm run bench -- versions build=../another-checkout')
  const wanted = calls.toLowerCase().split(',')
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const embedded = await openEmbedded({ dataDir: folder })
  const sides: Side[] = []
  const load = forkBench('load')
  try {
    for (const checkout of [undefined, resolve(build)]) sides.push(await openSide(folder, checkout))
    const rows: string[][] = []
    const postgresTime = openPostgresClock(join(folder, 'postgres'))
    for (const name of CALLS.filter((name) => wanted.some((word) => name.toLowerCase().startsWith(word)))) {
      for (const count of connections.split(',').map(Number)) {
        const figures = await compare({ ask: load.ask, postgresTime }, sides, { name, count, rounds: Number(rounds) })
        rows.push([name, String(count), ...figures])
        console.log(`  ${rows.at(-1)?.join('  ')}`)
      }
    }
    const headings = [
      'Call',
      'Connections',
      'Requests/s',
      'Other build',
      'Ratio',
      'Middle half',
      'Server ms',
      'Other build',
      'PostgreSQL ms',
      'Other build',
    ]
    return [
      `### This build and another in turn, with ${TASKS.toLocaleString('en-US')} tasks`,
      `Medians of ${rounds} rounds of ${SECONDS} s; the ratio is the median of each round's own.`,
      'The last four columns are the processor time of each request, in the server and in PostgreSQL.',
      table(headings, rows),
    ].join('\n\n')
  } finally {
    await Promise.all([...sides.map((side) => side.stop()), load.stop()])
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Ask = <Answer>(load: Load) => Promise<Answer>

async function compare(
  { ask, postgresTime }: { ask: Ask; postgresTime: () => number },
  sides: Side[],
  { name, count: connections, rounds }: { name: (typeof CALLS)[number]; count: number; rounds: number },
) {
  const results = sides.map(() => ({ rates: [] as number[], answers: 0, server: 0, postgres: 0 }))
  for (let round = -WARM_UP; round < rounds; round += 1) {
    // The second of a round begins the next, so that none has the better place.
    const order = [...sides.entries()]
    for (const [at, side] of round % 2 === 0 ? order : order.reverse()) {
      const requests = side.requests[name]
      const { port, from } = side
      const before = { server: side.processorTime(), postgres: postgresTime() }
      const { times, seconds } = await ask<Answered>({ port, connections, requests, from, seconds: SECONDS })
      side.from += times.length
      const result = results[at]
      if (round < 0 || !result) continue
      result.rates.push(times.length / seconds)
      result.answers += times.length
      result.server += side.processorTime() - before.server
      result.postgres += postgresTime() - before.postgres
    }
  }
  const [own, other] = results.map(({ rates }) => rates) as [number[], number[]]
  const ratios = own.map((rate, round) => rate / (other[round] ?? 0))
  return [
    ...[own, other].map((rates) => format(median(rates))),
    median(ratios).toFixed(3),
    `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`,
    ...results.map(({ server, answers }) => format((server * 1000) / answers)),
    ...results.map(({ postgres, answers }) => format((postgres * 1000) / answers)),
  ]
}

/** Starts the server of a checkout on a new database, which it sets up itself, and fills that. */
async function openSide(folder: string, checkout: string | undefined): Promise<Side> {
  const muster = await startCheckout(folder, checkout, TASKS)
  const { pool, close } = connect(muster.url, () => {})
  const { rows } = await pool.query<{ id: number; department: number }>(
    `select id, department_id as department from tasks where status <> 'completed' order by id desc limit ${CHANGED_TASKS}`,
  )
  await close()
  const cookie = await signIn(muster.origin)
  const task = { title: 'Turn down room 214', description: 'Before noon', departmentId: rows[0]?.department }
  const changes = ['in_progress', 'pending'].flatMap((status) =>
    rows.map(({ id }) => requestOf('PUT', `/api/v1/tasks/${id}`, cookie, JSON.stringify({ status }))),
  )
  const read = (path: string) => [requestOf('GET', `/api/v1${path}`, cookie)]
  const requests = {
    Session: read('/auth/session'),
    Board: read('/tasks/board'),
    'Table, a page of 50': read('/tasks?limit=50'),
    'Search, a page of 50': read('/tasks?limit=50&search=linen+77'),
    'Create a task': [requestOf('POST', '/api/v1/tasks', cookie, JSON.stringify(task))],
    'Change a status': changes,
  }
  return { ...muster, requests, from: 0 }
}

async function signIn(origin: string) {
  const body = JSON.stringify(ADMIN)
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${origin}/api/v1/auth/login`, { method: 'POST', headers, body })
  return cookiesOf(reply.headers.getSetCookie())
}
