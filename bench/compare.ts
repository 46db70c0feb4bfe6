import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect } from '../src/server/db/connect.ts'
import { openEmbedded } from '../src/server/db/embedded.ts'
import { cookiesOf } from '../test/support/cookies.ts'
import { requestOf } from './calls.ts'
import { ADMIN, startCheckout } from './checkout.ts'
import type { Answered, Load } from './load.ts'
import { forkBench, type Running } from './programs.ts'
import { format, median, quantile, table } from './report.ts'

/**
 * Measures writes of this build and of another one in turn, in many short rounds: `compare build=<folder>` names the other checkout,
 * which must be built. Each has a database of its own on one PostgreSQL, because their tables differ; both are filled alike.
 * `rounds=40` and `connections=1,16` choose more rounds, or other connections.
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
}

interface Side extends Running {
  /** Whole requests by the name of their call. */
  requests: Map<string, string[]>
  /** The request to go on with. */
  from: number
}

export async function measureComparison({ build, rounds = '40', connections = '1,16' }: Options) {
  if (!build) throw new Error('Name the other checkout, as in: npm run bench -- compare build=../another-checkout')
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const embedded = await openEmbedded({ dataDir: folder })
  const sides: Side[] = []
  const load = forkBench('load')
  try {
    for (const checkout of [undefined, resolve(build)]) sides.push(await openSide(folder, checkout))
    const rows: string[][] = []
    for (const name of ['Create a task', 'Change a status']) {
      for (const count of connections.split(',').map(Number)) {
        rows.push([name, String(count), ...(await compare(load.ask, sides, name, count, Number(rounds)))])
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
      'CPU ms',
      'Other build',
    ]
    return [
      `### This build and another in turn, with ${TASKS.toLocaleString('en-US')} tasks`,
      `Medians of ${rounds} rounds of ${SECONDS} s; the ratio is the median of each round's own.`,
      'CPU is what the server itself used for each request, without the database.',
      table(headings, rows),
    ].join('\n\n')
  } finally {
    await Promise.all([...sides.map((side) => side.stop()), load.stop()])
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Ask = <Answer>(load: Load) => Promise<Answer>

async function compare(ask: Ask, sides: Side[], name: string, connections: number, rounds: number) {
  const results = sides.map(() => ({ rates: [] as number[], answers: 0, processorTime: 0 }))
  for (let round = -WARM_UP; round < rounds; round += 1) {
    // The second of a round begins the next, so that none has the better place.
    const order = [...sides.entries()]
    for (const [at, side] of round % 2 === 0 ? order : order.reverse()) {
      const requests = side.requests.get(name) ?? []
      const { port, from } = side
      const before = side.processorTime()
      const { times, seconds } = await ask<Answered>({ port, connections, requests, from, seconds: SECONDS })
      side.from += times.length
      const result = results[at]
      if (round < 0 || !result) continue
      result.rates.push(times.length / seconds)
      result.answers += times.length
      result.processorTime += side.processorTime() - before
    }
  }
  const [own, other] = results.map(({ rates }) => rates) as [number[], number[]]
  const ratios = own.map((rate, round) => rate / (other[round] ?? 0))
  return [
    ...[own, other].map((rates) => format(median(rates))),
    median(ratios).toFixed(3),
    `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`,
    ...results.map(({ processorTime, answers }) => format((processorTime * 1000) / answers)),
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
  const requests = new Map([
    ['Create a task', [requestOf('POST', '/api/v1/tasks', cookie, JSON.stringify(task))]],
    ['Change a status', changes],
  ])
  return { ...muster, requests, from: 0 }
}

async function signIn(origin: string) {
  const body = JSON.stringify(ADMIN)
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${origin}/api/v1/auth/login`, { method: 'POST', headers, body })
  return cookiesOf(reply.headers.getSetCookie())
}
